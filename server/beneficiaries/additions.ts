import { countBankUses } from '../bank-names/bank-name-rows.ts'
import type { BeneficiaryRow } from '../entry/beneficiary-rows.ts'
import type { DetailsChange } from '../entry/details-rows.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { PhoneRow } from '../entry/phone-rows.ts'
import { insertRows } from '../store/insert-rows.ts'
import type { Tables } from '../store/schema.ts'
import type { Event, Transaction } from '../store/store.ts'
import { giveValidations } from '../validations/validation-rows.ts'

/** What a new beneficiary or payout adds to the tables: that of a whole group is written together, with a few statements. */
export interface Additions {
  readonly beneficiaries?: readonly BeneficiaryRow[]
  readonly details?: readonly DetailsChange[]
  readonly phones?: readonly PhoneRow[]
  readonly payouts?: readonly PayoutRow[]
  readonly terms?: readonly Tables['search_terms'][]
  /** Questions whose validations have no beneficiary yet, with the one that they get. */
  readonly validations?: readonly { readonly questionHash: string; readonly beneficiaryId: string }[]
  /** The banks that are paid to, each as often as it is. */
  readonly banks?: readonly string[]
  readonly events?: readonly Event[]
}

/** Writes what was added, in its order, and the entries of the audit log. */
export async function writeAdditions({ db, audit }: Transaction, all: readonly Additions[]): Promise<void> {
  await insertRows(
    db,
    'beneficiaries',
    all.flatMap(({ beneficiaries = [] }) => beneficiaries),
  )
  await insertRows(
    db,
    'details_changes',
    all.flatMap(({ details = [] }) => details),
  )
  await insertRows(
    db,
    'phone_numbers',
    all.flatMap(({ phones = [] }) => phones),
  )
  await insertRows(
    db,
    'payouts',
    all.flatMap(({ payouts = [] }) => payouts),
  )
  await insertRows(
    db,
    'search_terms',
    all.flatMap(({ terms = [] }) => terms),
  )
  await giveValidations(
    db,
    all.flatMap(({ validations = [] }) => validations),
  )
  await countBankUses(
    db,
    all.flatMap(({ banks = [] }) => banks),
  )
  const events = all.flatMap((added) => added.events ?? [])
  if (events.length > 0) await audit(...events)
}
