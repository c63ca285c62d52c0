import type { Details } from '#shared/api/details.ts'
import { giveChecks } from '../store/check-rows.ts'
import type { Sealing } from '../store/sealing.ts'
import type { Transaction } from '../store/store.ts'
import { questionHashesOf } from './question-hash.ts'

/** Gives a beneficiary the checks of exactly these details that were asked before it was saved. */
export function attachChecks(
  { db }: Transaction,
  { sealing }: { readonly sealing: Sealing },
  beneficiaryId: string,
  details: Details,
): Promise<void> {
  return giveChecks(db, questionHashesOf(sealing, details), beneficiaryId)
}
