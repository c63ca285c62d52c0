import type { TextPiece } from './read-text.ts'
import { Refused } from './refusal.ts'
import type { Encoding } from './table.ts'

// In browsers, workers and Node alike; the language's own types do not name it.
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal?: boolean },
) => { decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string }

/** The text of a file piece by piece, without its byte order mark. Bytes that are none of the encoding become U+FFFD. */
export function* decodeText(bytes: Uint8Array, encoding: Encoding): Generator<TextPiece> {
  const decoder = new TextDecoder(encoding)
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    const end = Math.min(start + pieceBytes, bytes.length)
    yield {
      text: decoder.decode(bytes.subarray(start, end), { stream: end < bytes.length }),
      share: end / bytes.length,
    }
  }
}

const pieceBytes = 256 * 1024

/** Decodes pieces of one text. */
export function decoderOf(encoding: Encoding): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encoding)
  return (bytes) => decoder.decode(bytes, { stream: true })
}

/**
 * The encoding that the bytes are in: what a byte order mark says; UTF-16 where every other byte is zero; UTF-8 where they are that; else what
 * Windows writes in the West, or the Mac where lines end as on old Macs.
 * @throws Refused binary for bytes that are no text
 */
export function sniffEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.includes(0)) return wideEncoding(bytes)
  if (isUtf8(bytes)) return 'utf-8'
  return bytes.includes(carriageReturn) && !bytes.includes(lineFeed) ? 'macintosh' : 'windows-1252'
}

const carriageReturn = 0x0d
const lineFeed = 0x0a

/** Of the first letters of a file in a Latin script, one byte of two is zero. */
function wideEncoding(bytes: Uint8Array): Encoding {
  const start = bytes.subarray(0, 2_000)
  const zeros = [0, 0]
  for (const [place, byte] of start.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const half = start.length / 2
  if (odd > 0.7 * half && even < 0.1 * half) return 'utf-16le'
  if (even > 0.7 * half && odd < 0.1 * half) return 'utf-16be'
  throw new Refused({ refusal: 'binary', params: {} })
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let start = 0; start < bytes.length; start += pieceBytes)
      decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: start + pieceBytes < bytes.length })
    return true
  } catch {
    return false
  }
}
