import type { Details } from '#shared/api/details.ts'
import type { Encryption } from '../store/encryption.ts'
import type { Transaction } from '../store/store.ts'
import { giveValidations } from '../store/validation-rows.ts'
import { questionHashesOf } from './question-hash.ts'

/** Gives a beneficiary the checks of exactly these details that were asked before it was saved. */
export function attachValidations(
  { db }: Transaction,
  { encryption }: { readonly encryption: Encryption },
  beneficiaryId: string,
  details: Details,
): Promise<void> {
  return giveValidations(db, questionHashesOf(encryption, details), beneficiaryId)
}
