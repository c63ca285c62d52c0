import type { SheetRowContent } from '#shared/api/sheet.ts'
import { numberTermsAbout } from '../search/number-terms.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { partPlace, partRows, rowTerms } from './sheet-part.ts'
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
  const own = found.filter(({ person_id }) => person_id === personId)
  const others = found.filter(({ person_id }) => person_id !== personId)
  return {
    own: own.map((part) => ({
      updatedAt: part.updated_at,
      rows: partRows(reader.encryption, part).filter((row) => isAbout(reader, row, terms)),
    })),
    ofOthers: new Set(others.map(({ sheet_id }) => sheet_id)).size,
  }
}

/** Takes whom a beneficiary's rows pay out of the person's own sheets: a row stays without its cells. Answers of how many others some may be left. */
export async function eraseFromSheets(tx: Transaction, personId: string, beneficiaryId: string): Promise<number> {
  const terms = await numberTermsAbout(tx.db, beneficiaryId)
  const found = await partsByTerms(tx.db, terms)
  const others = new Set<string>()
  for (const part of found) {
    if (part.person_id === personId) await erasePart(tx, part, terms)
    else others.add(part.sheet_id)
  }
  return others.size
}

async function erasePart(tx: Transaction, part: FoundPart, terms: readonly string[]): Promise<void> {
  const { id, sheet_id, revision } = part
  const rows = partRows(tx.encryption, part).map((row) => (isAbout(tx, row, terms) ? { row: row.row, cells: {} } : row))
  const left = new Set(rows.flatMap((row) => rowTerms(tx.encryption, row)))
  const content_encrypted = tx.encryption.encrypt(JSON.stringify(rows), partPlace(id))
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
