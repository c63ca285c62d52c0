/**
 * The one JSON text of a value, however it was put together: RFC 8785 (JSON Canonicalization Scheme). Keys are sorted by their UTF-16 code
 * units, nothing is between tokens, numbers and strings are spelt as in ECMAScript. Half a surrogate pair, which the RFC refuses, stays
 * escaped. A property that is undefined is left out.
 * @throws TypeError for what JSON cannot hold: NaN, infinities, undefined in a list, functions, dates, instances of classes
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && isPlain(value)) return objectText(value)
  throw new TypeError(`JSON has no ${typeof value === 'number' ? 'such number' : `value for this ${typeof value}`}.`)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function objectText(value: object): string {
  const filled = Object.entries(value).filter(([, item]) => item !== undefined)
  const sorted = filled.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}
