import { type Issue, issueOn, warningId } from '#shared/api/issue.ts'
import type { PayoutWarningsQuestion } from '#shared/api/payout.ts'
import { gradeOf, gravestFirst } from '#shared/api/warning.ts'
import { beneficiaryWarnings } from '../beneficiaries/beneficiary-warnings.ts'
import { maskedIssue } from '../beneficiaries/masked.ts'
import type { Written } from '../beneficiaries/written-entry.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { findPayout, type PayoutRow } from '../store/payout-rows.ts'
import { samePayouts } from '../store/same-payouts.ts'
import { destinationTerms } from '../store/search-terms.ts'
import type { Reader } from '../store/store.ts'
import { validationWarnings } from '../validations/saved-validations.ts'
import { limitWarnings, usualAmountWarnings } from './amount-warnings.ts'
import { type Named, onceWarnings } from './details-once.ts'
import { detailsWarnings } from './details-warnings.ts'
import { readUnfinishedWrite } from './payout-entry.ts'

/** Whom a payout pays, and which payout it is: undefined for one that is being entered. */
interface About {
  readonly beneficiaryId: string | undefined
  readonly payout: Pick<PayoutRow, 'id' | 'created_at'> | undefined
  /** The saved beneficiary that it names; undefined where its details are to become the saved ones. */
  readonly named: Named | undefined
}

/** What a saved payout is about. */
export function aboutRow(row: PayoutRow): About {
  return { beneficiaryId: row.beneficiary_id, payout: row, named: row }
}

/** Everything that stands against a payout now, the gravest first: by the rule book, saved beneficiaries, validations and other payouts. */
export async function warningsOf(reader: Reader, written: Written, about: About): Promise<readonly Issue[]> {
  const warnings = [
    ...written.reading.warnings,
    ...(await beneficiaryWarnings(reader, written, about.beneficiaryId)),
    ...(about.beneficiaryId === undefined
      ? []
      : [
          ...(await detailsWarnings(reader, written, about.beneficiaryId, about.payout?.id)),
          ...(await usualAmountWarnings(reader, written, about.beneficiaryId, about.payout?.id)),
        ]),
    ...(about.named === undefined ? [] : await onceWarnings(reader, written, about.named)),
    ...(await validationWarnings(reader, written.entry)),
    ...(await duplicateWarnings(reader, written, about)),
    ...(await limitWarnings(reader, written)),
  ]
  return gravestFirst(warnings, gradeOf)
}

/**
 * What saving a payout as the form has it would raise.
 * @throws Failure FIELDS_INVALID as readUnfinished does
 */
export async function warningsOfForm(
  reader: Reader,
  { entry, beneficiaryId, payoutId, once = false }: PayoutWarningsQuestion,
): Promise<readonly Issue[]> {
  const written = await readUnfinishedWrite(reader, entry, beneficiaryId)
  const payout = payoutId === undefined ? undefined : await findPayout(reader.db, payoutId)
  const saved = once && beneficiaryId !== undefined ? await findBeneficiary(reader.db, beneficiaryId) : undefined
  const named = saved && { beneficiary_id: saved.id, beneficiary_version: saved.version }
  const warnings = await warningsOf(reader, written, { beneficiaryId, payout, named })
  return warnings.map((warning) => maskedIssue(warning, written.secrets))
}

/** What names a set of warnings of one payout, in whatever order. */
export function warningsHash(encryption: Encryption, payoutId: string, warnings: readonly Issue[]): string {
  const ids = [...new Set(warnings.map(warningId))].toSorted()
  return encryption.hash('warnings', JSON.stringify([payoutId, ...ids]))
}

const weekMs = 7 * 24 * 60 * 60 * 1000

/** The same money to the same place within seven days, in whatever state. */
async function duplicateWarnings(
  { db, encryption, now }: Reader,
  { entry, reading: { request } }: Written,
  { payout }: About,
): Promise<readonly Issue[]> {
  if (request.amount === undefined) return []
  const enteredAt = payout === undefined ? now() : new Date(payout.created_at)
  const same = await samePayouts(db, {
    destinations: destinationTerms(encryption, request),
    amount: entry.amount,
    currencyCode: entry.currencyCode,
    since: new Date(enteredAt.getTime() - weekMs).toISOString(),
    exceptId: payout?.id,
  })
  return same.map(({ id, created_at }) => issueOn('amount', 'duplicate_payout', { payoutId: id, at: created_at }))
}
