import { FileReadError, fileLimits } from './refusal.ts'
import { damagedFile, type ZipEntry } from './zip.ts'

// In browsers, workers and Node alike; the language's own types do not name it.
declare const DecompressionStream: new (
  format: 'gzip',
) => {
  readonly writable: {
    getWriter(): { write(bytes: Uint8Array): Promise<void>; close(): Promise<void> }
  }
  readonly readable: {
    getReader(): {
      read(): Promise<{ readonly done: false; readonly value: Uint8Array } | { readonly done: true }>
      cancel(): Promise<void>
    }
  }
}

/** How much of one workbook may still be unpacked, over all its parts. */
export class UnpackingBudget {
  #left: number = fileLimits.unpackedBytes

  /** @throws Refused unpacks_too_big for a part that is too big, or too big for what it is packed into */
  take({ size, packed }: ZipEntry): void {
    this.#left -= size
    const isBomb = size > mayBeDense && size > packed.length * mostDense
    if (this.#left < 0 || isBomb)
      throw new FileReadError({
        refusal: 'unpacks_too_big',
        params: { megabytes: fileLimits.unpackedBytes / 1024 / 1024 },
      })
  }
}

/** Sheets of payouts are packed 5 to 30 times as dense; zeros, 1,000 times. */
const mostDense = 250
const mayBeDense = 4 * 1024 * 1024

/**
 * The bytes of a file of an archive, piece by piece, with how much of it was unpacked. The browser unpacks them, as gzip: so it checks the sum, too.
 * @throws Refused damaged where the sum or the size is wrong or the end is missing
 */
export async function* unpack(entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (!entry.isDeflated) {
    if (entry.size !== entry.packed.length || crcOf(entry.packed) !== entry.crc) throw damagedFile()
    yield* pieces(entry.packed)
    return
  }
  const { writable, readable } = new DecompressionStream('gzip')
  const reader = readable.getReader()
  // The reader meets the same failure, and reports it.
  const written = write(writable.getWriter(), entry).catch(() => undefined)
  let size = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      size += piece.value.length
      if (size > entry.size) throw damagedFile()
      yield piece.value
    }
  } catch (error) {
    throw error instanceof FileReadError ? error : damagedFile()
  } finally {
    await reader.cancel().catch(() => undefined)
    await written
  }
}

type InflateWriter = ReturnType<InstanceType<typeof DecompressionStream>['writable']['getWriter']>

/** Only as fast as is read, and little by little, as one piece may unpack to a thousand times its size. */
async function write(writer: InflateWriter, { packed, crc, size }: ZipEntry): Promise<void> {
  await writer.write(gzipHead)
  for (const piece of pieces(packed)) await writer.write(piece)
  const tail = new DataView(new ArrayBuffer(8))
  tail.setUint32(0, crc, true)
  tail.setUint32(4, size, true)
  await writer.write(new Uint8Array(tail.buffer))
  await writer.close()
}

/** RFC 1952: deflated, with neither name nor time. */
const gzipHead = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes)
}

const pieceBytes = 16 * 1024

/** CRC-32 as in zip and gzip (RFC 1952, section 8). */
function crcOf(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})
