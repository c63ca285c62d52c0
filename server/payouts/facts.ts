import type { Issue } from '#shared/api/issue.ts'
import { twinTerms } from '../beneficiaries/beneficiary-warnings.ts'
import { detailsHash } from '../beneficiaries/details.ts'
import type { Written } from '../beneficiaries/written-entry.ts'
import { allAmountLimits } from '../store/amount-limit-rows.ts'
import { type BeneficiaryRow, findBeneficiaries } from '../store/beneficiary-rows.ts'
import { findSavedDetails, type SavedDetails } from '../store/details-rows.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import { findSamePayouts, type SamePayouts } from '../store/same-payouts.ts'
import type { Reader } from '../store/store.ts'
import { findTermHolders, type TermHolders } from '../store/term-holders.ts'
import { validationHashes, warningsByQuestion } from '../validations/saved-validations.ts'
import { findUsualAmounts, type UsualAmounts } from './amount-warnings.ts'
import type { Named } from './details-once.ts'
import { repetitionOf } from './duplicate-warnings.ts'

/*
 * What payouts are weighed against beside the rule book: saved beneficiaries, other payouts, validations, limits. It is looked up for many
 * payouts at once, in some ten queries for each hundred; what is said of each then asks nothing more:
 *
 *   const facts = await factsFor(reader, payouts)
 *   const warnings = payouts.map((payout) => warningsOf(reader, facts, payout))
 *   const authors = payouts.map((payout) => facts.details.authors(paidDetails(reader, payout.written, beneficiaryId)))
 *
 * Facts hold for as long as nobody writes: within one transaction, or for what is only shown. Whoever writes on with the same facts adds what
 * they wrote, so that payouts of one group see one another.
 */

/** A payout that is weighed. */
export interface Weighed {
  readonly written: Written
  /** Whom it pays; undefined for somebody who is not saved. */
  readonly beneficiaryId: string | undefined
  /** Which payout it is; undefined for one that is being entered. */
  readonly payout: Pick<PayoutRow, 'id' | 'created_at'> | undefined
  /** The saved beneficiary that it names; undefined where its details are to become the saved ones. */
  readonly named: Named | undefined
}

export interface Facts {
  readonly beneficiaries: Map<string, BeneficiaryRow>
  readonly details: SavedDetails
  readonly holders: TermHolders
  readonly same: SamePayouts
  readonly usual: UsualAmounts
  /** What validations raise, by the hash of the question that each answers. */
  readonly validations: ReadonlyMap<string, Issue>
  /** Amounts by currency. */
  readonly limits: ReadonlyMap<string, string>
}

/** Looks up all that speaks of any of these payouts, of a hundred at most. */
export async function factsFor(reader: Reader, payouts: readonly Weighed[]): Promise<Facts> {
  const { db, encryption } = reader
  const named = payouts.flatMap(({ beneficiaryId, named: own }) =>
    [beneficiaryId ?? [], own?.beneficiary_id ?? []].flat(),
  )
  const paid = payouts.flatMap(({ written, beneficiaryId, named: own }) =>
    [beneficiaryId, own?.beneficiary_id].flatMap((id) => (id === undefined ? [] : [paidDetails(reader, written, id)])),
  )
  const limits = await allAmountLimits(db)
  return {
    beneficiaries: new Map((await findBeneficiaries(db, named)).map((row) => [row.id, row])),
    details: await findSavedDetails(reader, paid),
    holders: await findTermHolders(
      db,
      payouts.flatMap(({ written }) => twinTerms(encryption, written)),
    ),
    same: await findSamePayouts(
      db,
      payouts.flatMap((payout) => repetitionOf(reader, payout.written, payout.payout) ?? []),
    ),
    usual: await findUsualAmounts(reader, payouts),
    validations: await warningsByQuestion(
      reader,
      payouts.flatMap(({ written }) => validationHashes(encryption, written.entry)),
    ),
    limits: new Map(limits.map(({ currency_code, amount }) => [currency_code, amount])),
  }
}

/** By what it is known who typed the details that a payout pays to. */
export function paidDetails(reader: Reader, { reading: { request } }: Written, beneficiaryId: string) {
  return { beneficiaryId, detailsHash: detailsHash(reader, request) }
}
