import type { SheetRowContent } from '#shared/api/sheet.ts'
import { numberTermsAbout } from '../search/number-terms.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { partContent, partRows, rowTerms } from './sheet-part.ts'
import { type FoundPart, partsByTerms, putParts, touchSheet } from './sheet-rows.ts'

/** A person's own rows about a beneficiary; of the sheets of others only their number. */
export interface SheetsAbout {
  readonly own: readonly { readonly updatedAt: string; readonly rows: readonly SheetRowContent[] }[]
  readonly ofOthers: number
}

/**
 * The rows of unfinished sheets that pay a beneficiary. As with unfinished forms, no sheet of another person is opened for that: anyone can
 * enter a beneficiary with another person's document.
 */
export async function sheetsAbout(reader: Reader, personId: string, beneficiaryId: string): Promise<SheetsAbout> {
  const terms = await numberTermsAbout(reader.db, beneficiaryId)
  const found = await partsByTerms(reader.db, terms)
  const others = new Set<string>()
  const own = found.flatMap((part) => {
    const rows = ownRows(reader, part, personId)
    if (rows === undefined) others.add(part.sheet_id)
    return rows ? [{ updatedAt: part.updated_at, rows: rows.filter((row) => isAbout(reader, row, terms)) }] : []
  })
  return { own, ofOthers: others.size }
}

/** Takes whom a beneficiary's rows pay out of the person's own sheets: a row stays without its cells. Answers of how many others some may be left. */
export async function eraseFromSheets(tx: Transaction, personId: string, beneficiaryId: string): Promise<number> {
  const terms = await numberTermsAbout(tx.db, beneficiaryId)
  const found = await partsByTerms(tx.db, terms)
  const others = new Set<string>()
  for (const part of found) {
    const rows = ownRows(tx, part, personId)
    if (rows === undefined) others.add(part.sheet_id)
    else await erasePart(tx, part, rows, terms)
  }
  return others.size
}

/** Undefined where they are not the person's, whatever the row of their sheet says. */
function ownRows({ encryption }: Reader, part: FoundPart, personId: string): readonly SheetRowContent[] | undefined {
  return part.person_id === personId ? partRows(encryption, part, personId) : undefined
}

async function erasePart(
  tx: Transaction,
  part: FoundPart,
  before: readonly SheetRowContent[],
  terms: readonly string[],
): Promise<void> {
  const { id, sheet_id, revision } = part
  const rows = before.map((row) => (isAbout(tx, row, terms) ? { row: row.row, cells: {} } : row))
  const left = new Set(rows.flatMap((row) => rowTerms(tx.encryption, row)))
  const content_encrypted = partContent(tx.encryption, part, part.person_id, JSON.stringify(rows))
  const changed = {
    id,
    sheet_id,
    part: part.part,
    revision: revision + 1,
    terms: [...left].join(' '),
    content_encrypted,
  }
  await putParts(tx.db, [changed])
  const growth = content_encrypted.length - part.content_encrypted.length
  await touchSheet(tx.db, sheet_id, { growth, updatedAt: tx.now().toISOString() })
}

function isAbout({ encryption }: Reader, row: SheetRowContent, terms: readonly string[]): boolean {
  return rowTerms(encryption, row).some((term) => terms.includes(term))
}
