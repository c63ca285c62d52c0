import { randomInt } from 'node:crypto'
import { payoutsByReference } from '../entry/payout-rows.ts'
import type { Reader } from '../store/store.ts'

/** Without 0 and O, 1, I and L, U and V, which are taken for each other. */
const letters = '23456789ABCDEFGHJKMNPQRSTWXYZ'

const length = 8

/** A reference of ours that no payout has, such as PD-7K3MX2QA. */
export async function newReference(reader: Reader): Promise<string> {
  const [reference] = await newReferences(reader, 1)
  return reference ?? ''
}

/** This many new references, all different. */
export async function newReferences(reader: Reader, count: number): Promise<readonly string[]> {
  const found = new Set<string>()
  while (found.size < count) {
    const made = Array.from({ length: count - found.size }, madeReference)
    const taken = await payoutsByReference(reader, made)
    for (const reference of made) if (!taken.has(reference)) found.add(reference)
  }
  return [...found]
}

function madeReference(): string {
  return `PD-${Array.from({ length }, () => letters[randomInt(letters.length)]).join('')}`
}

/** Whether it has the form of those that the app makes; any other was typed, and may say anything. */
export function isOwnReference(reference: string): boolean {
  return ownReference.test(reference)
}

const ownReference = new RegExp(`^PD-[${letters}]{${length}}$`)

/** The id of the other payout that has a reference; null when there is none. */
export async function otherWithReference(
  reader: Reader,
  reference: string,
  payoutId: string | undefined,
): Promise<string | null> {
  const holder = (await payoutsByReference(reader, [reference])).get(reference)
  return holder === undefined || holder === payoutId ? null : holder
}
