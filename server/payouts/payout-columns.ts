import type { Issue } from '#shared/api/issue.ts'
import type { PayoutWrite } from '#shared/api/payout.ts'
import { beneficiaryPart, differingFields, type Entry } from '#shared/payout/entry.ts'
import { requireConfirmed, warningsOfSaving } from '../beneficiaries/beneficiary-warnings.ts'
import { maskedIssue } from '../beneficiaries/masked.ts'
import { oneApproval } from '../policy/approvals-needed.ts'
import { needOf } from '../policy/need-of-payout.ts'
import { entryColumns, paymentColumns } from '../store/entry-columns.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import { nameKeyOf, nameOf } from '../store/search-terms.ts'
import type { Reader, Transaction } from '../store/store.ts'
import type { Actor } from './approval-state.ts'
import {
  auditedWarnings,
  authorsConfirmations,
  type Confirmation,
  confirmationColumns,
  confirmationsOf,
  countColumns,
  requireReasons,
} from './confirmations.ts'
import { type Facts, paidDetails, type Weighed } from './facts.ts'
import type { PayoutEvent } from './moved-payout.ts'
import type { Read, WrittenPayout } from './payout-entry.ts'
import { requestColumns, unsent } from './saved-payout.ts'
import { warningsOf } from './warnings.ts'

/* What a payout's row comes to when it is entered or edited: read, weighed and confirmed. */

/** Whom a payout pays, and whether the saved beneficiary was written with it. */
export interface Payee {
  readonly id: string
  readonly version: number
  readonly isSaved: boolean
}

interface Save {
  readonly at: string
  readonly read: Read
  readonly write: Pick<PayoutWrite, 'confirmed' | 'submit'>
  readonly beneficiary: Payee
  readonly facts: Facts
  readonly batchId: string | null
}

/** A payout as it is weighed when it is saved. */
export function weighed(
  payout: Pick<PayoutRow, 'id' | 'created_at'>,
  written: WrittenPayout,
  { id, version }: Pick<Payee, 'id' | 'version'>,
): Weighed {
  return { written, beneficiaryId: id, payout, named: { beneficiary_id: id, beneficiary_version: version } }
}

/**
 * Weighs the warnings, and gives what the payout's row is to hold, and what becomes of it.
 * @throws Failure WARNINGS_UNCONFIRMED, FIELDS_INVALID for a reason that is missing
 */
export async function savedColumns(tx: Transaction, person: Actor, save: Save) {
  const { at, read, write, beneficiary, facts, batchId } = save
  const { id, row, written } = read
  const warnings = warningsOf(tx, facts, weighed(row ?? { id, created_at: at }, written, beneficiary))
  const earlier = row === undefined ? [] : authorsConfirmations(tx, row)
  const told = (warning: Issue) => maskedIssue(warning, written.secrets)
  const confirmations = confirmationsOf(warnings, write.confirmed, { earlier, told, by: person.id, at })
  const ofBeneficiary = beneficiary.isSaved ? warningsOfSaving(tx, facts.holders, written, beneficiary.id) : []
  requireConfirmed(write.submit ? warnings : ofBeneficiary, confirmations, told)
  if (write.submit) requireReasons(warnings, confirmations, write.confirmed, told)
  const columns = {
    ...entryColumns(tx, 'payouts', id, written.entry),
    ...paymentColumns(tx, written.entry),
    ...requestColumns(tx, id, written.reading.request),
    ...confirmationColumns(tx, id, confirmations),
    ...countColumns(warnings, confirmations),
    ...unsent,
    ...(write.submit && { submitted_at: at, submitted_by: person.id }),
    name_key: nameKeyOf(nameOf(written.entry, tx.fields)),
    beneficiary_id: beneficiary.id,
    beneficiary_version: beneficiary.version,
    updated_at: at,
    updated_by: person.id,
  }
  const move = {
    act: 'edit',
    requestHash: columns.request_hash,
    payment: { amount: columns.amount, currencyCode: columns.currency_code },
    need: write.submit ? await needOf(tx, { id, batchId, written, warnings }) : oneApproval,
    isSubmitted: write.submit,
    detailsBy: facts.details.authors(paidDetails(tx, written, beneficiary.id)),
  } as const
  return { columns, confirmations, move }
}

/** Whether two entries pay somebody else, or otherwise. */
export function isOtherPayee({ fields }: Pick<Reader, 'fields'>, before: Entry, now: Entry): boolean {
  const [one, other] = [before, now].map((entry) => beneficiaryPart(entry, fields))
  return one === undefined || other === undefined || differingFields(one, other, fields).length > 0
}

/** What a save is in the audit log: the payout written, and sent to review where that was asked for. */
export function saveEvents(
  { id: personId }: Actor,
  { submit }: Pick<PayoutWrite, 'submit'>,
  confirmations: readonly Confirmation[],
  written: Omit<PayoutEvent, 'personId'>,
): readonly PayoutEvent[] {
  const facts = auditedWarnings(confirmations)
  return [{ ...written, personId }, ...(submit ? [{ personId, action: 'payout.submitted', facts } as const] : [])]
}
