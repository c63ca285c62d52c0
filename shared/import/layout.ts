import { joinedKey } from './heading-key.ts'

/** Names the layout of a file, by its headings and their order: for files of one layout a corrected matching is remembered. */
export function layoutOf(headings: readonly string[]): string {
  return hashOf(headings.map(joinedKey).join('|'))
}

/** FNV-1a over 64 bits, in hexadecimal: names a layout, protects nothing. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let place = 0; place < text.length; place += 1)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(place))) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}
