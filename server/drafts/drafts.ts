import type { Draft, DraftKind } from '#shared/api/draft.ts'
import type { PayoutWrite } from '#shared/api/payout.ts'
import { formNumbers } from '#shared/payout/form-numbers.ts'
import { Failure } from '../kernel/failure.ts'
import { beneficiaryTerm, destinationTerms, documentTerm, replaceTerms } from '../search/search-terms.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import {
  countDrafts,
  type DraftRow,
  draftsOf,
  findDraft,
  insertDraft,
  removeDraft,
  removeDraftsBefore,
  type SeenDraft,
  updateDraft,
} from './draft-rows.ts'
import { draftContent, draftText } from './draft-text.ts'

/** The most drafts of one person: a further one is refused, and no saved one is deleted for it. */
const mostOfPerson = 200

const keptMs = 30 * 24 * 60 * 60 * 1000

const mostBytes = 64 * 1024

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
 * Saves a draft's next revision. What is saved already is no conflict: a repeat whose answer was lost gets it again.
 * @throws Failure NOT_FOUND, VERSION_CONFLICT, BODY_TOO_LARGE, TOO_MANY_DRAFTS
 */
export function saveDraft(store: Store, draft: NewDraft): Promise<Receipt> {
  const text = JSON.stringify(draft.content)
  if (Buffer.byteLength(text) > mostBytes) throw new Failure('BODY_TOO_LARGE', { params: { what: 'draft', most: 64 } })
  return store.write(async (tx) => {
    const saved = await findDraft(tx.db, draft.id)
    if (saved === undefined) return addDraft(tx, draft, text)
    if (ownText(tx, saved, draft.personId) === text) return receiptOf(saved)
    if (draft.revision !== saved.revision) throw changedSince(draft.id)
    const row = { ...saved, ...columns(tx, draft, text), revision: saved.revision + 1 }
    await updateDraft(tx.db, row)
    await indexDraft(tx, draft)
    return receiptOf(row)
  })
}

async function addDraft(tx: Transaction, draft: NewDraft, text: string) {
  if (draft.revision !== undefined) throw noDraft()
  const filled = columns(tx, draft, text)
  const row = { id: draft.id, person_id: draft.personId, revision: 1, created_at: filled.updated_at, ...filled }
  await removeOldDrafts(tx)
  if ((await countDrafts(tx.db, draft.personId)) >= mostOfPerson) throw tooMany()
  await insertDraft(tx.db, row)
  await indexDraft(tx, draft)
  return receiptOf(row)
}

/** Removes the unfinished forms that were left alone for too long. */
export function removeOldDrafts(tx: Transaction): Promise<void> {
  return removeDraftsBefore(tx.db, oldest(tx))
}

/** Saves by what an unfinished form is found when a person wants their data, or wants them erased. */
function indexDraft({ db, encryption }: Transaction, { id, content }: NewDraft): Promise<void> {
  const { documents, requests, bookId } = formNumbers(content)
  return replaceTerms(db, 'draft', id, [
    ...documents.map(({ country, number }) => documentTerm(encryption, country, number)),
    ...requests.flatMap((request) => destinationTerms(encryption, request)),
    ...(bookId === undefined ? [] : beneficiaryTerm(bookId)),
  ])
}

/**
 * A person's own draft.
 * @throws Failure NOT_FOUND when there is none, or it is another person's
 */
export async function findOwnDraft(reader: Reader, personId: string, id: string): Promise<Draft> {
  const row = await findDraft(reader.db, id)
  if (row === undefined || row.updated_at <= oldest(reader)) throw noDraft()
  return draftOf(row, ownText(reader, row, personId))
}

/** A person's own drafts, newest first; without those that the database alone says are theirs. */
export async function ownDrafts(reader: Reader, personId: string): Promise<readonly Draft[]> {
  const rows = await draftsOf(reader.db, personId, oldest(reader), mostOfPerson)
  return rows.flatMap((row) => {
    const text = draftText(reader.encryption, row, personId)
    return text === undefined ? [] : [draftOf(row, text)]
  })
}

/**
 * Throws a person's own draft away, as it was seen.
 * @throws Failure NOT_FOUND, VERSION_CONFLICT
 */
export function dropDraft(store: Store, seen: SeenDraft): Promise<void> {
  return store.write(async (tx) => {
    const row = await findDraft(tx.db, seen.id)
    if (row === undefined) throw noDraft()
    ownText(tx, row, seen.personId)
    if (row.revision !== seen.revision) throw changedSince(seen.id)
    await removeDraft(tx.db, seen)
  })
}

/** How a write names the unfinished form that it ends. */
type EndedDraft = PayoutWrite['draft']

/**
 * Removes the unfinished form that a write ends, within that write. What was saved after the revision that the write was made from
 * stays; nothing happens where there is none, no revision is named, or it is another person's.
 */
export async function endDraft({ db }: Transaction, personId: string, draft: EndedDraft): Promise<void> {
  if (draft?.revision === undefined) return
  await removeDraft(db, { id: draft.id, personId, revision: draft.revision })
}

/** What a write is meant to do: from which unfinished form it is sent makes no other intent of it. */
export function intentIn<Write extends { readonly draft?: EndedDraft }>({ draft: _, ...intent }: Write) {
  return intent
}

function oldest(reader: Reader): string {
  return new Date(reader.now().getTime() - keptMs).toISOString()
}

function columns({ encryption, now }: Transaction, { id, personId, kind, subjectId }: NewDraft, text: string) {
  const subject = { kind, subject_id: subjectId }
  const content_encrypted = draftContent(encryption, { id, ...subject }, personId, text)
  return { ...subject, content_encrypted, updated_at: now().toISOString() }
}

/** @throws Failure NOT_FOUND where it is not the person's, whatever its row says */
function ownText({ encryption }: Pick<Reader, 'encryption'>, row: DraftRow, personId: string): string {
  const text = draftText(encryption, row, personId)
  if (text === undefined) throw noDraft()
  return text
}

function draftOf(row: DraftRow, text: string): Draft {
  return { ...receiptOf(row), kind: row.kind, subjectId: row.subject_id, content: JSON.parse(text) }
}

function receiptOf({ id, revision, updated_at }: DraftRow): Receipt {
  return { id, revision, updatedAt: updated_at }
}

function noDraft(): Failure {
  return new Failure('NOT_FOUND', { params: { what: 'draft' } })
}

function tooMany(): Failure {
  return new Failure('TOO_MANY_DRAFTS', { params: { most: mostOfPerson } })
}

function changedSince(id: string): Failure {
  return new Failure('VERSION_CONFLICT', { params: { what: 'draft' }, ids: [id] })
}
