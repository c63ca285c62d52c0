import { decoderOf } from '#shared/files/decode-text.ts'
import { type UnpackingBudget, unpack } from '#shared/files/unpack.ts'
import { type XmlReader, XmlScanner } from '#shared/files/xml-scanner.ts'
import type { ZipEntry } from '#shared/files/zip.ts'

/** The parts of a workbook, which is a zip archive, by their paths. */
export interface Package {
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly budget: UnpackingBudget
}

/**
 * Reads a part with this reader, a step for each piece; what it yields is how much of the part was read, from 0 to 1.
 * @throws Refused
 */
export async function* readWorkbookPart(
  entry: ZipEntry,
  budget: UnpackingBudget,
  reader: XmlReader,
): AsyncGenerator<number> {
  budget.take(entry)
  const scanner = new XmlScanner(reader)
  let decode: ((bytes: Uint8Array) => string) | undefined
  let read = 0
  for await (const bytes of unpack(entry)) {
    decode ??= decoderOf(bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8')
    scanner.read(decode(bytes))
    read += bytes.length
    yield read / entry.size
  }
}

/** Reads a part whole; does nothing where it is not there. */
export async function readWholePart({ entries, budget }: Package, path: string, reader: XmlReader): Promise<void> {
  const entry = entries.get(path)
  if (entry === undefined) return
  const steps = readWorkbookPart(entry, budget, reader)
  while (!(await steps.next()).done);
}
