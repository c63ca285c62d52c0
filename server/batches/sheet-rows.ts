import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../store/schema.ts'

export type SheetRow = Selectable<Tables['sheets']>

export type SheetPartRow = Selectable<Tables['sheet_parts']>

export function findSheet(db: Kysely<Tables>, id: string): Promise<SheetRow | undefined> {
  return db.selectFrom('sheets').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The sheets of a person that were saved since a time, the last changed first. */
export function sheetsOf(db: Kysely<Tables>, personId: string, since: string): Promise<readonly SheetRow[]> {
  return db
    .selectFrom('sheets')
    .selectAll()
    .where('person_id', '=', personId)
    .where('updated_at', '>', since)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function insertSheet(db: Kysely<Tables>, row: SheetRow): Promise<void> {
  await db.insertInto('sheets').values(row).execute()
}

export async function updateSheet(
  db: Kysely<Tables>,
  id: string,
  change: Partial<Pick<SheetRow, 'revision' | 'head_encrypted' | 'updated_at'>>,
): Promise<void> {
  await db.updateTable('sheets').set(change).where('id', '=', id).execute()
}

/** Notes that rows of a sheet were saved, and by how much they have grown. */
export async function touchSheet(
  db: Kysely<Tables>,
  id: string,
  { growth, updatedAt }: { readonly growth: number; readonly updatedAt: string },
): Promise<void> {
  await db
    .updateTable('sheets')
    .set(({ eb }) => ({ bytes: eb('bytes', '+', growth), updated_at: updatedAt }))
    .where('id', '=', id)
    .execute()
}

/** Which parts a sheet has, in their order. */
export function partsOf(
  db: Kysely<Tables>,
  sheetId: string,
): Promise<readonly Pick<SheetPartRow, 'part' | 'revision'>[]> {
  return db
    .selectFrom('sheet_parts')
    .select(['part', 'revision'])
    .where('sheet_id', '=', sheetId)
    .orderBy('part')
    .execute()
}

/** Some parts of a sheet, from a number on. */
export function partsFrom(
  db: Kysely<Tables>,
  sheetId: string,
  from: number,
  most: number,
): Promise<readonly SheetPartRow[]> {
  return db
    .selectFrom('sheet_parts')
    .selectAll()
    .where('sheet_id', '=', sheetId)
    .where('part', '>=', from)
    .orderBy('part')
    .limit(most)
    .execute()
}

export function findParts(
  db: Kysely<Tables>,
  sheetId: string,
  parts: readonly number[],
): Promise<readonly SheetPartRow[]> {
  return db.selectFrom('sheet_parts').selectAll().where('sheet_id', '=', sheetId).where('part', 'in', parts).execute()
}

/** Saves parts, each in the place of the one that it had. */
export async function putParts(db: Kysely<Tables>, rows: readonly SheetPartRow[]): Promise<void> {
  await db
    .insertInto('sheet_parts')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        revision: ref('excluded.revision'),
        terms: ref('excluded.terms'),
        content_encrypted: ref('excluded.content_encrypted'),
      })),
    )
    .execute()
}

/** Removes a sheet with all of its parts. */
export async function removeSheet(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('sheet_parts').where('sheet_id', '=', id).execute()
  await db.deleteFrom('sheets').where('id', '=', id).execute()
}

/** Removes the sheets that have not changed since a time. */
export async function removeSheetsBefore(db: Kysely<Tables>, time: string): Promise<void> {
  const old = await db.selectFrom('sheets').select('id').where('updated_at', '<=', time).execute()
  for (const { id } of old) await removeSheet(db, id)
}

export interface FoundPart extends SheetPartRow {
  readonly person_id: string
  readonly updated_at: string
}

/** The parts that have any of the terms. */
export async function partsByTerms(db: Kysely<Tables>, terms: readonly string[]): Promise<readonly FoundPart[]> {
  if (terms.length === 0) return []
  return await db
    .selectFrom('sheet_parts')
    .innerJoin('sheets', 'sheets.id', 'sheet_parts.sheet_id')
    .selectAll('sheet_parts')
    .select(['sheets.person_id', 'sheets.updated_at'])
    .where((is) => is.or(terms.map((term) => is('terms', 'like', sql<string>`${`%${escaped(term)}%`} escape '!'`))))
    .orderBy('sheet_parts.id')
    .execute()
}

/** As a pattern takes it literally; `_` is a character of hashes. */
function escaped(term: string): string {
  return term.replaceAll(/[_%!]/g, '!$&')
}
