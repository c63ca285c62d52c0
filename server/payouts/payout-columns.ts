import type { Issue } from '#shared/api/issue.ts'
import type { PayoutWrite } from '#shared/api/payout.ts'
import { beneficiaryPart, differingFields, type Entry } from '#shared/payout/entry.ts'
import { requireConfirmed, warningsOfSaving } from '../beneficiaries/beneficiary-warnings.ts'
import { entryColumns, paymentColumns } from '../entry/entry-columns.ts'
import { maskedIssue } from '../entry/masked.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import {
  auditedWarnings,
  authorsConfirmations,
  type Confirmation,
  confirmationColumns,
  confirmationsOf,
  countColumns,
  requireReasons,
} from '../payout-state/confirmations.ts'
import type { PayoutEvent } from '../payout-state/moved-payout.ts'
import { requestColumns, unsent } from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import { oneApproval } from '../policy/approvals-needed.ts'
import type { auditedPayment } from '../policy/audited-payees.ts'
import { needOf } from '../policy/need-of-payout.ts'
import { nameKeyOf, payeeName } from '../search/search-terms.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { type AssessmentFacts, type PayoutToAssess, paidDetails } from './facts.ts'
import type { FilledInEntry, ReadPayout } from './payout-entry.ts'
import { warningsOf } from './warnings.ts'

/* The columns of a payout's row when it is entered or edited: read, assessed and confirmed. */

/** The beneficiary of a payout, and whether the saved one was written with it. */
export interface PayoutBeneficiary {
  readonly id: string
  readonly version: number
  readonly isSaved: boolean
}

interface PayoutSave {
  readonly at: string
  readonly read: ReadPayout
  readonly write: Pick<PayoutWrite, 'confirmed' | 'submit'>
  readonly beneficiary: PayoutBeneficiary
  readonly facts: AssessmentFacts
  readonly batchId: string | null
}

/** A payout as it is assessed when it is saved. */
export function payoutToAssess(
  payout: Pick<PayoutRow, 'id' | 'created_at'>,
  written: FilledInEntry,
  { id, version }: Pick<PayoutBeneficiary, 'id' | 'version'>,
): PayoutToAssess {
  return { written, beneficiaryId: id, payout, named: { beneficiary_id: id, beneficiary_version: version } }
}

/**
 * Finds the warnings, and returns the columns of the payout's row, its confirmations and its transition.
 * @throws Failure WARNINGS_UNCONFIRMED, FIELDS_INVALID for a reason that is missing
 */
export async function savedColumns(tx: Transaction, person: Actor, save: PayoutSave) {
  const { at, read, write, beneficiary, facts, batchId } = save
  const { id, row, written } = read
  const warnings = warningsOf(tx, facts, payoutToAssess(row ?? { id, created_at: at }, written, beneficiary))
  const earlier = row === undefined ? [] : authorsConfirmations(tx, row)
  const told = (warning: Issue) => maskedIssue(warning, written.secrets)
  const confirmations = confirmationsOf(warnings, write.confirmed, { earlier, told, by: person.id, at })
  const ofBeneficiary = beneficiary.isSaved ? warningsOfSaving(tx, facts.holders, written, beneficiary.id) : []
  requireConfirmed(write.submit ? warnings : ofBeneficiary, confirmations, told)
  if (write.submit) requireReasons(warnings, confirmations, write.confirmed, told)
  const columns = {
    ...entryColumns(tx, 'payouts', id, written.entry, written.typedBy),
    ...paymentColumns(tx, written.entry),
    ...requestColumns(tx, id, written.reading.request),
    ...confirmationColumns(tx, id, confirmations),
    ...countColumns(warnings, confirmations),
    ...unsent,
    ...(write.submit && { submitted_at: at, submitted_by: person.id }),
    name_key: nameKeyOf(payeeName(written.entry, tx.fields)),
    beneficiary_id: beneficiary.id,
    beneficiary_version: beneficiary.version,
    updated_at: at,
    updated_by: person.id,
  }
  const move = {
    act: 'edit',
    requestHash: columns.request_hash,
    payment: { amount: columns.amount, currencyCode: columns.currency_code },
    need: write.submit
      ? await needOf(tx, { id, batchId, written, beneficiaryId: beneficiary.id, warnings })
      : oneApproval,
    isSubmitted: write.submit,
    detailsBy: facts.details.authors(paidDetails(tx, written, beneficiary.id)),
  } as const
  return { columns, confirmations, move }
}

/** Whether two entries differ in whom or how they pay. */
export function isOtherPayee({ fields }: Pick<Reader, 'fields'>, before: Entry, now: Entry): boolean {
  const [one, other] = [before, now].map((entry) => beneficiaryPart(entry, fields))
  return one === undefined || other === undefined || differingFields(one, other, fields).length > 0
}

interface SentPayment {
  readonly confirmations: readonly Confirmation[]
  readonly payment: ReturnType<typeof auditedPayment>
}

/** What a save is in the audit log: the payout written, and sent to review where that was asked for. */
export function saveEvents(
  { id: personId }: Actor,
  { submit }: Pick<PayoutWrite, 'submit'>,
  { confirmations, payment }: SentPayment,
  written: Omit<PayoutEvent, 'personId'>,
): readonly PayoutEvent[] {
  const facts = { ...auditedWarnings(confirmations), ...payment }
  return [{ ...written, personId }, ...(submit ? [{ personId, action: 'payout.submitted', facts } as const] : [])]
}
