import type { PayoutWrite } from '#shared/api/payout.ts'
import { beneficiaryPart, differingFields, type Entry } from '#shared/payout/entry.ts'
import { writeAdditions } from '../beneficiaries/additions.ts'
import { newBeneficiary, saveChange } from '../beneficiaries/save-beneficiary.ts'
import { endDraft } from '../drafts/drafts.ts'
import { beneficiaryOf, type PayoutRow, payoutOfDraft } from '../entry/payout-rows.ts'
import { breathe } from '../kernel/breathe.ts'
import { caughtFailure, Failure } from '../kernel/failure.ts'
import { approvalStateOf, authorsInRow } from '../payout-state/approval-columns.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { moved, writeMoved } from '../payout-state/moved-payout.ts'
import { type PayoutAtVersion, payoutRow, requestHash, writtenPayout } from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import { replaceTerms } from '../search/search-terms.ts'
import type { Transaction } from '../store/store.ts'
import { onceWarnings } from './details-once.ts'
import { addSaved, factsFor } from './facts.ts'
import { hasPayeeErrors, type PayoutToSave, type ReadPayout, type ReadPayouts, readPayouts } from './read-payouts.ts'
import { type PayoutBeneficiary, type PayoutInTurn, payoutToAssess, type RowToSave, rowToSave } from './row-to-save.ts'
import { rowToAssess } from './warnings.ts'

/*
 * Saves payouts, one or many, new or changed, in a batch or alone. Each goes one way, from top to bottom in `savePayouts`:
 *
 *   readPayouts          it is read, and whom it pays is found
 *   changedBeneficiary   a saved beneficiary is changed, where the payout says so
 *   factsFor             what it is assessed by is looked up, for all of a group at once
 *   rowToSave            its warnings, its state, its row, its entries of the audit log
 *   writeRows            all of a group is written with a few statements
 */

/**
 * Enters a payout, as a draft or straight into review, and its beneficiary where that is new or changed. The same form once more gives the
 * payout that it made, also when the idempotency key of the first write has been forgotten.
 * @throws Failure FIELDS_INVALID, REFERENCE_TAKEN, WARNINGS_UNCONFIRMED, STATE_CONFLICT, and what saving a beneficiary throws
 */
export async function enterPayout(tx: Transaction, person: Actor, write: PayoutWrite): Promise<EnteredPayout> {
  const first = write.draft && (await payoutOfDraft(tx.db, write.draft.id))
  if (first !== undefined) return { ...(await sameEntry(tx, person, write, first)), isRepeat: true }
  return { ...(await savePayout(tx, person, { write })), isRepeat: false }
}

interface EnteredPayout extends PayoutRow {
  /** Whether its form had been saved before: then nothing has happened. */
  readonly isRepeat: boolean
}

/** The payout that a form made before, where it says the same now. What it leaves out is what was filled in then. */
async function sameEntry(tx: Transaction, person: Actor, write: PayoutWrite, first: PayoutRow): Promise<PayoutRow> {
  await requireIntact(tx, [first])
  const named = write.beneficiary
  const isFirst = named !== undefined && 'id' in named && named.id === first.beneficiary_id
  const beneficiary = isFirst ? beneficiaryOf(first) : named
  const [read] = (await readPayouts(tx, person, [{ write: { ...write, beneficiary }, row: first }])).reads
  const { request } = required(read).written.reading
  const isSame = requestHash(tx.encryption, first.id, request) === first.request_hash
  const isSent = first.submitted_at !== null
  if (isSame && isSent === write.submit && first.created_by === person.id) return first
  throw new Failure('STATE_CONFLICT', { params: { why: 'saved', what: 'payout' }, ids: [first.id] })
}

/**
 * Changes a payout: it is a draft again, or in review when it is sent at once.
 * @throws Failure as {@link enterPayout}, and NOT_FOUND, STATE_CONFLICT, VERSION_CONFLICT
 */
export async function editPayout(
  tx: Transaction,
  person: Actor,
  seen: PayoutAtVersion,
  given: PayoutWrite,
): Promise<PayoutRow> {
  const row = await payoutRow(tx, seen.id)
  // Checked before the beneficiary, whom the last editor of the payout may have changed with it.
  const { requestHash: hash, payment, need } = approvalStateOf(tx.encryption, row)
  const edit = { act: 'edit', requestHash: hash, payment, need, isSubmitted: given.submit, detailsBy: [] } as const
  moved(tx, row, seen, edit, person)
  // Left out, it means the payout as it is: whose details are its own keeps them to itself.
  const own = beneficiaryOf(row)
  const beneficiary = given.beneficiary ?? (own && { ...own, once: await hasOnceDetails(tx, row) })
  return await savePayout(tx, person, { write: { ...given, beneficiary }, row })
}

/** Whether its details were typed for this payout alone. */
async function hasOnceDetails(tx: Transaction, row: PayoutRow): Promise<boolean> {
  const saved = rowToAssess(row, writtenPayout(tx, row))
  return (
    saved.named !== undefined && onceWarnings(tx, await factsFor(tx, [saved]), saved.written, saved.named).length > 0
  )
}

async function savePayout(tx: Transaction, person: Actor, payout: PayoutToSave): Promise<PayoutRow> {
  const [saved] = await savePayouts(tx, person, [payout])
  const row = required(saved)
  await endDraft(tx, person.id, payout.write.draft)
  return row
}

function required<One>(one: One | Failure | undefined): One {
  if (one === undefined || one instanceof Failure) throw one ?? new Error('One payout has one answer.')
  return one
}

/**
 * Saves payouts in order, as if each were saved alone: each sees what those before it have saved. Returns a row or a failure for
 * each of the first ones, at least one. It ends once it is time, and before a payout that changes a saved beneficiary, as that is saved alone.
 * @throws Failure of the first, where it would have changed a saved beneficiary: then the transaction is to be undone
 */
export async function savePayouts(
  tx: Transaction,
  person: Actor,
  given: readonly PayoutToSave[],
  isTime: () => boolean = () => false,
): Promise<readonly (PayoutRow | Failure)[]> {
  const payouts = await readPayouts(tx, person, given)
  const { together, changed } = await changedBeneficiary(tx, person, payouts.reads)
  const at = tx.now().toISOString()
  const assessed = together.flatMap((read) =>
    read instanceof Failure ? [] : payoutToAssess(read, at, changed ?? read.saved?.beneficiary),
  )
  const group = { at, payouts, changed, facts: await factsFor(tx, assessed), replaced: new Map<string, string>() }
  const results: (RowToSave | Failure)[] = []
  for (const [place, read] of together.entries()) {
    if (place > 0 && isTime()) break
    if (place > 0) await breathe()
    const result = read instanceof Failure ? read : await saveInTurn(tx, person, group, read).catch(caughtFailure)
    if (result instanceof Failure && changed !== undefined) throw result
    results.push(result)
  }
  await writeRows(
    tx,
    results.flatMap((result) => (result instanceof Failure ? [] : result)),
  )
  return results.map((result) => (result instanceof Failure ? result : result.row))
}

/** The payouts that are saved together, and the saved beneficiary that the only one of them changes. */
async function changedBeneficiary(tx: Transaction, person: Actor, reads: ReadPayouts['reads']) {
  // What has errors is for the draft alone.
  const isChange = ({ saved, written }: ReadPayout) =>
    saved !== undefined &&
    saved.beneficiary.once !== true &&
    !hasPayeeErrors(tx, written) &&
    isOtherPayee(tx, saved.entry, written.entry)
  const alone = reads.findIndex((read) => !(read instanceof Failure) && isChange(read))
  const [first] = reads
  if (alone !== 0 || first === undefined || first instanceof Failure || first.saved === undefined)
    return { together: alone === -1 ? reads : reads.slice(0, alone), changed: undefined }
  const { beneficiary, copied } = first.saved
  const before = first.row ?? copied
  const by = before !== undefined && (await hasOnceDetails(tx, before)) ? withAuthors(person, before) : person
  const saved = await saveChange(tx, by, beneficiary, first.written, { payoutId: first.id })
  return { together: [first], changed: { ...saved, isSaved: saved.version !== beneficiary.version } }
}

/** Whether two entries differ in whom or how they pay. */
function isOtherPayee({ fields }: Transaction, before: Entry, now: Entry): boolean {
  return differingFields(beneficiaryPart(before, fields), beneficiaryPart(now, fields), fields).length > 0
}

/** Payouts that are saved together, with the facts to assess them by. */
interface PayoutGroup extends Pick<PayoutInTurn, 'at' | 'facts'> {
  readonly payouts: ReadPayouts
  /** The saved beneficiary that the only one of them has changed. */
  readonly changed: PayoutBeneficiary | undefined
  /** The ids of replacements, by those of the payouts that they replace. */
  readonly replaced: Map<string, string>
}

async function saveInTurn(tx: Transaction, person: Actor, group: PayoutGroup, first: ReadPayout): Promise<RowToSave> {
  const { payouts, facts, replaced } = group
  const read = payouts.inTurn(first)
  const beneficiary = group.changed ?? savedOrNew(tx, person, read)
  const fresh = beneficiary?.fresh
  if (fresh?.change !== undefined)
    facts.details.add(fresh.change, {
      version: 1,
      changed_by: person.id,
      owners: withAuthors(person, first.row).ownerIds,
    })
  const saved = await rowToSave(tx, person, { ...group, read, beneficiary })
  const { id, replaces_id } = saved.row
  payouts.add(read, fresh?.row)
  addSaved(tx, facts, { written: read.written, payout: saved.row, beneficiary: fresh?.row })
  if (replaces_id !== null) replaced.set(replaces_id, id)
  return saved
}

/** Undefined for one who is new and has errors. */
function savedOrNew(
  tx: Transaction,
  person: Actor,
  { saved, written, row }: ReadPayout,
): PayoutBeneficiary | undefined {
  if (saved !== undefined) return { ...saved.beneficiary, isSaved: false }
  if (hasPayeeErrors(tx, written)) return undefined
  const fresh = newBeneficiary(tx, withAuthors(person, row), written)
  return { id: fresh.row.id, version: fresh.row.version, isSaved: true, fresh }
}

/** A person who saves in a beneficiary what was typed for one payout alone: its authors have typed it, too. */
function withAuthors(person: Actor, row: PayoutRow | undefined): Actor {
  if (row === undefined) return person
  const others = authorsInRow(row).filter((id) => id !== person.id)
  return { ...person, ownerIds: [...new Set([...person.ownerIds, ...others])] }
}

async function writeRows(tx: Transaction, rows: readonly RowToSave[]): Promise<void> {
  await writeAdditions(
    tx,
    rows.flatMap(({ added }) => added),
  )
  for (const { changed } of rows) {
    if (changed === undefined) continue
    await replaceTerms(tx.db, 'payout', changed.row.id, changed.terms)
    await writeMoved(tx, [changed])
  }
}
