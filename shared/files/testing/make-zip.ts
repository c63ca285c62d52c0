import { crc32, deflateRawSync } from 'node:zlib'

/** A file to pack, and what its archive says wrongly of it. */
export interface ArchiveMember {
  readonly name: string
  readonly content: string | Uint8Array
  readonly isStored?: boolean
  readonly isEncrypted?: boolean
  readonly crc?: number
  readonly size?: number
  /** Sizes are in the extra field, as in archives over 4 GiB. */
  readonly isWide?: boolean
}

/** A zip archive, as hostile as it is told to be. */
export function makeZip(files: readonly ArchiveMember[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const content = Buffer.from(file.content)
    const packed = file.isStored ? content : deflateRawSync(content)
    const name = Buffer.from(file.name)
    const [listed, ...rest] = entry(file, name, content, packed, offset)
    // The header before the file repeats the directory's entry, from its second field to the length of the name.
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    listed.copy(head, 4, 6, 30)
    directory.push(listed, ...rest)
    parts.push(head, name, packed)
    offset += head.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

function entry(
  file: ArchiveMember,
  name: Buffer,
  content: Buffer,
  packed: Buffer,
  offset: number,
): [Buffer, ...Buffer[]] {
  const size = file.size ?? content.length
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50)
  head.writeUInt16LE(file.isEncrypted ? 1 : 0, 8)
  head.writeUInt16LE(file.isStored ? 0 : 8, 10)
  head.writeUInt32LE(file.crc ?? crc32(content), 16)
  head.writeUInt32LE(file.isWide ? 0xffffffff : packed.length, 20)
  head.writeUInt32LE(file.isWide ? 0xffffffff : size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  if (!file.isWide) return [head, name]
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  extra.writeBigUInt64LE(BigInt(size), 4)
  extra.writeBigUInt64LE(BigInt(packed.length), 12)
  head.writeUInt16LE(extra.length, 30)
  return [head, name, extra]
}
