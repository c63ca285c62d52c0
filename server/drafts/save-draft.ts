import type { Draft, DraftKind } from '#shared/api/draft.ts'
import type { Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import {
  type DraftRow,
  draftsOf,
  findDraft,
  insertDraft,
  removeDraft,
  removeDraftsBefore,
  type SeenDraft,
  updateDraft,
} from '../store/draft-rows.ts'
import type { Encryption } from '../store/encryption.ts'
import { countDrafts } from '../store/overview-counts.ts'
import type { Store, Transaction } from '../store/store.ts'
import { indexDraft } from './draft-terms.ts'

/** Beyond so many of one person a new one is refused: none that was kept goes for it. */
const mostOfPerson = 200

const keptMs = 90 * 24 * 60 * 60 * 1000

const mostBytes = 64 * 1024

/** What drafts need beside the transaction. */
export interface DraftDeps {
  readonly store: Store
  readonly clock: Clock
}

interface NewDraft {
  readonly id: string
  readonly personId: string
  readonly kind: DraftKind
  readonly subjectId: string | null
  readonly content: unknown
  /** The revision that it follows; undefined: it is new. */
  readonly revision: number | undefined
}

type Receipt = Pick<Draft, 'id' | 'revision' | 'updatedAt'>

/**
 * Keeps a draft's next revision. What is kept already is no conflict: a repeat whose answer was lost gets it again.
 * @throws Failure NOT_FOUND, VERSION_CONFLICT, BODY_TOO_LARGE, TOO_MANY_DRAFTS
 */
export function saveDraft({ store, clock }: DraftDeps, draft: NewDraft): Promise<Receipt> {
  const text = JSON.stringify(draft.content)
  if (Buffer.byteLength(text) > mostBytes)
    throw new Failure('BODY_TOO_LARGE', 'A draft holds at most 64 KiB.', { params: { what: 'draft', most: 64 } })
  return store.write(async (transaction) => {
    const kept = await findDraft(transaction.db, draft.id)
    if (kept === undefined) return addDraft(transaction, { store, clock }, draft, text)
    requireOwn(kept, draft.personId)
    if (textOf(store.encryption, kept) === text) return receiptOf(kept)
    if (draft.revision !== kept.revision) throw changedSince(draft.id)
    const row = { ...kept, ...columns(store.encryption, clock, draft, text), revision: kept.revision + 1 }
    await updateDraft(transaction.db, row)
    await indexDraft(transaction, store.encryption, draft)
    return receiptOf(row)
  })
}

async function addDraft({ db }: Transaction, { store, clock }: DraftDeps, draft: NewDraft, text: string) {
  if (draft.revision !== undefined) throw noDraft()
  const filled = columns(store.encryption, clock, draft, text)
  const row = { id: draft.id, person_id: draft.personId, revision: 1, created_at: filled.updated_at, ...filled }
  await removeDraftsBefore(db, oldest(clock))
  if ((await countDrafts(db, draft.personId)) >= mostOfPerson) throw tooMany()
  await insertDraft(db, row)
  await indexDraft({ db }, store.encryption, draft)
  return receiptOf(row)
}

/**
 * A person's own draft.
 * @throws Failure NOT_FOUND when there is none, or it is another person's
 */
export async function findOwnDraft({ store, clock }: DraftDeps, personId: string, id: string): Promise<Draft> {
  const row = await findDraft(store.db, id)
  if (row === undefined || row.updated_at <= oldest(clock)) throw noDraft()
  requireOwn(row, personId)
  return draftOf(store.encryption, row)
}

/** A person's own drafts, newest first. */
export async function ownDrafts({ store, clock }: DraftDeps, personId: string): Promise<readonly Draft[]> {
  const rows = await draftsOf(store.db, personId, oldest(clock), mostOfPerson)
  return rows.map((row) => draftOf(store.encryption, row))
}

/**
 * Throws a person's own draft away, as it was seen.
 * @throws Failure NOT_FOUND, VERSION_CONFLICT
 */
export function dropDraft({ store }: DraftDeps, seen: SeenDraft): Promise<void> {
  return store.write(async ({ db }) => {
    const row = await findDraft(db, seen.id)
    if (row === undefined) throw noDraft()
    requireOwn(row, seen.personId)
    if (row.revision !== seen.revision) throw changedSince(seen.id)
    await removeDraft(db, seen)
  })
}

function oldest(clock: Clock): string {
  return new Date(clock.date().getTime() - keptMs).toISOString()
}

function columns(encryption: Encryption, clock: Clock, { id, kind, subjectId }: NewDraft, text: string) {
  const updated_at = clock.date().toISOString()
  return { kind, subject_id: subjectId, content_encrypted: encryption.encrypt(text, placeOf(id)), updated_at }
}

function placeOf(id: string) {
  return { table: 'drafts', id, column: 'content_encrypted' } as const
}

function textOf(encryption: Encryption, { id, content_encrypted }: DraftRow): string {
  return encryption.open(content_encrypted, placeOf(id))
}

function draftOf(encryption: Encryption, row: DraftRow): Draft {
  return { ...receiptOf(row), kind: row.kind, subjectId: row.subject_id, content: JSON.parse(textOf(encryption, row)) }
}

function receiptOf({ id, revision, updated_at }: DraftRow): Receipt {
  return { id, revision, updatedAt: updated_at }
}

function requireOwn(row: DraftRow, personId: string): void {
  if (row.person_id !== personId) throw noDraft()
}

function noDraft(): Failure {
  return new Failure('NOT_FOUND', 'You have no such draft: it was sent, thrown away, or left alone for 90 days.', {
    params: { what: 'draft' },
  })
}

function tooMany(): Failure {
  const detail = `You have ${mostOfPerson} unfinished forms already, so this one is not kept. Finish or discard some of them, then type on here.`
  return new Failure('TOO_MANY_DRAFTS', detail, { params: { most: mostOfPerson } })
}

function changedSince(id: string): Failure {
  const detail = 'The draft was changed in another tab or on another device. Read it again and choose what to keep.'
  return new Failure('VERSION_CONFLICT', detail, { params: { what: 'draft' }, ids: [id] })
}
