import type * as z from 'zod/mini'
import { type Issue, warningId } from '#shared/api/issue.ts'
import type { payoutFormSchema, revealedPayoutSchema } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { requestDifferences } from '#shared/payout/request-differences.ts'
import { sentRequest } from '#shared/payout/sent-request.ts'
import { payoutValues } from '../entry/entry-columns.ts'
import { maskedIssue, maskedRequest, secretFields, secretsIn, visibleEnd } from '../entry/masked.ts'
import { beneficiaryOf, lastExported, type PayoutRow } from '../entry/payout-rows.ts'
import { hiddenEntry, hiddenFrom, type RevealedEntry, revealedTo } from '../entry/revealed.ts'
import type { EntryWithReading } from '../entry/written-entry.ts'
import { Failure } from '../kernel/failure.ts'
import { authorsConfirmations } from '../payout-state/confirmations.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { payoutRow, savedRequest, writtenPayout } from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import { changeOnWire, issueOnWire } from '../problems/english-texts.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { reopenIfStale } from './act-on-payout.ts'
import { standingWarnings } from './show-confirmations.ts'
import { rowToAssess, warningsHash, warningsOfOne } from './warnings.ts'

type RevealedPayoutInput = z.input<typeof revealedPayoutSchema>

/**
 * Shows a payout in clear, as far as the person may see it so: the exact request, and all that belongs to deciding about it; audited.
 * @throws Failure NOT_FOUND, TAMPERED, ERASED, NOT_PERMITTED
 */
export async function revealPayout(tx: Transaction, person: Actor, id: string): Promise<RevealedPayoutInput> {
  const row = await reopenIfStale(tx, await payoutRow(tx, id))
  const request = savedRequest(tx, row)
  if (request === undefined) throw erased()
  const values = payoutValues(tx, row)
  const { entry, masked, fields, isHidden } = revealedTo(person, values, tx)
  const facts = { version: row.version, fields }
  await tx.audit({ personId: person.id, action: 'payout.revealed', thing: { type: 'payout', id }, facts })
  const written = writtenPayout(tx, row)
  const { changes, notices } = written.reading
  const warnings = await warningsOfOne(tx, rowToAssess(row, written))
  const hidden = secretFields(values.entry, tx.fields).flatMap(([name, value]) => (isHidden(name) ? [value] : []))
  const told = (issue: Issue) => maskedIssue(issue, hidden)
  return {
    version: row.version,
    ...keptBeneficiary(row, warnings),
    entry,
    masked,
    ...unreadAmountOf(written),
    request: sentRequest(maskedRequest(request, tx.fields, isHidden), tx.fields),
    requestHash: row.request_hash,
    changes: changes.filter(({ field }) => !isHidden(field)).map(changeOnWire),
    notices: notices.map((notice) => issueOnWire(told(notice))),
    warnings: await standingWarnings(tx, row, warnings, told),
    warningsHash: warningsHash(tx.encryption, row.id, warnings),
    sinceLastPayout: await sinceLast(tx, person, row, { request, isHidden }),
  }
}

/**
 * What the form of an edit begins with, or that of a payout in the place of a refused one.
 * @throws Failure NOT_FOUND, TAMPERED, ERASED
 */
export async function payoutForm(reader: Reader, id: string): Promise<z.input<typeof payoutFormSchema>> {
  const row = await payoutRow(reader, id)
  if (row.erased_at !== null) throw erased()
  const written = writtenPayout(reader, row)
  const warnings = await warningsOfOne(reader, rowToAssess(row, written))
  const secrets = secretsIn(written.entry, reader.fields)
  const confirmations = authorsConfirmations(reader, row)
  return {
    version: row.version,
    ...keptBeneficiary(row, warnings),
    ...hiddenEntry(written, reader),
    ...unreadAmountOf(written),
    confirmed: warnings.flatMap((warning) => {
      const own = confirmations.find((one) => one.warningId === warningId(warning))
      const reason = own?.reason === undefined ? {} : { reason: own.reason }
      return own === undefined ? [] : [{ warningId: warningId(maskedIssue(warning, secrets)), ...reason }]
    }),
  }
}

function keptBeneficiary(row: PayoutRow, warnings: readonly Issue[]) {
  const saved = beneficiaryOf(row)
  const isOnce = warnings.some(({ code }) => code === 'details_once')
  return saved === undefined ? {} : { beneficiary: { ...saved, ...(isOnce && { once: true }) } }
}

/** Only where there is one. */
function unreadAmountOf({ unreadAmount }: Pick<EntryWithReading, 'unreadAmount'>) {
  return unreadAmount === undefined ? {} : { unreadAmount }
}

function erased(): Failure {
  return new Failure('ERASED', { params: { what: 'payout' } })
}

/** What differs from the last payout to the same beneficiary; not the reference, which always does. */
async function sinceLast(
  tx: Transaction,
  person: Actor,
  row: PayoutRow,
  { request, isHidden }: { readonly request: PayoutRequest } & Pick<RevealedEntry, 'isHidden'>,
): Promise<RevealedPayoutInput['sinceLastPayout']> {
  const last = await lastExported(tx.db, row)
  // The reviewer compares with the last payout, so its row must be as it was exported.
  await requireIntact(tx, last === undefined ? [] : [last])
  const before = last && savedRequest(tx, last)
  if (before === undefined || last?.exported_at == null) return null
  const wasHidden = hiddenFrom(person, payoutValues(tx, last), tx)
  const shown = (value: string | null, hides: boolean) => (hides && value !== null ? visibleEnd(value) : value)
  const differences = requestDifferences(before, request, tx.fields)
    .filter(({ field }) => field !== 'externalReference')
    .map(({ field, before: was, now }) => ({
      field,
      before: shown(was, wasHidden(field)),
      now: shown(now, isHidden(field)),
    }))
  return { payoutId: last.id, exportedAt: last.exported_at, differences }
}
