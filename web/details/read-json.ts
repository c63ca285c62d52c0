/*
 * What comes from the server or the storage is read by hand here: schemas would be a tenth of what a payee loads.
 */

/** Undefined where the text is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function memberOf(found: unknown, name: string): unknown {
  return typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
}

export function textMember(found: unknown, name: string): string | undefined {
  const value = memberOf(found, name)
  return typeof value === 'string' ? value : undefined
}
