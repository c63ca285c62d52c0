import { FileReadError } from './refusal.ts'
import { damagedFile } from './zip.ts'

/** What is told of a document, in its order. Names come without their prefix. */
export interface XmlReader {
  open(name: string, attributes: string): void
  close(name: string): void
  /** Text between tags, which may come in parts; entities are replaced. */
  text(text: string): void
}

/**
 * Goes over XML that comes in pieces. It knows what the parts of a workbook are made of: elements, attributes, texts, the five entities and
 * numbers of signs, CDATA. A DOCTYPE, which no workbook has, is refused, and with it all entities of one's own. Every sign is looked at a
 * bounded number of times.
 */
export class XmlScanner {
  readonly #reader: XmlReader
  /** The beginning of a tag or an entity that the next piece ends. */
  #rest = ''

  constructor(reader: XmlReader) {
    this.#reader = reader
  }

  /** @throws Refused doctype or damaged */
  read(piece: string): void {
    const text = this.#rest + piece
    let place = 0
    for (;;) {
      const tag = text.indexOf('<', place)
      if (tag < 0) {
        this.#rest = this.#partOfText(text.slice(place))
        return
      }
      if (tag > place) this.#reader.text(withoutEntities(text.slice(place, tag)))
      const end = this.#tag(text, tag)
      if (end < 0) {
        if (text.length - tag > longestTag) throw damagedFile()
        this.#rest = text.slice(tag)
        return
      }
      place = end
    }
  }

  /** Says what is whole of a text whose end has not come, and gives back what is not. */
  #partOfText(text: string): string {
    const entity = text.lastIndexOf('&')
    const isCut = entity >= 0 && text.length - entity < longestEntity && !text.includes(';', entity)
    const whole = isCut ? text.slice(0, entity) : text
    if (whole !== '') this.#reader.text(withoutEntities(whole))
    return isCut ? text.slice(entity) : ''
  }

  /** Reads the tag that begins here; where it ends, or less than 0 where it does not yet. */
  #tag(text: string, start: number): number {
    const first = text.charCodeAt(start + 1)
    if (first === slash) return this.#closingTag(text, start)
    if (first === exclamation) return this.#declaration(text, start)
    if (first === question) return after(text, '?>', start)
    return this.#openingTag(text, start)
  }

  #closingTag(text: string, start: number): number {
    const end = text.indexOf('>', start)
    if (end < 0) return -1
    this.#reader.close(localName(text, start + 2, nameEnd(text, start + 2, end)))
    return end + 1
  }

  #openingTag(text: string, start: number): number {
    const end = tagEnd(text, start)
    if (end < 0) return -1
    const isEmpty = text.charCodeAt(end - 1) === slash
    const last = isEmpty ? end - 1 : end
    const afterName = nameEnd(text, start + 1, last)
    const name = localName(text, start + 1, afterName)
    this.#reader.open(name, afterName < last ? text.slice(afterName, last) : '')
    if (isEmpty) this.#reader.close(name)
    return end + 1
  }

  #declaration(text: string, start: number): number {
    if (text.startsWith('<!--', start)) return after(text, '-->', start + 4)
    if (text.startsWith('<![CDATA[', start)) {
      const end = after(text, ']]>', start + 9)
      if (end >= 0) this.#reader.text(text.slice(start + 9, end - 3))
      return end
    }
    // Not enough of it is there to tell.
    if (text.length - start < 9) return -1
    throw new FileReadError({ refusal: 'doctype', params: {} })
  }
}

/** The value of an attribute by its local name; undefined where there is none. */
export function attribute(attributes: string, wanted: string): string | undefined {
  if (!attributes.includes(wanted)) return undefined
  let found: string | undefined
  eachAttribute(attributes, (name, value) => {
    if (name === wanted) found ??= value
  })
  return found
}

/** Names each attribute without its prefix, and its value; what is no attribute ends them. */
export function eachAttribute(attributes: string, take: (name: string, value: string) => void): void {
  let place = 0
  for (;;) {
    while (attributes.charCodeAt(place) <= space) place += 1
    let start = place
    let sign = attributes.charCodeAt(place)
    while (sign > space && sign !== equals) {
      place += 1
      if (sign === colon) start = place
      sign = attributes.charCodeAt(place)
    }
    const name = attributes.slice(start, place)
    while (attributes.charCodeAt(place) <= space) place += 1
    if (attributes.charCodeAt(place) !== equals) return
    place += 1
    while (attributes.charCodeAt(place) <= space) place += 1
    const end = attributes.indexOf(attributes.charAt(place), place + 1)
    if (end < 0) return
    take(name, withoutEntities(attributes.slice(place + 1, end)))
    place = end + 1
  }
}

const slash = 0x2f
const exclamation = 0x21
const question = 0x3f
const colon = 0x3a
const space = 0x20
const greater = 0x3e
const equals = 0x3d
const doubleQuote = 0x22
const singleQuote = 0x27

/** The tags of a workbook are short, but for those that name its schemas. */
const longestTag = 64 * 1024
const longestEntity = 12

/** The position of the tag's last character: a value of an attribute may hold the same character. */
function tagEnd(text: string, start: number): number {
  let quote = 0
  for (let place = start + 1; place < text.length; place += 1) {
    const sign = text.charCodeAt(place)
    if (quote !== 0) {
      if (sign === quote) quote = 0
    } else if (sign === greater) return place
    else if (sign === doubleQuote || sign === singleQuote) quote = sign
  }
  return -1
}

function nameEnd(text: string, start: number, last: number): number {
  let end = start
  while (end < last && text.charCodeAt(end) > space) end += 1
  return end
}

function localName(text: string, start: number, end: number): string {
  for (let place = start; place < end; place += 1)
    if (text.charCodeAt(place) === colon) return text.slice(place + 1, end)
  return text.slice(start, end)
}

function after(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from)
  return found < 0 ? -1 : found + sign.length
}

function withoutEntities(text: string): string {
  return text.includes('&') ? text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi, meant) : text
}

/** A name that XML does not define stays as it is written. */
function meant(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return named.get(name) ?? whole
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

const named = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['gt', '>'],
  ['lt', '<'],
  ['quot', '"'],
])
