import type { Issue } from '#shared/api/issue.ts'
import { twinTerms } from '../beneficiaries/beneficiary-warnings.ts'
import { type BeneficiaryRow, findBeneficiaries } from '../entry/beneficiary-rows.ts'
import { detailsHash } from '../entry/details.ts'
import { findSavedDetails, type SavedDetails } from '../entry/details-rows.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { findSamePayouts, type SamePayouts } from '../entry/same-payout-rows.ts'
import type { EntryWithReading } from '../entry/written-entry.ts'
import { authorsInRow } from '../payout-state/approval-columns.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import type { PolicyInForce } from '../policy/approval-policy.ts'
import { atLeast, type Need, oneApproval } from '../policy/approvals-needed.ts'
import { needByAuthors, needOf } from '../policy/need-of-payout.ts'
import { findTermHolders, type TermHolders } from '../search/term-holders.ts'
import type { Reader } from '../store/store.ts'
import { type AnswersByQuestion, answersByQuestion, validationHashes } from '../validations/saved-validations.ts'
import { findUsualAmounts, type UsualAmounts } from './amount-warnings.ts'
import { type CallBackFacts, callBackFacts } from './call-back-facts.ts'
import { type ComparedAmounts, comparedAmounts } from './compared-amounts.ts'
import type { BeneficiaryVersionColumns } from './details-once.ts'
import { repetitionOf } from './duplicate-warnings.ts'

/*
 * What payouts are assessed against besides the rule book: saved beneficiaries, other payouts, validations, limits. It is looked up for many
 * payouts at once, in some ten queries for each hundred; assessing each then needs no further query:
 *
 *   const facts = await factsFor(reader, payouts)
 *   const warnings = payouts.map((payout) => warningsOf(reader, facts, payout))
 *
 * Facts are valid as long as nothing is written: within one transaction, or for display only. Code that writes more with the same facts adds
 * what it wrote, so that payouts of one group see one another.
 */

/** A payout whose warnings are to be found. */
export interface PayoutToAssess {
  readonly written: EntryWithReading
  /** The beneficiary whom it pays; undefined for one who is not saved. */
  readonly beneficiaryId: string | undefined
  /** Which payout it is; undefined for one that is being entered. */
  readonly payout:
    | (Pick<PayoutRow, 'id' | 'created_at'> & Partial<Pick<PayoutRow, 'entered_by' | 'approvals_why'>>)
    | undefined
  /** The refused payout that it pays in the place of. */
  readonly replacedId?: string | null | undefined
  /** The saved beneficiary that it names; undefined where its details are to become the saved ones. */
  readonly named: BeneficiaryVersionColumns | undefined
}

export interface AssessmentFacts extends ComparedAmounts {
  readonly beneficiaries: Map<string, BeneficiaryRow>
  readonly details: SavedDetails
  readonly holders: TermHolders
  readonly same: SamePayouts
  /** Those that others pay in the place of, by their ids. */
  readonly replaced: ReadonlyMap<string, PayoutRow>
  readonly usual: UsualAmounts
  readonly validations: AnswersByQuestion
  readonly callBacks: CallBackFacts
}

/** Looks up everything that concerns any of these payouts, a hundred at most. */
export async function factsFor(reader: Reader, payouts: readonly PayoutToAssess[]): Promise<AssessmentFacts> {
  const { db, encryption } = reader
  const named = payouts.flatMap(({ beneficiaryId, named: own }) =>
    [beneficiaryId ?? [], own?.beneficiary_id ?? []].flat(),
  )
  const paid = payouts.flatMap(({ written, beneficiaryId, named: own }) =>
    [beneficiaryId, own?.beneficiary_id].flatMap((id) => (id === undefined ? [] : [paidDetails(reader, written, id)])),
  )
  const amounts = await comparedAmounts(reader)
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
    replaced: new Map(
      (
        await findPayouts(
          db,
          payouts.flatMap(({ replacedId }) => replacedId ?? []),
        )
      ).map((row) => [row.id, row]),
    ),
    usual: await findUsualAmounts(reader, payouts),
    validations: await answersByQuestion(
      reader,
      payouts.flatMap(({ written }) => validationHashes(encryption, written.entry)),
    ),
    callBacks: await callBackFacts(reader, payouts, amounts),
    ...amounts,
  }
}

/** A payout that was saved, with its beneficiary if that is new. */
interface AddedPayout extends Pick<PayoutToAssess, 'written'> {
  readonly payout: PayoutRow
  readonly beneficiary: BeneficiaryRow | undefined
}

/** Adds what was saved, for the payouts after it. */
export function addSaved(reader: Reader, facts: AssessmentFacts, { written, payout, beneficiary }: AddedPayout): void {
  const repetition = repetitionOf(reader, written, payout)
  if (repetition !== undefined) facts.same.add(repetition, payout)
  if (beneficiary === undefined) return
  facts.beneficiaries.set(beneficiary.id, beneficiary)
  facts.holders.add(beneficiary.id, twinTerms(reader.encryption, written))
}

/** Whose these payouts are for their details by now, of a hundred at most. */
export async function detailsAuthors(
  reader: Reader,
  rows: readonly PayoutRow[],
): Promise<(row: PayoutRow) => readonly string[]> {
  const paid = new Map(
    rows.flatMap((row) =>
      row.beneficiary_id === null
        ? []
        : [[row, paidDetails(reader, writtenPayout(reader, row), row.beneficiary_id)] as const],
    ),
  )
  const details = await findSavedDetails(reader, [...paid.values()])
  return (row) => {
    const own = paid.get(row)
    return own === undefined ? [] : details.authors(own)
  }
}

/** Whose a payout is by now for the details that it pays to, of those that were looked up. */
export function authorsNow(reader: Reader, { details }: Pick<AssessmentFacts, 'details'>) {
  return ({ row, written }: Omit<PayoutForReview, 'warnings'>): readonly string[] =>
    row.beneficiary_id === null ? [] : details.authors(paidDetails(reader, written, row.beneficiary_id))
}

/** The key to who typed the details that a payout pays to. */
export function paidDetails(reader: Reader, { reading: { request } }: EntryWithReading, beneficiaryId: string) {
  return { beneficiaryId, detailsHash: detailsHash(reader, request) }
}

/** A payout that is saved or as it is about to be, with its current warnings. */
interface PayoutForReview {
  readonly row: Pick<PayoutRow, 'id' | 'batch_id' | 'beneficiary_id' | 'entered_by'>
  readonly written: EntryWithReading
  readonly warnings: readonly Issue[]
}

/**
 * How a payout goes to review as it is, sent by a person, with a form or without, or by the app, as the rules have changed: its payee, the authors
 * of the details that it pays to, and the approvals that it takes; where it has errors it is not reviewed, and one is enough.
 */
export function reviewOf(reader: Reader, facts: AssessmentFacts, { row, written, warnings }: PayoutForReview) {
  const paid = { written, beneficiaryId: row.beneficiary_id }
  const detailsBy = authorsNow(reader, facts)({ row, written })
  return {
    paid,
    detailsBy,
    async need(policy?: PolicyInForce): Promise<Need> {
      if (written.reading.errors.length > 0) return oneApproval
      const need = await needOf(reader, { id: row.id, batchId: row.batch_id, ...paid, warnings }, policy)
      return atLeast(need, (await needByAuthors(reader))([...authorsInRow(row), ...detailsBy]))
    },
  }
}
