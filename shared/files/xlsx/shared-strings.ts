import { FileReadError, fileLimits } from '#shared/files/refusal.ts'
import type { XmlReader } from '#shared/files/xml-scanner.ts'

/** Texts that cells of all sheets refer to by their place (ECMA-376, part 1, section 18.4). */
export class SharedStringsReader implements XmlReader {
  readonly texts: string[] = []
  readonly #text = new TextReader()

  open(name: string): void {
    this.#text.open(name)
  }

  close(name: string): void {
    this.#text.close(name)
    if (name !== 'si') return
    this.texts.push(this.#text.take())
    const { texts: limit } = fileLimits
    if (this.texts.length > limit) throw new FileReadError({ refusal: 'too_many_cells', params: { limit } })
  }

  text(text: string): void {
    this.#text.text(text)
  }
}

/** The text of one cell, which may be written in several fonts; how it is pronounced, as Japanese texts say, is none of it. */
export class TextReader implements XmlReader {
  #text = ''
  #isText = false
  #isPronunciation = false

  open(name: string): void {
    if (name === 't') this.#isText = !this.#isPronunciation
    else if (name === 'rPh') this.#isPronunciation = true
  }

  close(name: string): void {
    if (name === 't') this.#isText = false
    else if (name === 'rPh') this.#isPronunciation = false
  }

  text(text: string): void {
    if (!this.#isText) return
    this.#text += text
    if (this.#text.length > mostCharacters)
      throw new FileReadError({ refusal: 'text_too_long', params: { limit: fileLimits.cellCharacters } })
  }

  take(): string {
    const text = plainText(this.#text)
    this.#text = ''
    return text
  }
}

/** A sign may be written as seven, see {@link plainText}. */
const mostCharacters = 7 * fileLimits.cellCharacters

/** Signs that XML has none for are written as `_x000D_`, and an underscore before such a text as `_x005F_` (section 22.9.2.19). */
export function plainText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
