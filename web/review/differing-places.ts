/**
 * The places at which a text differs from another one: each by itself where both are as long, else all between what they begin
 * and end with alike. None where the two have nothing in common, as then nothing stands out.
 */
export function differingPlaces(text: string, other: string): ReadonlySet<number> {
  const places = Array.from({ length: text.length }, (_, place) => place)
  const differing = text.length === other.length ? places.filter((place) => text[place] !== other[place]) : []
  if (text.length === other.length) return new Set(differing.length === text.length ? [] : differing)
  const start = commonStart(text, other)
  const end = Math.min(commonStart(reversed(text), reversed(other)), text.length - start, other.length - start)
  return new Set(start + end === 0 ? [] : places.slice(start, text.length - end))
}

function commonStart(text: string, other: string): number {
  let length = 0
  while (length < text.length && text[length] === other[length]) length += 1
  return length
}

function reversed(text: string): string {
  return text.split('').toReversed().join('')
}
