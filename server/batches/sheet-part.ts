import * as z from 'zod/mini'
import { type SheetRowContent, sheetRowSchema } from '#shared/api/sheet.ts'
import { noBankNames } from '#shared/banks/bank-names.ts'
import { readRowTexts } from '#shared/import/read-texts.ts'
import { isSheetField } from '#shared/import/sheet-field.ts'
import { breathe } from '../kernel/breathe.ts'
import { anyNumbersIn, destinationTerms, documentTerms } from '../search/search-terms.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { decryptOwned, encryptOwned } from '../store/encryption/owned.ts'
import type { SheetPartRow } from './sheet-rows.ts'

/** By what the rows of a part are found when a person wants their data, as the column has it. */
export async function termsOf(encryption: Encryption, rows: readonly SheetRowContent[]): Promise<string> {
  const terms = new Set<string>()
  for (const row of rows) {
    await breathe()
    for (const term of rowTerms(encryption, row)) terms.add(term)
  }
  return [...terms].join(' ')
}

/** No document, account or address is longer. Looking for a bank by a text of a million characters would block the server for seconds. */
const longest = 300

/**
 * As far as a row can be read, in words or codes: its document, and where the money goes. Where not even its country can be, any number of it
 * may be either.
 */
export function rowTerms(encryption: Encryption, { cells }: SheetRowContent): readonly string[] {
  const texts = Object.fromEntries(Object.entries(cells).filter(isToRead))
  const { reading } = readRowTexts(texts, { names: noBankNames, more: {} })
  if (reading.country === undefined)
    return Object.values(cells).flatMap((text) => (text.length <= longest ? anyNumbersIn(encryption, text) : []))
  const { request } = reading
  return [...documentTerms(encryption, request), ...destinationTerms(encryption, request)]
}

function isToRead([field, text]: readonly [string, string]): boolean {
  return isSheetField(field) && text.length <= longest
}

const rowsSchema = z.array(sheetRowSchema)

/** The rows of a person's saved part; undefined where it is not theirs, or was changed past the app. */
export function partRows(encryption: Encryption, row: SheetPartRow, personId: string): SheetRowContent[] | undefined {
  const text = partText(encryption, row, personId)
  return text === undefined ? undefined : rowsSchema.parse(JSON.parse(text))
}

export function partText(encryption: Encryption, row: SheetPartRow, personId: string): string | undefined {
  return decryptOwned(encryption, row.content_encrypted, placeOf(row), personId)
}

/** Rows of a person, as the column has them. */
export function partContent(encryption: Encryption, place: PartPlace, personId: string, text: string): string {
  return encryptOwned(encryption, text, placeOf(place), personId)
}

export type PartPlace = Pick<SheetPartRow, 'sheet_id' | 'part'>

export function partId({ sheet_id, part }: PartPlace): string {
  return `${sheet_id}.${part}`
}

/** By the sheet and the place by which it was found, and never by its id, so that a part that was moved to another one cannot be read. */
function placeOf(place: PartPlace) {
  return { table: 'sheet_parts', id: partId(place), column: 'content_encrypted' } as const
}
