import { type IssueContent, issueContent } from '#shared/api/issue.ts'
import { asMessage, type Message, type MessageId } from '#shared/language/message.ts'

/** The documented shape of a number: which characters, how many, what it begins with. */
export interface Shape {
  readonly alphabet: Alphabet
  /** The lengths allowed, ascending; empty where none is documented. */
  readonly lengths: readonly number[]
  readonly startsWith?: string
}

type Alphabet = 'digits' | 'letters-and-digits' | 'rfc-characters' | 'digits-then-digit-or-k'

/** Digits only. `digits(22)`: exactly 22; `digits(8, 16)`: 8 to 16; `digits()`: any number of them. */
export function digits(min?: number, max: number | undefined = min): Shape {
  return { alphabet: 'digits', lengths: range(min, max) }
}

/** Digits only, of one of a few lengths: `digitsIn(18, 20)`. */
export function digitsIn(...lengths: readonly number[]): Shape {
  return { alphabet: 'digits', lengths }
}

/** Latin capital letters and digits. */
export function lettersAndDigits(min?: number, max: number | undefined = min): Shape {
  return { alphabet: 'letters-and-digits', lengths: range(min, max) }
}

/** Letters with Ñ, digits and &: the characters of a Mexican RFC. */
export function rfcCharacters(min: number, max: number): Shape {
  return { alphabet: 'rfc-characters', lengths: range(min, max) }
}

/** Digits, the last place also K: the shape of a Chilean RUT. */
export function digitsThenDigitOrK(min: number, max: number): Shape {
  return { alphabet: 'digits-then-digit-or-k', lengths: range(min, max) }
}

/** The shape in words, as a hint says it: "22 digits", "8 to 16 digits", "9 digits, beginning with 9". */
export function describeShape(shape: Shape): Message {
  const described = describeLengths(shape)
  if (shape.startsWith === undefined) return described
  return { id: 'shape.startingWith', params: { shape: described, start: shape.startsWith } }
}

/** A regular expression source, anchored, for JSON Schema and for the check itself. */
export function shapePattern(shape: Shape): string {
  const start = shape.startsWith === undefined ? '' : `(?=${shape.startsWith})`
  const lengths = shape.lengths.length === 0 ? [undefined] : shape.lengths
  if (isRange(shape.lengths)) return `^${start}${ofLength(shape.alphabet, shape.lengths[0], shape.lengths.at(-1))}$`
  return `^${start}(?:${lengths.map((length) => ofLength(shape.alphabet, length, length)).join('|')})$`
}

/** Of a named number, what its errors speak of. */
interface NumberOfShape {
  readonly label: MessageId | Message
  readonly shape: Shape
  readonly hint?: MessageId
}

/** Why a cleaned number does not have its shape: which rule it breaks, and what was seen; undefined if it has. */
export function shapeError({ label, shape, hint }: NumberOfShape, number: string): IssueContent | undefined {
  if (hasShape(shape, number)) return undefined
  const params = { label: asMessage(label), expected: describeShape(shape), ...(hint && { hint: { id: hint } }) }
  const found = oddCharacter(shape.alphabet, number)
  if (found !== undefined) return issueContent('wrong_character', { ...params, found })
  if (!hasLength(shape, number)) {
    const unit = shape.alphabet === 'digits' ? 'digits' : 'characters'
    return issueContent('wrong_length', { ...params, length: number.length, unit })
  }
  const { startsWith: start = '' } = shape
  return issueContent('wrong_start', { ...params, found: number.slice(0, start.length), start })
}

export function hasShape(shape: Shape, number: string): boolean {
  const { alphabet, startsWith = '' } = shape
  return hasLength(shape, number) && oddCharacter(alphabet, number) === undefined && number.startsWith(startsWith)
}

function hasLength({ lengths }: Shape, { length }: string): boolean {
  return lengths.length === 0 ? length > 0 : lengths.includes(length)
}

function range(min: number | undefined, max: number | undefined): readonly number[] {
  if (min === undefined || max === undefined) return []
  return Array.from({ length: max - min + 1 }, (_, index) => min + index)
}

function isRange(lengths: readonly number[]): boolean {
  return lengths.length > 1 && lengths.every((length, index) => index === 0 || length === (lengths[index - 1] ?? 0) + 1)
}

function describeLengths({ alphabet: of, lengths }: Shape): Message {
  const alphabet = namesOfAlphabets[of]
  const [count, most] = [lengths[0], lengths.at(-1)]
  if (count === undefined || most === undefined) return { id: 'shape.any', params: { alphabet } }
  if (lengths.length === 1) return { id: 'shape.exactly', params: { alphabet, count } }
  if (isRange(lengths) && count === 1) return { id: 'shape.atMost', params: { alphabet, most } }
  if (isRange(lengths) && lengths.length > 2) return { id: 'shape.range', params: { alphabet, count, most } }
  return { id: 'shape.either', params: { alphabet, lengths: lengths.map(String) } }
}

const namesOfAlphabets = {
  digits: 'digits',
  'letters-and-digits': 'lettersAndDigits',
  'rfc-characters': 'lettersAndDigits',
  'digits-then-digit-or-k': 'lastMayBeK',
} as const satisfies Record<Alphabet, string>

function ofLength(alphabet: Alphabet, min: number | undefined, max: number | undefined): string {
  if (alphabet === 'digits-then-digit-or-k') return `[0-9]{${(min ?? 1) - 1},${(max ?? 1) - 1}}[0-9K]`
  const one = characterPatterns[alphabet]
  if (min === undefined) return `${one}+`
  return min === max ? `${one}{${min}}` : `${one}{${min},${max}}`
}

const characterPatterns = {
  digits: '[0-9]',
  'letters-and-digits': '[0-9A-Z]',
  'rfc-characters': '[0-9A-ZÑ&]',
} as const

/** The first character that the alphabet lacks. */
function oddCharacter(alphabet: Alphabet, number: string): string | undefined {
  if (alphabet !== 'digits-then-digit-or-k') return oddCharacters[alphabet].exec(number)?.[0]
  const odd = oddCharacters.digits.exec(number)
  return odd?.[0] === 'K' && odd.index === number.length - 1 ? undefined : odd?.[0]
}

const oddCharacters = {
  digits: /[^0-9]/u,
  'letters-and-digits': /[^0-9A-Z]/u,
  'rfc-characters': /[^0-9A-ZÑ&]/u,
} as const
