import { randomInt } from 'node:crypto'
import { issueOn } from '#shared/api/issue.ts'
import { Failure } from '../failure.ts'
import { payoutByReference } from '../store/payout-rows.ts'
import type { Reader } from '../store/store.ts'

/** Without 0 and O, 1, I and L, U and V, which are taken for each other. */
const letters = '23456789ABCDEFGHJKMNPQRSTWXYZ'

const length = 8

/** A reference of ours that no payout has, such as PD-7K3MX2QA. */
export async function newReference(reader: Reader): Promise<string> {
  for (;;) {
    const characters = Array.from({ length }, () => letters[randomInt(letters.length)])
    const reference = `PD-${characters.join('')}`
    if ((await payoutByReference(reader, reference)) === undefined) return reference
  }
}

/** Whether it has the form of those that the app makes; any other was typed, and may say anything. */
export function isOwnReference(reference: string): boolean {
  return ownReference.test(reference)
}

const ownReference = new RegExp(`^PD-[${letters}]{${length}}$`)

/** @throws Failure REFERENCE_TAKEN when another payout has it */
export async function requireOwnReference(reader: Reader, reference: string, payoutId: string): Promise<void> {
  const holder = await payoutByReference(reader, reference)
  if (holder === undefined || holder === payoutId) return
  const detail = 'Another payout has this reference. Choose another, or leave it empty.'
  const error = issueOn('externalReference', 'reference_taken', { payoutId: holder }, detail)
  throw new Failure('REFERENCE_TAKEN', detail, { errors: [{ within: 'entry', ...error }] })
}
