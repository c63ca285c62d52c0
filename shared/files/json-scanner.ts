import { FileReadError } from './refusal.ts'

/** Thrown where a text ends within a value, and more of it is to come. */
export const moreText = new Error('the text ends within a value')

/** What is no JSON, in the record with this number. */
export function brokenJson(record: number): FileReadError {
  return new FileReadError({ refusal: 'broken_json', params: { record } })
}

/** Goes over a piece of JSON (RFC 8259) value by value; {@link moreText} is thrown at its end, unless it is the last. */
export class JsonScanner {
  place = 0
  /** The record that is being read, from 1. */
  record = 0
  readonly text: string
  readonly isLast: boolean

  constructor(text: string, isLast: boolean) {
    this.text = text
    this.isLast = isLast
  }

  /** The next sign that is no space; empty at the end of the last piece. */
  peek(): string {
    while (isSpace(this.text.charCodeAt(this.place))) this.place += 1
    if (this.place < this.text.length) return this.text.charAt(this.place)
    if (!this.isLast) throw moreText
    return ''
  }

  take(sign: string): void {
    if (this.peek() !== sign) throw this.#broken()
    this.place += 1
  }

  /** Takes the sign if it is the next. */
  takes(sign: string): boolean {
    const isNext = this.peek() === sign
    if (isNext) this.place += 1
    return isNext
  }

  /** A text, or the name of a member. */
  string(): string {
    const end = this.#stringEnd()
    const raw = this.text.slice(this.place + 1, end - 1)
    this.place = end
    if (raw.includes('\0')) throw this.#broken()
    return raw.includes('\\')
      ? raw.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, code, sign) => this.#meant(code, sign))
      : raw
  }

  /** A number, true, false or null, as it is written. */
  word(): string {
    const start = this.place
    while (isOfWord(this.text.charCodeAt(this.place))) this.place += 1
    if (this.place >= this.text.length && !this.isLast) throw moreText
    const word = this.text.slice(start, this.place)
    if (!/^(?:true|false|null|-?(?:0|[1-9]\d{0,400})(?:\.\d{1,400})?(?:e[+-]?\d{1,10})?)$/i.test(word))
      throw this.#broken()
    return word
  }

  /** Goes past any value and gives its text. */
  raw(): string {
    this.peek()
    const start = this.place
    let depth = 0
    do {
      const sign = this.peek()
      if (sign === '"') this.place = this.#stringEnd()
      else if (sign === '{' || sign === '[') depth += 1
      else if (sign === '}' || sign === ']') depth -= 1
      else if (sign === '' || depth < 0) throw this.#broken()
      if (sign !== '"') this.#pass(depth, sign)
    } while (depth > 0)
    return this.text.slice(start, this.place)
  }

  #pass(depth: number, sign: string): void {
    if (isOfWord(sign.charCodeAt(0))) this.word()
    else this.place += 1
    const isKnown = /^[\w{}[\]+.-]$/.test(sign) || (depth > 0 && (sign === ',' || sign === ':'))
    if (depth > deepest || !isKnown) throw this.#broken()
  }

  #stringEnd(): number {
    this.take('"')
    const start = this.place - 1
    let end = this.text.indexOf('"', this.place)
    while (end >= 0 && this.#isEscaped(end)) end = this.text.indexOf('"', end + 1)
    this.place = start
    if (end >= 0) return end + 1
    if (!this.isLast) throw moreText
    throw this.#broken()
  }

  #isEscaped(place: number): boolean {
    let before = place - 1
    while (this.text.charCodeAt(before) === backslash) before -= 1
    return (place - before) % 2 === 0
  }

  #meant(code: string | undefined, sign: string): string {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    const meant = escapes.get(sign)
    if (meant === undefined) throw this.#broken()
    return meant
  }

  #broken(): FileReadError {
    return brokenJson(this.record)
  }
}

const deepest = 32
const backslash = 0x5c

const escapes = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

function isSpace(sign: number): boolean {
  return sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09
}

/** A digit, a letter, or another character of numbers. */
function isOfWord(sign: number): boolean {
  return (
    (sign >= 0x30 && sign <= 0x39) ||
    (sign >= 0x61 && sign <= 0x7a) ||
    sign === 0x2b ||
    sign === 0x2d ||
    sign === 0x2e ||
    sign === 0x45
  )
}
