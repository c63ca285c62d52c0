import type * as z from 'zod/mini'
import { payoutRequestSchema } from '#shared/api/payout-preview.ts'
import type { personalDataSchema } from '#shared/api/personal-data.ts'
import type { Person } from '#shared/api/session.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { sentRequest } from '#shared/payout/sent-request.ts'
import { removeOldSheets } from '../batches/sheet.ts'
import { eraseFromSheets, sheetsAbout } from '../batches/sheets-about.ts'
import { erasedName, presentBeneficiary } from '../beneficiaries/find-beneficiaries.ts'
import { currentRow, noSuchBeneficiary, type Version } from '../beneficiaries/save-beneficiary.ts'
import { removeOldDrafts } from '../drafts/drafts.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry, payoutEntry } from '../entry/entry-columns.ts'
import { forgetQuestions } from '../entry/forgotten-question-rows.ts'
import { deletePayout, type PayoutRow } from '../entry/payout-rows.ts'
import { savedPhones } from '../entry/phone-rows.ts'
import { forgetAnswers } from '../jobs/job-part-rows.ts'
import { Failure } from '../kernel/failure.ts'
import type { OutcomeRow } from '../outcomes/outcome-rows.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { factsOf } from '../payouts/outcome-facts.ts'
import { isOwnReference, newReference } from '../payouts/own-reference.ts'
import { nameKeyOf } from '../search/search-terms.ts'
import { requireGenuine } from '../store/audit/audit-log.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import { validationFacts } from '../validations/saved-validations.ts'
import { deleteDrafts, draftsAbout, erasePayout, eraseRows, openPayouts, payoutsTo, rowsAbout } from './person-rows.ts'

type PersonalData = z.input<typeof personalDataSchema>

/**
 * All that is held about one person. It is audited before it is given.
 * @throws Failure NOT_FOUND, TAMPERED
 */
export async function personalData(store: Store, person: Person, id: string): Promise<PersonalData> {
  await store.write(async (tx) => {
    if ((await findBeneficiary(tx.db, id)) === undefined) throw noSuchBeneficiary()
    await removeOldDrafts(tx)
    await removeOldSheets(tx)
    await tx.audit({ personId: person.id, action: 'beneficiary.exported', thing: { type: 'beneficiary', id } })
  })
  const row = await findBeneficiary(store.db, id)
  if (row === undefined) throw noSuchBeneficiary()
  const entry = beneficiaryEntry(store, row)
  const { payouts, outcomes, validations, exports, drafts, activity } = await rowsAbout(store, person.id, id)
  requireGenuine(store.encryption, activity)
  const sheets = await sheetsAbout(store, person.id, id)
  await requireIntact(store, payouts)
  return {
    madeAt: store.now().toISOString(),
    madeBy: { id: person.id, name: person.name },
    beneficiary: await presentBeneficiary(store, row, entry),
    entry: row.erased_at === null ? filledFields(entry) : null,
    phoneNumbers: (await savedPhones(store, id)).map(({ number, saved_at: at, saved_by: by }) => ({ number, at, by })),
    payouts: payouts.map((payout) => ({
      ...payoutAsHeld(store, payout),
      outcomes: outcomes.filter(({ payout_id }) => payout_id === payout.id).map((row) => outcomeAsHeld(store, row)),
    })),
    validations: validations.map((validation) => ({
      ...validationFacts(store.encryption, validation),
      by: validation.asked_by,
    })),
    exports: exports.map(({ id: exportId, created_at, created_by, format }) => ({
      id: exportId,
      at: created_at,
      by: created_by,
      format,
    })),
    drafts: [
      ...drafts.own.map(({ kind, updated_at, content }) => ({
        kind,
        updatedAt: updated_at,
        content: JSON.parse(content),
      })),
      ...sheets.own.map(({ updatedAt, rows }) => ({ kind: 'sheet', updatedAt, content: rows })),
    ],
    draftsOfOthers: drafts.ofOthers + sheets.ofOthers,
    activity: activity.map(({ at, person_id, action, thing_type, thing_id, facts }) => ({
      at,
      by: person_id,
      action,
      thing: { type: thing_type, id: thing_id },
      facts: JSON.parse(facts),
    })),
  }
}

function outcomeAsHeld({ encryption }: Reader, row: OutcomeRow) {
  const { outcome, stated_at: at, stated_by: by } = row
  return { outcome, at, by, words: factsOf(encryption, row).words ?? null }
}

/** A payout in clear, with the copy that it keeps of the person. */
function payoutAsHeld(reader: Reader, row: PayoutRow): Omit<PersonalData['payouts'][number], 'outcomes'> {
  const decrypt = (column: 'request_encrypted' | 'confirmed_encrypted' | 'comment_encrypted') =>
    row[column] === null ? null : reader.encryption.decrypt(row[column], { table: 'payouts', id: row.id, column })
  const request = decrypt('request_encrypted')
  const confirmed = decrypt('confirmed_encrypted')
  return {
    id: row.id,
    state: row.state,
    beneficiaryVersion: row.beneficiary_version ?? 0,
    amount: row.amount,
    currencyCode: row.currency_code,
    externalReference: row.external_reference,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    submittedAt: row.submitted_at,
    decidedAt: row.decided_at,
    exportedAt: row.exported_at,
    entry: row.erased_at === null ? filledFields(payoutEntry(reader, row)) : null,
    request: request === null ? null : sentRequest(payoutRequestSchema.parse(JSON.parse(request)), reader.fields),
    confirmedWarnings: confirmed === null ? null : JSON.parse(confirmed),
    comment: decrypt('comment_encrypted'),
  }
}

/** What an erasure answers: the version that is erased, and how many unfinished forms of other people may still be about it. */
export interface ErasureResult extends Version {
  readonly draftsOfOthers: number
}

/**
 * Erases a beneficiary: who is saved, what each exported payout keeps of them, the unfinished forms of who erases, and their rows of unfinished sheets. What accounting and the
 * audit log need stays: ids, amounts, dates, states, and the references that the app made; one that was typed may name the beneficiary, so
 * another takes its place. Payouts that were never exported go. Answers that are kept under an idempotency key hold no more than ids; what became
 * of lists that are over, of everyone's, goes. The
 * unfinished forms of others stay until they are left alone for too long: a person who enters a beneficiary with the same document could
 * destroy them.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT, TAMPERED, and OPEN_PAYOUTS while something is to be paid to them
 */
export async function eraseBeneficiary(tx: Transaction, person: Person, version: Version): Promise<ErasureResult> {
  const { id } = version
  await currentRow(tx, version)
  const open = await openPayouts(tx.db, id)
  if (open.length > 0) throw stillOpen(open)
  await removeOldDrafts(tx)
  const drafts = await draftsAbout(tx, person.id, id)
  await deleteDrafts(
    tx.db,
    drafts.own.map((draft) => draft.id),
  )
  await removeOldSheets(tx)
  const draftsOfOthers = drafts.ofOthers + (await eraseFromSheets(tx, person.id, id))
  const payouts = await payoutsTo(tx.db, id)
  await requireIntact(tx, payouts)
  const [exported, others] = [payouts.filter(isExported), payouts.filter((payout) => !isExported(payout))]
  // Those of the last minute can still be undone, which goes by them.
  await forgetAnswers(tx.db, new Date(tx.now().getTime() - minuteMs).toISOString())
  // By the payouts, of which some go now.
  await forgetQuestions(tx.db, id)
  for (const payout of others) await removeNeverSent(tx, person, payout)
  const at = tx.now().toISOString()
  for (const payout of exported)
    await erasePayout(tx, payout, hasTypedReference(payout) ? await newReference(tx) : payout.external_reference, at)
  await eraseRows(tx, { id, personId: person.id, at, nameKey: nameKeyOf(erasedName) })
  await tx.audit({
    personId: person.id,
    action: 'beneficiary.erased',
    thing: { type: 'beneficiary', id },
    facts: { payouts: exported.length, draftsOfOthers },
  })
  return { id, version: version.version + 1, draftsOfOthers }
}

const minuteMs = 60_000

function isExported({ exported_at }: PayoutRow): boolean {
  return exported_at !== null
}

function hasTypedReference({ external_reference }: PayoutRow): boolean {
  return !isOwnReference(external_reference)
}

/** Once its beneficiary is erased, a payout could be neither edited nor deleted any more. */
async function removeNeverSent(tx: Transaction, person: Person, { id }: PayoutRow): Promise<void> {
  await tx.audit({ personId: person.id, action: 'payout.deleted', thing: { type: 'payout', id } })
  await deletePayout(tx.db, id)
}

function stillOpen(ids: readonly string[]): Failure {
  return new Failure('OPEN_PAYOUTS', { ids })
}
