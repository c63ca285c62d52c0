import { decodeText, notUtf8, sniffEncoding, westernEncoding } from './decode-text.ts'
import type { ReadProgress } from './read-progress.ts'
import { readTextTable, type TextPiece } from './read-text.ts'
import { FileReadError, type FileRefusal, fileLimits } from './refusal.ts'
import { isZip, requireOtherThan, requireWorkbook } from './sniff-format.ts'
import type { FileReading, FileReadOptions } from './table.ts'
import { readXlsx } from './xlsx/read-workbook.ts'
import { zipEntries } from './zip.ts'

/**
 * Reads a file, or text that was pasted, into a table, step by step: each step takes some milliseconds, and the caller may do something else
 * before the next, or end it with `return()`. What a file is, its bytes say; its name does not. Whatever is given ends in a reading or a refusal, and
 * nothing is thrown.
 */
export async function* readInSteps(
  source: Uint8Array | string,
  options: FileReadOptions = {},
): AsyncGenerator<ReadProgress, FileReading | FileRefusal> {
  try {
    return yield* typeof source === 'string' ? readPasted(source, options) : readBytes(source, options)
  } catch (error) {
    if (error instanceof FileReadError) return error.refusal
    throw error
  }
}

/** Why a file of this size is not read: to be asked before its bytes are loaded. */
export function refusalOfSize(size: number): FileRefusal | undefined {
  return size > fileLimits.bytes
    ? { refusal: 'too_big', params: { megabytes: fileLimits.bytes / 1024 / 1024 } }
    : undefined
}

async function* readBytes(bytes: Uint8Array, options: FileReadOptions): AsyncGenerator<ReadProgress, FileReading> {
  requireSize(bytes.length)
  requireOtherThan(bytes)
  if (!isZip(bytes)) return yield* readEncoded(bytes, options)
  const entries = zipEntries(bytes)
  requireWorkbook(entries)
  return yield* readXlsx(entries, options)
}

/** In the encoding that a person chose, or the first bytes show; where later ones prove that wrong, once more from the start. */
function* readEncoded(bytes: Uint8Array, options: FileReadOptions): Generator<ReadProgress, FileReading> {
  const encoding = options.encoding ?? sniffEncoding(bytes)
  const isGuess = options.encoding === undefined
  try {
    return yield* readTextTable(decodeText(bytes, encoding, isGuess), encoding, options)
  } catch (error) {
    if (error !== notUtf8) throw error
    const western = westernEncoding(bytes)
    return yield* readTextTable(decodeText(bytes, western, false), western, options)
  }
}

async function* readPasted(text: string, options: FileReadOptions): AsyncGenerator<ReadProgress, FileReading> {
  requireSize(text.length)
  return yield* readTextTable(piecesOf(text), null, options)
}

function* piecesOf(text: string): Generator<TextPiece> {
  for (let start = 0; start < text.length; start += pieceCharacters) {
    const end = Math.min(start + pieceCharacters, text.length)
    yield { text: text.slice(start, end), share: end / text.length }
  }
}

const pieceCharacters = 256 * 1024

function requireSize(size: number): void {
  const refusal = refusalOfSize(size)
  if (refusal !== undefined) throw new FileReadError(refusal)
}
