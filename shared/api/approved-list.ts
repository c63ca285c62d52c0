import { canonicalJson } from './canonical-json.ts'

/*
 * Many payouts that are approved by one act, as a tree of hashes (RFC 9162 builds its log likewise): its root names the whole list in its order,
 * and of each payout a few hashes prove that it stood in it. Page and server build the same tree of what each of them has.
 */

/** What of a payout an approval is of: this version with exactly this request, with exactly these warnings shown, those of these kinds confirmed. */
export interface ListedPayout {
  readonly id: string
  readonly version: number
  readonly requestHash: string
  readonly warningsHash: string
  readonly confirmedKinds: readonly string[]
}

/** SHA-256 of each of the texts, in base64url: the way to it differs between browsers and servers. */
export type HashAll = (texts: readonly string[]) => Promise<readonly string[]>

/** The hashes of payouts: the leaves of the tree. */
export function leavesOf(payouts: readonly ListedPayout[], hashAll: HashAll): Promise<readonly string[]> {
  return hashAll(payouts.map(leafText))
}

/** What begins otherwise than a pair does: neither can be taken for the other. Kinds say the same in any order. */
function leafText({ id, version, requestHash, warningsHash, confirmedKinds }: ListedPayout): string {
  const kinds = [...new Set(confirmedKinds)].toSorted()
  return `payout ${canonicalJson({ id, version, requestHash, warningsHash, confirmedKinds: kinds })}`
}

/**
 * The root over hashes; of none, the empty text. The roots of parts of a list are the leaves of the same tree, where each part but the last
 * has as many leaves as the first one, and that is a power of two.
 */
export async function rootOf(leaves: readonly string[], hashAll: HashAll): Promise<string> {
  const levels = await levelsOf(leaves, hashAll)
  return levels.at(-1)?.[0] ?? ''
}

/** A hash beside the way from a leaf to the root, and on which side of it. */
export interface SiblingHash {
  readonly side: 'left' | 'right'
  readonly hash: string
}

/** All levels of the tree over hashes, the leaves first and the root last. */
export async function levelsOf(leaves: readonly string[], hashAll: HashAll): Promise<readonly (readonly string[])[]> {
  const levels: (readonly string[])[] = [leaves]
  for (let level = leaves; level.length > 1; levels.push(level)) level = await above(level, hashAll)
  return levels
}

/** The sibling hashes on the way from the leaf at this place up to the root: with the leaf, they prove the root. */
export function wayUp(levels: readonly (readonly string[])[], place: number): readonly SiblingHash[] {
  return levels.flatMap((level, height) => {
    const at = Math.floor(place / 2 ** height)
    const hash = level[at % 2 === 0 ? at + 1 : at - 1]
    return hash === undefined ? [] : [{ side: at % 2 === 0 ? 'right' : 'left', hash } as const]
  })
}

/** The root that follows from a leaf and the sibling hashes on its way. */
export async function rootBy(leaf: string, way: readonly SiblingHash[], hashAll: HashAll): Promise<string> {
  let hash = leaf
  for (const { side, hash: other } of way) {
    const [one = ''] = await hashAll([side === 'right' ? pairText(hash, other) : pairText(other, hash)])
    hash = one
  }
  return hash
}

/** One level up: each two neighbours make one hash; the last of an odd number goes up as it is. */
async function above(level: readonly string[], hashAll: HashAll): Promise<readonly string[]> {
  const pairs = Array.from({ length: Math.floor(level.length / 2) }, (_, i) =>
    pairText(level[2 * i] ?? '', level[2 * i + 1] ?? ''),
  )
  const hashes = await hashAll(pairs)
  const [last] = level.length % 2 === 1 ? level.slice(-1) : []
  return last === undefined ? hashes : [...hashes, last]
}

function pairText(left: string, right: string): string {
  return `pair ${left} ${right}`
}
