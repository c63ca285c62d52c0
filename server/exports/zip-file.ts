import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file in the archive, whose content comes piece by piece. */
interface ZipEntry {
  readonly name: string
  readonly pieces: AsyncIterable<string>
}

/**
 * A ZIP archive (APPNOTE 6.3.3) in pieces, none of which waits for the next: the sizes of an entry follow it, as they are not known before. For
 * archives of less than 4 GiB, whose times tell nothing.
 */
export async function* zipFile(entries: readonly ZipEntry[]): AsyncIterable<Uint8Array> {
  let offset = 0
  const directory: Uint8Array[] = []
  for (const { name, pieces } of entries) {
    const head = localHeader(name)
    yield head
    const sums = { crc: 0, packed: 0, whole: 0 }
    yield* deflated(pieces, sums)
    const tail = joined(u32(0x08074b50), ...sumsOf(sums))
    yield tail
    directory.push(centralHeader(name, sums, offset))
    offset += head.byteLength + sums.packed + tail.byteLength
  }
  const central = joined(...directory)
  yield central
  const counts = [u16(0), u16(0), u16(entries.length), u16(entries.length)]
  yield joined(u32(0x06054b50), ...counts, u32(central.byteLength), u32(offset), u16(0))
}

/** What is added up while an entry is written. */
interface Sums {
  crc: number
  packed: number
  whole: number
}

async function* deflated(pieces: AsyncIterable<string>, sums: Sums): AsyncIterable<Uint8Array> {
  const summed = async function* () {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece)
      sums.crc = crc32(bytes, sums.crc)
      sums.whole += bytes.byteLength
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  // What fails in the source fails here: reading the other end throws it.
  pipeline(Readable.from(summed()), deflate).catch(() => {})
  for await (const packed of deflate) {
    sums.packed += packed.byteLength
    yield packed
  }
}

/** Needed to read it: 2.0. The sizes follow, the name is UTF-8; deflated; midnight of the first day of 1980. */
const common = () => [u16(20), u16(0x0808), u16(8), u16(0), u16(0x0021)]

function localHeader(name: string): Uint8Array {
  const bytes = Buffer.from(name)
  const sums = sumsOf({ crc: 0, packed: 0, whole: 0 })
  return joined(u32(0x04034b50), ...common(), ...sums, u16(bytes.byteLength), u16(0), bytes)
}

function centralHeader(name: string, sums: Sums, offset: number): Uint8Array {
  const bytes = Buffer.from(name)
  const lengths = [u16(bytes.byteLength), u16(0), u16(0)]
  const rest = [u16(0), u16(0), u32(0), u32(offset), bytes]
  return joined(u32(0x02014b50), u16(20), ...common(), ...sumsOf(sums), ...lengths, ...rest)
}

function sumsOf({ crc, packed, whole }: Sums): readonly Uint8Array[] {
  return [u32(crc), u32(packed), u32(whole)]
}

function u16(value: number): Uint8Array {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}
