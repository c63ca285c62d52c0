import { countBankUses } from '../bank-names/bank-name-rows.ts'
import type { BeneficiaryRow } from '../entry/beneficiary-rows.ts'
import type { DetailsChange } from '../entry/details-rows.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { insertRows } from '../store/insert-rows.ts'
import type { Tables } from '../store/schema.ts'
import type { Event, Transaction } from '../store/store.ts'
import { giveValidations } from '../validations/validation-rows.ts'

/** What new beneficiaries and payouts come to in the tables: written together, those of a whole group with a few statements. */
export interface Additions {
  readonly beneficiaries: readonly BeneficiaryRow[]
  readonly details: readonly DetailsChange[]
  readonly payouts: readonly PayoutRow[]
  readonly terms: readonly Tables['search_terms'][]
  /** Questions whose validations have no beneficiary yet, with the one that they get. */
  readonly validations: readonly { readonly questionHash: string; readonly beneficiaryId: string }[]
  /** The banks that are paid to, each as often as it is. */
  readonly banks: readonly string[]
  readonly events: readonly Event[]
}

export const nothingAdded: Additions = {
  beneficiaries: [],
  details: [],
  payouts: [],
  terms: [],
  validations: [],
  banks: [],
  events: [],
}

/** All of them in their order. */
export function joinedAdditions(all: readonly Additions[]): Additions {
  return {
    beneficiaries: all.flatMap(({ beneficiaries }) => beneficiaries),
    details: all.flatMap(({ details }) => details),
    payouts: all.flatMap(({ payouts }) => payouts),
    terms: all.flatMap(({ terms }) => terms),
    validations: all.flatMap(({ validations }) => validations),
    banks: all.flatMap(({ banks }) => banks),
    events: all.flatMap(({ events }) => events),
  }
}

/** Writes what was added, and what the audit log says of it. */
export async function writeAdditions({ db, audit }: Transaction, added: Additions): Promise<void> {
  await insertRows(db, 'beneficiaries', added.beneficiaries)
  await insertRows(db, 'details_changes', added.details)
  await insertRows(db, 'payouts', added.payouts)
  await insertRows(db, 'search_terms', added.terms)
  await giveValidations(db, added.validations)
  await countBankUses(db, added.banks)
  if (added.events.length > 0) await audit(...added.events)
}
