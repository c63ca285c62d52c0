import type { BeneficiaryWrite } from '#shared/api/beneficiary.ts'
import { differingFields } from '#shared/payout/entry.ts'
import { endDraft } from '../drafts/drafts.ts'
import { type BeneficiaryRow, beneficiariesOfDrafts } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { requireFreeExternalId } from '../entry/external-ids.ts'
import { readFilledIn } from '../entry/filled-in.ts'
import type { EntryWithReading, TypedEntry } from '../entry/written-entry.ts'
import { breathe } from '../kernel/breathe.ts'
import { caught, caughtFailure, Failure } from '../kernel/failure.ts'
import type { Actor } from '../people/member.ts'
import { findTermHolders, type TermHolders } from '../search/term-holders.ts'
import type { Transaction } from '../store/store.ts'
import { type Additions, writeAdditions } from './additions.ts'
import { requireConfirmed, twinTerms, warningsOfSaving } from './beneficiary-warnings.ts'
import { newBeneficiary, type Version } from './save-beneficiary.ts'

interface EnteredBeneficiary extends Version {
  /** Whether its form had been saved before: then nothing has happened. */
  readonly isRepeat: boolean
}

/**
 * Enters a beneficiary whose warnings a person has confirmed; the same form once more gives the one that it made.
 * @throws Failure FIELDS_INVALID, WARNINGS_UNCONFIRMED, STATE_CONFLICT, EXTERNAL_ID_TAKEN
 */
export async function enterBeneficiary(
  tx: Transaction,
  person: Actor,
  write: BeneficiaryWrite,
): Promise<EnteredBeneficiary> {
  const [entered] = await enterBeneficiaries(tx, person, [write])
  if (entered === undefined || entered instanceof Failure) throw entered ?? new Error('One write has one answer.')
  if (!entered.isRepeat) await endDraft(tx, person.id, write.draft)
  return entered
}

/**
 * Enters beneficiaries in order, as if each were entered alone: each is compared with those before it, too. Answers the first ones, at least one;
 * it ends once it is time.
 */
export async function enterBeneficiaries(
  tx: Transaction,
  person: Actor,
  writes: readonly BeneficiaryWrite[],
  isTime: () => boolean = () => false,
): Promise<readonly (EnteredBeneficiary | Failure)[]> {
  const read = writes.map(({ entry }) =>
    caught(() => readFilledIn(tx, person, entry, undefined, { part: 'beneficiary' })),
  )
  const drafts = writes.flatMap(({ draft }) => draft?.id ?? [])
  const group: EnteringGroup = {
    earlier: new Map((await beneficiariesOfDrafts(tx.db, drafts)).map((row) => [row.draft_id, row])),
    holders: await findTermHolders(
      tx.db,
      read.flatMap((written) => (written instanceof Failure ? [] : twinTerms(tx.encryption, written))),
    ),
    added: [],
    externalIds: new Map(),
  }
  const results: (EnteredBeneficiary | Failure)[] = []
  for (const [place, write] of writes.entries()) {
    if (place > 0 && isTime()) break
    if (place > 0) await breathe()
    const written = read[place]
    if (written !== undefined)
      results.push(
        written instanceof Failure
          ? written
          : await enterInTurn(tx, person, group, write, written).catch(caughtFailure),
      )
  }
  await writeAdditions(tx, group.added)
  return results
}

interface EnteringGroup {
  /** By their forms. */
  readonly earlier: ReadonlyMap<string | null, BeneficiaryRow>
  readonly holders: TermHolders
  /** To be written for all of them together. */
  readonly added: Additions[]
  /** Of those who were added. */
  readonly externalIds: Map<string, string>
}

async function enterInTurn(
  tx: Transaction,
  person: Actor,
  { earlier, holders, added, externalIds }: EnteringGroup,
  { draft, confirmed, externalId }: BeneficiaryWrite,
  written: TypedEntry,
): Promise<EnteredBeneficiary> {
  const first = draft && earlier.get(draft.id)
  if (first !== undefined) return { ...sameEntry(tx, person, written, first), isRepeat: true }
  requireConfirmed(warningsOfSaving(tx, holders, written, undefined), confirmed)
  await requireFreeExternalId(tx, externalId, externalIds)
  const fresh = newBeneficiary(tx, person, written, { draftId: draft?.id, externalId })
  holders.add(fresh.row.id, twinTerms(tx.encryption, written))
  added.push(fresh.added)
  if (externalId != null) externalIds.set(externalId, fresh.row.id)
  return { id: fresh.row.id, version: fresh.row.version, isRepeat: false }
}

/** The beneficiary that a form made before, where it says the same now. */
function sameEntry(tx: Transaction, person: Actor, { entry }: EntryWithReading, first: BeneficiaryRow): Version {
  const { id, version } = first
  const isSame = differingFields(beneficiaryEntry(tx, first), entry, tx.fields).length === 0
  if (isSame && first.created_by === person.id) return { id, version }
  throw new Failure('STATE_CONFLICT', { params: { why: 'saved', what: 'beneficiary' }, ids: [id] })
}
