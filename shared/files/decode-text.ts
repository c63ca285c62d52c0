import type { TextPiece } from './read-text.ts'
import { FileReadError } from './refusal.ts'
import type { Encoding } from './table.ts'

// In browsers, workers and Node alike; the language's own types do not name it.
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
) => { decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string }

/** Thrown by {@link decodeText} where a file that began as UTF-8 is none. */
export const notUtf8 = new Error('the bytes are no UTF-8')

/**
 * The text of a file piece by piece, without its byte order mark. Bytes that are none of the encoding become U+FFFD, unless it was only
 * guessed to be UTF-8: then {@link notUtf8} is thrown.
 */
export function* decodeText(bytes: Uint8Array, encoding: Encoding, isGuess: boolean): Generator<TextPiece> {
  const decode = encoding === 'utf-8' ? utf8Decoder(isGuess) : decoderOf(encoding)
  for (let start = hasUtf8Mark(bytes) && encoding === 'utf-8' ? 3 : 0; start < bytes.length; ) {
    const end = encoding === 'utf-8' ? endOfSign(bytes, start + pieceBytes) : Math.min(start + pieceBytes, bytes.length)
    yield { text: decode(bytes.subarray(start, end)), share: end / bytes.length }
    start = end
  }
}

/** Pieces of whole signs, each decoded by itself: then engines use one byte a letter where one is enough, which is twice as fast to read. */
function utf8Decoder(isGuess: boolean): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: isGuess, ignoreBOM: true })
  return (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch {
      throw notUtf8
    }
  }
}

/** Where a piece may end that is to end here: not within the bytes of one sign. */
function endOfSign(bytes: Uint8Array, wanted: number): number {
  if (wanted >= bytes.length) return bytes.length
  const starts = [wanted, wanted - 1, wanted - 2, wanted - 3]
  return starts.find((place) => ((bytes[place] ?? 0) & 0xc0) !== 0x80) ?? wanted
}

function hasUtf8Mark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf
}

const pieceBytes = 256 * 1024

/** Decodes pieces of one text. */
export function decoderOf(encoding: Encoding): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encoding)
  return (bytes) => decoder.decode(bytes, { stream: true })
}

/**
 * The encoding that the bytes are in: what a byte order mark says; UTF-16 where every other byte is zero; UTF-8 where the first are that; else
 * {@link westernEncoding}.
 * @throws Refused binary for bytes that are no text
 */
export function sniffEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if (hasUtf8Mark(bytes)) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.includes(0)) {
    const wide = wideEncoding(bytes)
    if (wide !== undefined) return wide
    if (!isNearlyText(bytes)) throw new FileReadError({ refusal: 'binary', params: {} })
  }
  return isUtf8(bytes.subarray(0, endOfSign(bytes, pieceBytes))) ? 'utf-8' : westernEncoding(bytes)
}

/** What Windows writes in the West, or the Mac where lines end as on old Macs. */
export function westernEncoding(bytes: Uint8Array): Encoding {
  return bytes.includes(carriageReturn) && !bytes.includes(lineFeed) ? 'macintosh' : 'windows-1252'
}

const carriageReturn = 0x0d
const lineFeed = 0x0a

/** Of the first letters of a file in a Latin script, one byte of two is zero. */
function wideEncoding(bytes: Uint8Array): Encoding | undefined {
  const start = bytes.subarray(0, 2_000)
  const zeros = [0, 0]
  for (const [place, byte] of start.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const half = start.length / 2
  if (odd > 0.7 * half && even < 0.1 * half) return 'utf-16le'
  if (even > 0.7 * half && odd < 0.1 * half) return 'utf-16be'
  return undefined
}

/** Whether the bytes that no text has are so few that some accident put them there: they spoil their rows alone. */
function isNearlyText(bytes: Uint8Array): boolean {
  const most = 1 + bytes.length * mostSpoilt
  let spoilt = 0
  for (const byte of bytes) {
    if (byte < tabulator || (byte > carriageReturn && byte < space)) spoilt += 1
    if (spoilt > most) return false
  }
  return true
}

const mostSpoilt = 0.02
const tabulator = 0x09
const space = 0x20

function isUtf8(bytes: Uint8Array): boolean {
  try {
    utf8Decoder(true)(bytes)
    return true
  } catch {
    return false
  }
}
