import compile from 'icu-minify/compile'

/** The words of an ICU message, of all its branches, without what it asks for. */
export function textsOf(message: string): readonly string[] {
  return inSequence(compile(message))
}

/** What icu-minify makes of a message: a text, or texts and nodes in a row. */
function inSequence(parts: unknown): readonly string[] {
  if (typeof parts === 'string') return [parts]
  return Array.isArray(parts) ? parts.flatMap((part) => (Array.isArray(part) ? inNode(part) : inSequence(part))) : []
}

/** `[name]`, `[name, type, options]`, or `[tag, ...parts]`, whose first part is no number of a type but that of `#`. */
function inNode([, type, ...rest]: readonly unknown[]): readonly string[] {
  if (typeof type === 'number' && type !== pound) return Object.values(rest[0] ?? {}).flatMap(inSequence)
  return inSequence([type, ...rest])
}

const pound = 0
