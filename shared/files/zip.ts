import { FileReadError, fileLimits } from './refusal.ts'

/** One file of a zip archive, still packed. */
export interface ZipEntry {
  readonly name: string
  readonly packed: Uint8Array
  /** Bytes when unpacked, as the archive says; nothing beyond is ever unpacked. */
  readonly size: number
  readonly crc: number
  readonly isDeflated: boolean
}

/**
 * The files of a zip archive (PKWARE APPNOTE 6.3.10, sections 4.3.12 and 4.3.16) by their names, as its directory at the end lists them. Nothing is
 * unpacked yet.
 * @throws Refused damaged where the directory leads nowhere, password where a file is encrypted
 */
export function zipEntries(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfDirectory(view)
  const count = view.getUint16(end + 10, true)
  const entries = new Map<string, ZipEntry>()
  let place = view.getUint32(end + 16, true)
  for (let index = 0; index < Math.min(count, mostEntries); index += 1) {
    if (place + headerBytes > end || view.getUint32(place, true) !== 0x02014b50) throw damagedFile()
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((at) => view.getUint16(place + at, true))
    const next = place + headerBytes + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0)
    if (next > end) throw damagedFile()
    const entry = entryAt(view, bytes, place)
    entries.set(entry.name, entry)
    place = next
  }
  return entries
}

export function damagedFile(): FileReadError {
  return new FileReadError({ refusal: 'damaged', params: {} })
}

const headerBytes = 46

/** A workbook has some dozens, one with many pictures some thousands. */
const mostEntries = 10_000

/** The position of the record that ends the archive: in its last bytes, before a note of at most 65,535. */
function endOfDirectory(view: DataView): number {
  const last = view.byteLength - 22
  for (let place = last; place >= Math.max(0, last - 0xffff); place -= 1)
    if (view.getUint32(place, true) === 0x06054b50) return place
  throw damagedFile()
}

function entryAt(view: DataView, bytes: Uint8Array, place: number): ZipEntry {
  const isEncrypted = (view.getUint16(place + 8, true) & 1) === 1
  const method = view.getUint16(place + 10, true)
  const crc = view.getUint32(place + 16, true)
  const nameLength = view.getUint16(place + 28, true)
  const name = nameOf(bytes.subarray(place + headerBytes, place + headerBytes + nameLength))
  if (isEncrypted) throw new FileReadError({ refusal: 'password', params: {} })
  const { packedSize, size, offset } = sizesAt(view, place)
  const isInside = offset + 30 <= view.byteLength && view.getUint32(offset, true) === 0x04034b50
  if (!isInside || (method !== 0 && method !== 8)) throw damagedFile()
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (start + packedSize > view.byteLength) throw damagedFile()
  return { name, packed: bytes.subarray(start, start + packedSize), size, crc, isDeflated: method === 8 }
}

/** A size that does not fit, or was not known when the file began, is in the extra field 0001 (section 4.5.3); only the missing ones are there. */
function sizesAt(view: DataView, place: number): { packedSize: number; size: number; offset: number } {
  const given = { size: place + 24, packedSize: place + 20, offset: place + 42 }
  const sizes = { size: 0, packedSize: 0, offset: 0 }
  let wide = wideSizesAt(view, place)
  for (const key of ['size', 'packedSize', 'offset'] as const) {
    const value = view.getUint32(given[key], true)
    const isElsewhere = value === 0xffffffff && wide !== undefined && wide + 8 <= view.byteLength
    sizes[key] = isElsewhere && wide !== undefined ? Number(view.getBigUint64(wide, true)) : value
    if (isElsewhere && wide !== undefined) wide += 8
  }
  return sizes
}

function wideSizesAt(view: DataView, place: number): number | undefined {
  let extra = place + headerBytes + view.getUint16(place + 28, true)
  const end = extra + view.getUint16(place + 30, true)
  while (extra + 4 <= end) {
    if (view.getUint16(extra, true) === 1) return extra + 4
    extra += 4 + view.getUint16(extra + 2, true)
  }
  return undefined
}

/** The names that matter are ASCII. */
function nameOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, fileLimits.pathCharacters))
}
