import { randomUUID } from 'node:crypto'
import type { PayoutWrite } from '#shared/api/payout.ts'
import { bankIdOf } from '#shared/banks/bank-names.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { bankRulesOf, isBankCode } from '#shared/rule-book/bank-code.ts'
import { type Additions, joinedAdditions, nothingAdded, writeAdditions } from '../beneficiaries/additions.ts'
import { twinTerms } from '../beneficiaries/beneficiary-warnings.ts'
import { newBeneficiary, saveChange } from '../beneficiaries/save-beneficiary.ts'
import type { BeneficiaryRow } from '../entry/beneficiary-rows.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { breathe } from '../kernel/breathe.ts'
import { Failure } from '../kernel/failure.ts'
import { approvalColumns } from '../payout-state/approval-columns.ts'
import { unentered } from '../payout-state/approval-state.ts'
import { auditedPayout } from '../payout-state/moved-payout.ts'
import { payoutTerms } from '../payout-state/saved-payout.ts'
import { transition } from '../payout-state/transition.ts'
import type { Actor } from '../people/member.ts'
import { auditedPayment } from '../policy/audited-payees.ts'
import { termRows } from '../search/search-terms.ts'
import { rowMac } from '../store/row-mac.ts'
import type { Transaction } from '../store/store.ts'
import { repetitionOf } from './duplicate-warnings.ts'
import { type AssessmentFacts, factsFor, type PayoutToAssess } from './facts.ts'
import { isOtherPayee, type PayoutBeneficiary, payoutToAssess, savedColumns, saveEvents } from './payout-columns.ts'
import { isToMatch, matchedWith, matchHash, type ReadPayout, readWrites, withOwnReference } from './payout-entry.ts'
import { replacedId } from './replaced.ts'

/** A payout that is entered. */
export interface NewPayoutWrite {
  readonly write: Pick<PayoutWrite, 'entry' | 'beneficiary' | 'confirmed' | 'submit' | 'draft' | 'replaces'>
  /** The row of a batch, with a hash of its content. Unless it names a beneficiary, it pays the one who is saved with exactly its details. */
  readonly ofBatch?: { readonly id: string; readonly row: number; readonly hash: string }
}

/**
 * Enters payouts in order, as if each were entered alone: each sees what those before it have saved. Returns a row or a failure for
 * each of the first ones, at least one. It ends once it is time, and before a payout that changes a saved beneficiary, as that is entered alone.
 * @throws Failure of the first, where it would have changed a saved beneficiary: then the transaction is to be undone
 */
export async function enterPayouts(
  tx: Transaction,
  person: Actor,
  given: readonly NewPayoutWrite[],
  isTime: () => boolean = () => false,
): Promise<readonly (PayoutRow | Failure)[]> {
  const reads = await readWrites(
    tx,
    person,
    given.map(({ write, ofBatch }) => ({ id: randomUUID(), write, isMatched: ofBatch !== undefined })),
  )
  const alone = reads.findIndex((read) => !(read instanceof Failure) && changesPayee(tx, read))
  const together = alone === -1 ? reads : reads.slice(0, Math.max(1, alone))
  const changed = alone === 0 ? await changedPayee(tx, person, reads[0]) : undefined
  const group = await openGroup(tx, person, together, changed)
  const entered: (PayoutRow | Failure)[] = []
  for (const [place, read] of together.entries()) {
    if (place > 0 && isTime()) break
    if (place > 0) await breathe()
    const one = given[place]
    if (one !== undefined) entered.push(read instanceof Failure ? read : await group.enter(read, one))
  }
  await writeAdditions(tx, joinedAdditions(group.added))
  return entered
}

/** Whether the payout changes the saved beneficiary. */
function changesPayee(tx: Transaction, { saved, written }: ReadPayout): boolean {
  return saved !== undefined && saved.beneficiary.once !== true && isOtherPayee(tx, saved.entry, written.entry)
}

async function changedPayee(
  tx: Transaction,
  person: Actor,
  read: ReadPayout | Failure | undefined,
): Promise<PayoutBeneficiary | undefined> {
  if (read === undefined || read instanceof Failure || read.saved === undefined) return undefined
  const { beneficiary } = read.saved
  const saved = await saveChange(tx, person, beneficiary, read.written, read.id)
  return { ...saved, isSaved: saved.version !== beneficiary.version }
}

interface EntryGroup {
  /** What is to be written of those that were entered. */
  readonly added: readonly Additions[]
  enter(read: ReadPayout, given: NewPayoutWrite): Promise<PayoutRow | Failure>
}

/** @param changed the beneficiary of the first payout, if that has changed the saved one */
async function openGroup(
  tx: Transaction,
  person: Actor,
  reads: readonly (ReadPayout | Failure)[],
  changed: PayoutBeneficiary | undefined,
): Promise<EntryGroup> {
  const at = tx.now().toISOString()
  const facts = await factsFor(
    tx,
    reads.flatMap((read) => (read instanceof Failure ? [] : beforehand(read, at, changed))),
  )
  const seen: GroupFacts = { facts, references: new Map(), payees: new Map(), replaced: new Map() }
  const added: Additions[] = []
  return {
    added,
    async enter(first, given) {
      try {
        const read = readBeside(tx, person, seen, first)
        const fresh = read.saved === undefined ? newBeneficiary(tx, person, read.written) : undefined
        if (fresh?.change !== undefined) facts.details.add(fresh.change, auditedChange(person))
        const beneficiary = changed ?? payeeOf(read, fresh?.row)
        const { row, own } = await payoutToInsert(tx, person, { at, read, given, beneficiary, seen })
        added.push(fresh?.added ?? nothingAdded, own)
        note(tx, seen, read, row, fresh?.row)
        return row
      } catch (error) {
        if (error instanceof Failure && changed === undefined) return error
        throw error
      }
    },
  }
}

/** A payout as far as it can be assessed before its beneficiary is known. */
function beforehand(
  { id, written, saved }: ReadPayout,
  at: string,
  changed: PayoutBeneficiary | undefined,
): PayoutToAssess {
  const payee = changed ?? saved?.beneficiary
  const payout = { id, created_at: at }
  return payee === undefined
    ? { written, payout, beneficiaryId: undefined, named: undefined }
    : payoutToAssess(payout, written, payee)
}

/** The facts for a payout of a group: those from the database, and what the payouts before it have saved. */
interface GroupFacts {
  readonly facts: AssessmentFacts
  readonly references: Map<string, string>
  /** Beneficiaries by the hash of their details. */
  readonly payees: Map<string, BeneficiaryRow>
  /** Ids of the replacements by those of the payouts that they replace. */
  readonly replaced: Map<string, string>
}

/** @throws Failure REFERENCE_TAKEN, FIELDS_INVALID */
function readBeside(tx: Transaction, person: Actor, { references, payees }: GroupFacts, read: ReadPayout): ReadPayout {
  const row = isToMatch(read) ? payees.get(matchHash(tx, read)) : undefined
  return withOwnReference(row === undefined ? read : matchedWith(tx, person, read, row), references)
}

function note(
  tx: Transaction,
  seen: GroupFacts,
  read: ReadPayout,
  payout: PayoutRow,
  beneficiary: BeneficiaryRow | undefined,
) {
  const { facts, references, payees, replaced } = seen
  references.set(payout.external_reference, payout.id)
  if (payout.replaces_id !== null) replaced.set(payout.replaces_id, payout.id)
  const repetition = repetitionOf(tx, read.written, payout)
  if (repetition !== undefined) facts.same.add(repetition, payout)
  if (beneficiary === undefined) return
  facts.beneficiaries.set(beneficiary.id, beneficiary)
  facts.holders.add(beneficiary.id, twinTerms(tx.encryption, read.written))
  payees.set(matchHash(tx, read), beneficiary)
}

function auditedChange({ id, ownerIds }: Actor) {
  return { version: 1, changed_by: id, owners: ownerIds }
}

function payeeOf({ saved }: ReadPayout, fresh: BeneficiaryRow | undefined): PayoutBeneficiary {
  const { id, version } = fresh ?? saved?.beneficiary ?? nobody
  return { id, version, isSaved: fresh !== undefined }
}

const nobody = { id: '', version: 0 }

interface PayoutToInsert {
  readonly at: string
  readonly read: ReadPayout
  readonly given: NewPayoutWrite
  readonly beneficiary: PayoutBeneficiary
  readonly seen: Pick<GroupFacts, 'facts' | 'replaced'>
}

/** The row of a payout, and everything that is written with it. */
async function payoutToInsert(tx: Transaction, person: Actor, { at, read, given, beneficiary, seen }: PayoutToInsert) {
  const { write, ofBatch } = given
  const { id, written } = read
  const replaces_id = await replacedId(tx, write, seen.replaced)
  const save = { at, read, write, beneficiary, facts: seen.facts, batchId: ofBatch?.id ?? null }
  const { columns, confirmations, move } = await savedColumns(tx, person, save)
  const approvalState = transition(unentered, move, person)
  const unsigned = {
    ...columns,
    ...approvalColumns(tx.encryption, id, approvalState),
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
  const paid = { written, beneficiaryId: beneficiary.id }
  const submitted = { confirmations, payment: auditedPayment(tx, paid) }
  const events = saveEvents(person, write, submitted, { action: 'payout.created', facts })
  const own: Additions = {
    ...nothingAdded,
    payouts: [row],
    terms: termRows('payout', id, payoutTerms(tx, paid)),
    banks: banksOf(read),
    events: auditedPayout({ id, version: 1 }, approvalState, events),
  }
  return { row, own }
}

const neverDone = {
  comment_encrypted: null,
  undo_encrypted: null,
  exported_at: null,
  exported_version: null,
  erased_at: null,
} as const

/** Lists of banks begin with those that are paid most. Only listed codes are counted, as a typed name can contain anything. */
function banksOf({ written: { reading } }: ReadPayout): readonly string[] {
  const { country, bankName } = reading.request
  if (typeof bankName !== 'string' || !isCountryCode(country)) return []
  const isListed = bankRulesOf(ruleBook[country]).some((rule) => isBankCode(bankName, rule))
  return isListed ? [bankIdOf(country, bankName)] : []
}
