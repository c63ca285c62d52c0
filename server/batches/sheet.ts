import type { SavedSheet, SavedSheetParts, SheetPartsWrite } from '#shared/api/sheet.ts'
import { Failure } from '../kernel/failure.ts'
import type { Actor } from '../people/member.ts'
import { decryptOwned, encryptOwned } from '../store/encryption/owned.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import { batchName, findBatches, madeOfRows } from './batch-rows.ts'
import { openBatch, requireBatch } from './batches.ts'
import { partContent, partId, partRows, partText, termsOf } from './sheet-part.ts'
import {
  findParts,
  findSheet,
  insertSheet,
  partsFrom,
  partsOf,
  putParts,
  removeSheetsBefore,
  type SheetPartRow,
  type SheetRow,
  sheetsOf,
  touchSheet,
  updateSheet,
} from './sheet-rows.ts'

/** The most sheets of one person, and the most bytes of rows in all of them; what exceeds either is refused. */
const mostOfPerson = 20
const mostMegabytes = 200

const keptMs = 30 * 24 * 60 * 60 * 1000

const mostHeadKiB = 64

/**
 * Saves what the page has to know of its sheet, and begins the sheet with that. What is saved already is no conflict.
 * @throws Failure NOT_FOUND, NOT_PERMITTED, STATE_CONFLICT, VERSION_CONFLICT, BODY_TOO_LARGE, TOO_MANY_SHEETS
 */
export function saveSheetHead(
  store: Store,
  person: Actor,
  { id, head, revision }: { readonly id: string; readonly head: unknown; readonly revision: number | undefined },
) {
  const text = JSON.stringify(head ?? null)
  if (Buffer.byteLength(text) > mostHeadKiB * 1024)
    throw new Failure('BODY_TOO_LARGE', { params: { most: mostHeadKiB } })
  return store.write(async (tx) => {
    await openBatch(tx, person, id)
    const saved = await findSheet(tx.db, id)
    const updatedAt = tx.now().toISOString()
    const head_encrypted = encryptOwned(tx.encryption, text, headPlace(id), person.id)
    if (saved === undefined) {
      if (revision !== undefined) throw noSheet()
      await requireRoom(tx, person.id)
      const dates = { created_at: updatedAt, updated_at: updatedAt }
      await insertSheet(tx.db, { id, person_id: person.id, revision: 1, head_encrypted, bytes: 0, ...dates })
      return { revision: 1, updatedAt }
    }
    if (ownHead(tx, saved, person.id) === text) return { revision: saved.revision, updatedAt: saved.updated_at }
    if (revision !== saved.revision) throw changedSince(id)
    await updateSheet(tx.db, id, { revision: revision + 1, head_encrypted, updated_at: updatedAt })
    return { revision: revision + 1, updatedAt }
  })
}

/**
 * Saves rows: all of these parts, or none. A part that is saved already as it is given is no conflict, so that a repeat whose answer was lost
 * gets it again.
 * @throws Failure NOT_FOUND, VERSION_CONFLICT, TOO_MANY_SHEETS where there is no room for more
 */
export async function saveSheetParts(store: Store, person: Actor, id: string, { parts }: SheetPartsWrite) {
  const made: MadePart[] = []
  for (const { rows, ...part } of parts)
    made.push({ ...part, text: JSON.stringify(rows), terms: await termsOf(store.encryption, rows) })
  return store.write(async (tx) => {
    await openSheet(tx, person.id, id)
    const numbers = made.map(({ part }) => part)
    const found = await findParts(tx.db, id, numbers)
    const saved = new Map(found.map((row) => [row.part, row]))
    const changed = new Map<number, SheetPartRow>()
    for (const { part, revision, text, terms } of made) {
      const before = saved.get(part)
      const textBefore = before && partText(tx.encryption, before, person.id)
      if (before !== undefined && textBefore === undefined) throw noSheet()
      if (textBefore === text) continue
      if (revision !== (before?.revision ?? 0)) throw changedSince(id)
      const place = { sheet_id: id, part }
      const content_encrypted = partContent(tx.encryption, place, person.id, text)
      const row = { id: partId(place), ...place, revision: revision + 1, terms, content_encrypted }
      saved.set(part, row)
      changed.set(part, row)
    }
    const updatedAt = tx.now().toISOString()
    const growth = bytesOf(changed.values()) - bytesOf(found.filter(({ part }) => changed.has(part)))
    if (growth > 0) requireBytes(await sheetsOf(tx.db, person.id, ''), growth)
    if (changed.size > 0) await putParts(tx.db, [...changed.values()])
    await touchSheet(tx.db, id, { growth, updatedAt })
    return { parts: numbers.map((part) => ({ part, revision: saved.get(part)?.revision ?? 0 })), updatedAt }
  })
}

/** A part as it is to be saved, made before the transaction: reading many rows takes long. */
interface MadePart {
  readonly part: number
  readonly revision: number
  readonly text: string
  readonly terms: string
}

/**
 * A person's own sheet, but for its rows.
 * @throws Failure NOT_FOUND when there is none, or it is another person's
 */
export async function findOwnSheet(reader: Reader, person: Actor, id: string): Promise<SavedSheet> {
  const sheet = await openSheet(reader, person.id, id)
  return {
    id,
    revision: sheet.revision,
    updatedAt: sheet.updated_at,
    head: JSON.parse(sheet.head),
    parts: [...(await partsOf(reader.db, id))],
  }
}

/** How many parts are answered at once: with a hundred rows each, they are read within a few milliseconds. */
const partsAtOnce = 10

/**
 * Some rows of a person's own sheet.
 * @throws Failure NOT_FOUND
 */
export async function findOwnParts(reader: Reader, person: Actor, id: string, from: number): Promise<SavedSheetParts> {
  await openSheet(reader, person.id, id)
  const rows = await partsFrom(reader.db, id, from, partsAtOnce + 1)
  const parts = rows.slice(0, partsAtOnce).map((row) => ({
    part: row.part,
    revision: row.revision,
    rows: partRows(reader.encryption, row, person.id) ?? refuseSheet(),
  }))
  const numbers = parts.flatMap((part) => part.rows.map(({ row }) => row))
  const saved = await madeOfRows(reader.db, await requireBatch(reader, id), numbers)
  return { parts, saved: [...saved], next: rows[partsAtOnce]?.part ?? null }
}

/** A person's own sheets, the last changed first; without those that the database alone says are theirs. */
export async function findOwnSheets(reader: Reader, person: Actor) {
  const found = await sheetsOf(reader.db, person.id, oldest(reader))
  const sheets = found.filter((sheet) => headFor(reader, sheet, person.id) !== undefined)
  const batches = await findBatches(
    reader.db,
    sheets.map(({ id }) => id),
  )
  const names = new Map(batches.map((row) => [row.id, batchName(reader.encryption, row)]))
  return sheets.map(({ id, updated_at }) => ({ batchId: id, name: names.get(id) ?? '', updatedAt: updated_at }))
}

/** Removes the sheets that were left alone for too long. */
export function removeOldSheets(tx: Transaction): Promise<void> {
  return removeSheetsBefore(tx.db, oldest(tx))
}

async function openSheet(reader: Reader, personId: string, id: string): Promise<SheetRow & { readonly head: string }> {
  const sheet = await findSheet(reader.db, id)
  if (sheet === undefined || sheet.updated_at <= oldest(reader)) throw noSheet()
  return { ...sheet, head: ownHead(reader, sheet, personId) }
}

async function requireRoom(tx: Transaction, personId: string): Promise<void> {
  await removeOldSheets(tx)
  const sheets = await sheetsOf(tx.db, personId, '')
  if (sheets.length >= mostOfPerson) throw new Failure('TOO_MANY_SHEETS', { params: { most: mostOfPerson } })
  requireBytes(sheets, 1)
}

function requireBytes(sheets: readonly Pick<SheetRow, 'bytes'>[], growth: number): void {
  const bytes = sheets.reduce((sum, sheet) => sum + sheet.bytes, growth)
  if (bytes > mostMegabytes * 1024 * 1024)
    throw new Failure('TOO_MANY_SHEETS', { params: { why: 'size', most: mostMegabytes } })
}

function bytesOf(parts: Iterable<SheetPartRow>): number {
  return [...parts].reduce((sum, { content_encrypted }) => sum + content_encrypted.length, 0)
}

/** @throws Failure NOT_FOUND where it is not the person's, whatever its row says */
function ownHead(reader: Pick<Reader, 'encryption'>, sheet: SheetRow, personId: string): string {
  return headFor(reader, sheet, personId) ?? refuseSheet()
}

function headFor({ encryption }: Pick<Reader, 'encryption'>, sheet: SheetRow, personId: string): string | undefined {
  const { id, person_id, head_encrypted } = sheet
  return person_id === personId ? decryptOwned(encryption, head_encrypted, headPlace(id), personId) : undefined
}

function headPlace(id: string) {
  return { table: 'sheets', id, column: 'head_encrypted' } as const
}

function oldest(reader: Reader): string {
  return new Date(reader.now().getTime() - keptMs).toISOString()
}

function refuseSheet(): never {
  throw noSheet()
}

function noSheet(): Failure {
  return new Failure('NOT_FOUND', { params: { what: 'sheet' } })
}

function changedSince(id: string): Failure {
  return new Failure('VERSION_CONFLICT', { params: { what: 'sheet' }, ids: [id] })
}
