import type { RawEntry } from '#shared/payout/entry.ts'
import { filledIn, secretsGiven, secretsRead } from '../entry/filled-in.ts'
import { type TypedValues, typedByNow } from '../entry/typed-by.ts'
import { readWritten, type TypedEntry } from '../entry/written-entry.ts'
import type { Actor } from '../people/member.ts'
import type { Reader } from '../store/store.ts'

/** A beneficiary as a person saves them. */
interface ReadBeneficiary extends TypedEntry {
  /** Secret numbers that were filled in: the person was not shown them. */
  readonly secrets: readonly string[]
}

/**
 * Reads a beneficiary that is to be saved; what is left out is filled in from `before`, as they are saved.
 * @throws Failure FIELDS_INVALID
 */
export function readBeneficiary(reader: Reader, person: Actor, given: RawEntry, before?: TypedValues): ReadBeneficiary {
  const filled = before === undefined ? given : filledIn(reader, given, before.entry)
  const read = readWritten(reader, filled, 'beneficiary', secretsGiven(reader, filled, given))
  return {
    ...read,
    secrets: secretsRead(reader, filled, given, read),
    typedBy: typedByNow(reader.fields, read.entry, { personId: person.id, given, before }),
  }
}
