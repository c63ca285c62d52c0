import { FileReadError, type SignedFormat } from './refusal.ts'
import type { ZipEntry } from './zip.ts'

/**
 * Refuses by its first bytes what other programs write, whatever the file is named.
 * @throws Refused
 */
export function requireOtherThan(bytes: Uint8Array): void {
  for (const [refusal, signature, place = 0] of signatures)
    if (isAt(bytes, signature, place)) throw new FileReadError({ refusal, params: {} })
  if (isAt(bytes, '\xd0\xcf\x11\xe0')) throw new FileReadError({ refusal: kindOfOldOffice(bytes), params: {} })
}

export function isZip(bytes: Uint8Array): boolean {
  return isAt(bytes, 'PK\x03\x04') || isAt(bytes, 'PK\x05\x06')
}

/**
 * Refuses an archive that is no workbook of Excel.
 * @throws Refused
 */
export function requireWorkbook(entries: ReadonlyMap<string, ZipEntry>): void {
  const kind = kindOfArchive([...entries.keys()])
  if (kind !== undefined) throw new FileReadError({ refusal: kind, params: {} })
}

function kindOfArchive(names: readonly string[]): SignedFormat | undefined {
  if (names.includes('xl/workbook.bin')) return 'binary_workbook'
  if (names.includes('mimetype') && names.includes('content.xml')) return 'opendocument'
  if (names.some((name) => name.endsWith('.iwa'))) return 'apple_numbers'
  if (names.some((name) => name.startsWith('word/') || name.startsWith('ppt/'))) return 'document'
  return names.includes('[Content_Types].xml') ? undefined : 'archive'
}

/** Before Office 2007 each file was one of these, and one with a password is until today. */
function kindOfOldOffice(bytes: Uint8Array): SignedFormat {
  if (isNamedIn(bytes, 'EncryptedPackage')) return 'password'
  return isNamedIn(bytes, 'WordDocument') ? 'document' : 'old_excel'
}

/** Whether the directory of such a file has this name, two bytes a letter; it is among the first or the last bytes. */
function isNamedIn(bytes: Uint8Array, name: string): boolean {
  const wide = [...name].join('\0')
  const ends = [bytes.subarray(0, directoryBytes), bytes.subarray(-directoryBytes)]
  return ends.some((part) => String.fromCharCode(...part).includes(wide))
}

const directoryBytes = 16 * 1024

/** One sign a byte. */
const signatures: readonly (readonly [SignedFormat, string, number?])[] = [
  ['pdf', '%PDF'],
  ['picture', '\x89PNG'],
  ['picture', '\xff\xd8\xff'],
  ['picture', 'GIF8'],
  ['picture', 'RIFF'],
  ['picture', 'II*\0'],
  ['picture', 'MM\0*'],
  ['picture', 'ftyp', 4],
  ['archive', '\x1f\x8b'],
  ['archive', '7z\xbc\xaf'],
  ['archive', 'Rar!'],
  ['document', '{\\rtf'],
  ['utf_32', '\xff\xfe\0\0'],
  ['utf_32', '\0\0\xfe\xff'],
]

function isAt(bytes: Uint8Array, signature: string, place = 0): boolean {
  return String.fromCharCode(...bytes.subarray(place, place + signature.length)) === signature
}
