import { randomUUID } from 'node:crypto'
import type { PayoutWrite } from '#shared/api/payout.ts'
import { bankIdOf } from '#shared/banks/bank-names.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { bankRulesOf, isBankCode } from '#shared/rule-book/bank-code.ts'
import { twinTerms } from '../beneficiaries/beneficiary-warnings.ts'
import { newBeneficiary, saveChange } from '../beneficiaries/save-beneficiary.ts'
import { breathe } from '../breathe.ts'
import { Failure } from '../failure.ts'
import { oneApproval } from '../policy/approvals-needed.ts'
import { type Additions, joinedAdditions, nothingAdded, writeAdditions } from '../store/additions.ts'
import type { BeneficiaryRow } from '../store/beneficiary-rows.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import { rowMac } from '../store/row-mac.ts'
import { termRows } from '../store/search-terms.ts'
import type { Transaction } from '../store/store.ts'
import { approvalColumns } from './approval-columns.ts'
import type { Actor, ApprovalState } from './approval-state.ts'
import { repetitionOf } from './duplicate-warnings.ts'
import { type Facts, factsFor, type Weighed } from './facts.ts'
import { auditedPayout } from './moved-payout.ts'
import { isOtherPayee, type Payee, savedColumns, saveEvents, weighed } from './payout-columns.ts'
import { isToMatch, matchedWith, matchHash, type Read, readWrites, withOwnReference } from './payout-entry.ts'
import { replacedId } from './replaced.ts'
import { payoutTerms } from './saved-payout.ts'
import { transition } from './transition.ts'

/** A payout that is entered. */
export interface NewPayout {
  readonly write: Pick<PayoutWrite, 'entry' | 'beneficiary' | 'confirmed' | 'submit' | 'draft' | 'replaces'>
  /** From which row of a batch, and what names its content. Such a one pays who is saved with exactly its details, where nobody is named. */
  readonly ofBatch?: { readonly id: string; readonly row: number; readonly hash: string }
}

/**
 * Enters payouts one after the other, as if each were entered by itself: what one has saved, the next ones see. Answers each of the first ones,
 * or why it was refused; at least the first, and no further ones once it is time, or before one that changes a saved beneficiary: that is
 * entered alone.
 * @throws Failure of the first, where it would have changed a saved beneficiary: then the transaction is to be undone
 */
export async function enterPayouts(
  tx: Transaction,
  person: Actor,
  given: readonly NewPayout[],
  isTime: () => boolean = () => false,
): Promise<readonly (PayoutRow | Failure)[]> {
  const reads = await readWrites(
    tx,
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

/** Whether it says other things of who is paid than are saved, and means to save them. */
function changesPayee(tx: Transaction, { saved, written }: Read): boolean {
  return saved !== undefined && saved.beneficiary.once !== true && isOtherPayee(tx, saved.entry, written.entry)
}

async function changedPayee(
  tx: Transaction,
  person: Actor,
  read: Read | Failure | undefined,
): Promise<Payee | undefined> {
  if (read === undefined || read instanceof Failure || read.saved === undefined) return undefined
  const { beneficiary } = read.saved
  const saved = await saveChange(tx, person, beneficiary, read.written, read.id)
  return { ...saved, isSaved: saved.version !== beneficiary.version }
}

interface Group {
  /** What is to be written of those that were entered. */
  readonly added: readonly Additions[]
  enter(read: Read, given: NewPayout): Promise<PayoutRow | Failure>
}

/** @param changed whom the first pays, where it has changed the saved beneficiary */
async function openGroup(
  tx: Transaction,
  person: Actor,
  reads: readonly (Read | Failure)[],
  changed: Payee | undefined,
): Promise<Group> {
  const at = tx.now().toISOString()
  const facts = await factsFor(
    tx,
    reads.flatMap((read) => (read instanceof Failure ? [] : beforehand(read, at, changed))),
  )
  const seen: Seen = { facts, references: new Map(), payees: new Map(), replaced: new Map() }
  const added: Additions[] = []
  return {
    added,
    async enter(first, given) {
      try {
        const read = readBeside(tx, seen, first)
        const fresh = read.saved === undefined ? newBeneficiary(tx, person, read.written) : undefined
        if (fresh?.change !== undefined) facts.details.add(fresh.change, auditedChange(person))
        const beneficiary = changed ?? payeeOf(read, fresh?.row)
        const { row, own } = await newPayout(tx, person, { at, read, given, beneficiary, seen })
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

/** A payout as far as it can be weighed before it is known whom it pays. */
function beforehand({ id, written, saved }: Read, at: string, changed: Payee | undefined): Weighed {
  const payee = changed ?? saved?.beneficiary
  const payout = { id, created_at: at }
  return payee === undefined
    ? { written, payout, beneficiaryId: undefined, named: undefined }
    : weighed(payout, written, payee)
}

/** What those of a group see: what was there, and what those before them have saved. */
interface Seen {
  readonly facts: Facts
  readonly references: Map<string, string>
  /** Beneficiaries by what names their details. */
  readonly payees: Map<string, BeneficiaryRow>
  /** Their ids by the payouts that they pay in the place of. */
  readonly replaced: Map<string, string>
}

/** @throws Failure REFERENCE_TAKEN, FIELDS_INVALID */
function readBeside(tx: Transaction, { references, payees }: Seen, read: Read): Read {
  const row = isToMatch(read) ? payees.get(matchHash(tx, read)) : undefined
  return withOwnReference(row === undefined ? read : matchedWith(tx, read, row), references)
}

function note(tx: Transaction, seen: Seen, read: Read, payout: PayoutRow, beneficiary: BeneficiaryRow | undefined) {
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

function auditedChange({ id, makerId }: Actor) {
  return { version: 1, changed_by: id, ...(makerId !== null && { maker: makerId }) }
}

function payeeOf({ saved }: Read, fresh: BeneficiaryRow | undefined): Payee {
  const { id, version } = fresh ?? saved?.beneficiary ?? nobody
  return { id, version, isSaved: fresh !== undefined }
}

const nobody = { id: '', version: 0 }

interface Entering {
  readonly at: string
  readonly read: Read
  readonly given: NewPayout
  readonly beneficiary: Payee
  readonly seen: Pick<Seen, 'facts' | 'replaced'>
}

/** The row of a payout, and all that is to be written with it. */
async function newPayout(tx: Transaction, person: Actor, { at, read, given, beneficiary, seen }: Entering) {
  const { write, ofBatch } = given
  const { id, written } = read
  const replaces_id = await replacedId(tx, write, seen.replaced)
  const save = { at, read, write, beneficiary, facts: seen.facts, batchId: ofBatch?.id ?? null }
  const { columns, confirmations, move } = await savedColumns(tx, person, save)
  const approvalState = transition(blank, move, person)
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
  const events = saveEvents(person, write, confirmations, { action: 'payout.created', facts })
  const own: Additions = {
    ...nothingAdded,
    payouts: [row],
    terms: termRows('payout', id, payoutTerms(tx, written)),
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

/** Lists of banks begin with those that payouts are entered to most. What is no code of a list was typed, and may say anything: it is not kept. */
function banksOf({ written: { reading } }: Read): readonly string[] {
  const { country, bankName } = reading.request
  if (typeof bankName !== 'string' || !isCountryCode(country)) return []
  const isListed = bankRulesOf(ruleBook[country]).some((rule) => isBankCode(bankName, rule))
  return isListed ? [bankIdOf(country, bankName)] : []
}

/** Before anybody has entered anything. */
const blank: ApprovalState = {
  state: 'draft',
  enteredBy: [],
  detailsBy: [],
  requestHash: '',
  payment: { amount: '0', currencyCode: '' },
  approvals: [],
  need: oneApproval,
  approvedHash: null,
  decision: null,
  isErased: false,
}
