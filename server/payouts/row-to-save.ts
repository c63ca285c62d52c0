import { type Issue, warningId } from '#shared/api/issue.ts'
import { bankIdOf } from '#shared/banks/bank-names.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { differingFields } from '#shared/payout/entry.ts'
import { bankRulesOf, isBankCode } from '#shared/rule-book/bank-code.ts'
import type { Additions } from '../beneficiaries/additions.ts'
import { requireConfirmed, warningsOfSaving } from '../beneficiaries/beneficiary-warnings.ts'
import type { BeneficiaryToInsert, Version } from '../beneficiaries/save-beneficiary.ts'
import { entryColumns, paymentColumns, payoutEntry } from '../entry/entry-columns.ts'
import { maskedIssue } from '../entry/masked.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { approvalColumns, approvalStateOf, authorsInRow } from '../payout-state/approval-columns.ts'
import { type ApprovalState, unentered } from '../payout-state/approval-state.ts'
import {
  auditedWarnings,
  authorsConfirmations,
  type Confirmation,
  confirmationColumns,
  confirmationsOf,
  countColumns,
  requireReasons,
} from '../payout-state/confirmations.ts'
import { auditedPayout, type MovedRow, movedRow, type PayoutEvent } from '../payout-state/moved-payout.ts'
import { lastReturn, payoutTerms, requestColumns, unsent, writtenPayout } from '../payout-state/saved-payout.ts'
import { transition } from '../payout-state/transition.ts'
import type { Actor } from '../people/member.ts'
import { oneApproval } from '../policy/approvals-needed.ts'
import { auditedPayment } from '../policy/audited-payees.ts'
import { nameKeyOf, payeeName, termRows } from '../search/search-terms.ts'
import { rowMac } from '../store/row-mac.ts'
import type { PaymentColumns } from '../store/schema.ts'
import type { Transaction } from '../store/store.ts'
import { onceWarnings } from './details-once.ts'
import { type AssessmentFacts, type PayoutToAssess, reviewOf } from './facts.ts'
import type { ReadPayout } from './read-payouts.ts'
import { replacedId } from './replaced.ts'
import { rowToAssess, warningsOf } from './warnings.ts'

/* The last steps of saving a payout: its warnings, its state, its row, and its entries of the audit log. */

/** The beneficiary of a payout. */
export interface PayoutBeneficiary extends Version {
  /** Whether the saved one is written with the payout. */
  readonly isSaved: boolean
  /** Of one that was not saved before. */
  readonly fresh?: BeneficiaryToInsert
}

/** A payout that is saved next, with whom it pays. */
export interface PayoutInTurn {
  readonly at: string
  readonly read: ReadPayout
  /** Undefined where a draft has errors in one who is new. */
  readonly beneficiary: PayoutBeneficiary | undefined
  readonly facts: AssessmentFacts
  /** The ids of the replacements that are saved together with it, by those of the payouts that they replace. */
  readonly replaced: ReadonlyMap<string, string>
}

/** The row of a payout with what is written for it: what a new one adds, or how one is changed, with its new search terms. */
export interface RowToSave {
  readonly row: PayoutRow
  readonly added: readonly Additions[]
  readonly changed?: MovedRow & { readonly terms: readonly string[] }
}

/**
 * What is written of a payout, with its warnings confirmed.
 * @throws Failure WARNINGS_UNCONFIRMED, FIELDS_INVALID for a reason that is missing, and of what it replaces as {@link replacedId}
 */
export async function rowToSave(tx: Transaction, person: Actor, paid: PayoutInTurn): Promise<RowToSave> {
  const { at, read, beneficiary, replaced } = paid
  const { id, row: before, write, written, ofBatch } = read
  const replaces_id = before === undefined ? await replacedId(tx, write, replaced) : before.replaces_id
  const { warnings, confirmations } = confirmedWarnings(tx, person, paid)
  const columns = {
    ...entryColumns(tx, 'payouts', id, written.entry, written.typedBy, written),
    ...paymentColumns(tx, written.entry),
    ...requestColumns(tx, id, written.reading.request),
    ...confirmationColumns(tx, id, confirmations),
    ...countColumns(warnings, confirmations),
    ...unsent,
    ...(write.submit && { submitted_at: at, submitted_by: person.id }),
    name_key: nameKeyOf(payeeName(written.entry, tx.fields)),
    beneficiary_id: beneficiary?.id ?? null,
    beneficiary_version: beneficiary?.version ?? null,
    updated_at: at,
    updated_by: person.id,
  }
  const state = await stateAfter(tx, person, paid, warnings, columns)
  const ofBeneficiary = beneficiary?.fresh === undefined ? [] : [beneficiary.fresh.added]
  const terms = payoutTerms(tx, { written, beneficiaryId: columns.beneficiary_id })
  if (before !== undefined) {
    const fields = differingFields(payoutEntry(tx, before), written.entry, tx.fields)
    const facts = { fields, ...amountChange(before, columns) }
    const events = saveEvents(tx, person, paid, confirmations, { action: 'payout.changed', facts })
    const changed = movedRow(tx, before, state, { ...columns, ...lastReturn(before) }, ...events)
    return { row: changed.row, added: ofBeneficiary, changed: { ...changed, terms } }
  }
  const unsigned = {
    ...columns,
    ...approvalColumns(tx.encryption, id, state),
    ...neverDone,
    id,
    version: 1,
    batch_id: ofBatch?.id ?? null,
    batch_row: ofBatch?.row ?? null,
    batch_hash: ofBatch?.hash ?? null,
    created_at: at,
    created_by: person.id,
    draft_id: write.draft?.id ?? null,
    replaces_id,
    outcome: null,
  }
  const row: PayoutRow = { ...unsigned, row_mac: rowMac(tx.encryption, 'payouts', unsigned) }
  const facts = {
    ...(ofBatch !== undefined && { batch: ofBatch.id, row: ofBatch.row }),
    ...(replaces_id !== null && { replaces: replaces_id }),
  }
  const events = saveEvents(tx, person, paid, confirmations, { action: 'payout.created', facts })
  const own = {
    payouts: [row],
    terms: termRows('payout', id, terms),
    banks: banksOf(read),
    events: auditedPayout(row, state, events),
  }
  return { row, added: [...ofBeneficiary, own] }
}

const neverDone = {
  comment_encrypted: null,
  undo_encrypted: null,
  exported_at: null,
  exported_version: null,
  erased_at: null,
} as const

/** A payout as it is assessed when it is saved; without a beneficiary, as far as that can be done before there is one. */
export function payoutToAssess(
  { id, row, write, written }: ReadPayout,
  at: string,
  beneficiary: Version | undefined,
): PayoutToAssess {
  const named = beneficiary && { beneficiary_id: beneficiary.id, beneficiary_version: beneficiary.version }
  return {
    written,
    beneficiaryId: beneficiary?.id,
    payout: row ?? { id, created_at: at },
    replacedId: row === undefined ? write.replaces : row.replaces_id,
    named,
  }
}

/** The warnings of a payout, and what the person confirms of them: all when it is sent to review, else those of a saved beneficiary that it changes. */
function confirmedWarnings(tx: Transaction, person: Actor, { at, read, beneficiary, facts }: PayoutInTurn) {
  const { row, write, written } = read
  const warnings = warningsOf(tx, facts, payoutToAssess(read, at, beneficiary))
  const earlier = row === undefined ? [] : authorsConfirmations(tx, row)
  const told = (warning: Issue) => maskedIssue(warning, written.secrets)
  const decided = warnings
    .filter(({ code }) => code === 'changed_by_import')
    .map((one) => ({ warningId: warningId(one) }))
  const confirmed = [...write.confirmed, ...decided]
  const confirmations = confirmationsOf(warnings, confirmed, { earlier, told, by: person.id, at })
  // A draft alone is saved with whatever warnings it has. One that changes a saved beneficiary does more than that.
  const isAlone = read.ofBatch === undefined || read.ofBatch.withErrors
  const isDoubted = beneficiary?.isSaved === true && !(isAlone && beneficiary.fresh !== undefined)
  const ofBeneficiary = isDoubted ? warningsOfSaving(tx, facts.holders, written, beneficiary.id) : []
  requireConfirmed(write.submit ? warnings : ofBeneficiary, confirmations, told)
  if (write.submit) requireReasons(warnings, confirmations, write.confirmed, told)
  return { warnings, confirmations }
}

/** Its state: that of a draft, or in review with the approvals that it then needs. */
async function stateAfter(
  tx: Transaction,
  person: Actor,
  { read, facts }: PayoutInTurn,
  warnings: readonly Issue[],
  columns: PaymentColumns & Pick<PayoutRow, 'request_hash' | 'beneficiary_id'>,
): Promise<ApprovalState> {
  const { id, row, write, written, ofBatch } = read
  const entered_by = row?.entered_by ?? '[]'
  const batch_id = row?.batch_id ?? ofBatch?.id ?? null
  const saved = { id, batch_id, beneficiary_id: columns.beneficiary_id, entered_by }
  const review = reviewOf(tx, facts, { row: saved, written, warnings })
  const move = {
    act: 'edit',
    requestHash: columns.request_hash,
    payment: { amount: columns.amount, currencyCode: columns.currency_code },
    need: write.submit ? await review.need() : oneApproval,
    isSubmitted: write.submit,
    detailsBy: [...review.detailsBy, ...copiedAuthors(tx, read, facts)],
  } as const
  return transition(row === undefined ? unentered : approvalStateOf(tx.encryption, row), move, person)
}

/** Whose details are that were typed for one payout alone, where this one pays in its place: no other trail has them. */
function copiedAuthors(tx: Transaction, { saved }: ReadPayout, facts: AssessmentFacts): readonly string[] {
  const copied = saved?.copied
  const before = copied && rowToAssess(copied, writtenPayout(tx, copied))
  if (copied === undefined || before?.named === undefined) return []
  return onceWarnings(tx, facts, before.written, before.named).length > 0 ? authorsInRow(copied) : []
}

/** The audit log has the old and the new amount: it identifies no one, so it may stay when the beneficiary is erased. */
function amountChange(before: PaymentColumns, now: PaymentColumns) {
  const [from, to] = [before, now].map(({ amount, currency_code }) => ({ amount, currencyCode: currency_code }))
  const isSame = before.amount === now.amount && before.currency_code === now.currency_code
  return isSame ? {} : { amount: { from, to } }
}

/** What a save is in the audit log: the payout written, and sent to review where that was asked for. */
function saveEvents(
  tx: Transaction,
  { id: personId }: Actor,
  { read: { write, written }, beneficiary }: PayoutInTurn,
  confirmations: readonly Confirmation[],
  saved: Omit<PayoutEvent, 'personId'>,
): readonly PayoutEvent[] {
  if (!write.submit) return [{ ...saved, personId }]
  const facts = {
    ...auditedWarnings(confirmations),
    ...auditedPayment(tx, { written, beneficiaryId: beneficiary?.id ?? null }),
  }
  return [
    { ...saved, personId },
    { personId, action: 'payout.submitted', facts },
  ]
}

/** Lists of banks begin with those that are paid most. Only listed codes are counted, as a typed name can contain anything. */
function banksOf({ written: { reading } }: ReadPayout): readonly string[] {
  const { country, bankName } = reading.request
  if (typeof bankName !== 'string' || !isCountryCode(country)) return []
  const isListed = bankRulesOf(ruleBook[country]).some((rule) => isBankCode(bankName, rule))
  return isListed ? [bankIdOf(country, bankName)] : []
}
