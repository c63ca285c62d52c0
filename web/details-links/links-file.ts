import { csvLine } from '#shared/payout/csv-text.ts'
import { guardedWithin } from '#shared/payout/request-csv.ts'
import { writeWorkbook } from '#shared/spreadsheet/workbook.ts'
import { saveFile } from '../api/save-file.ts'
import { t } from '../language/translate.ts'
import type { PayeeToAsk } from './names-sheet.ts'
import { type NewDetailsLink, writeText } from './send-link.tsx'

/** A payee, and the link that was made for them. */
export interface AskedPayee {
  readonly payee: PayeeToAsk
  readonly link: NewDetailsLink
}

/** Saves links with the text to send beside each: the one place where they are after this page. */
export async function saveLinks(asked: readonly AskedPayee[], format: 'xlsx' | 'csv'): Promise<void> {
  const columns = [
    { heading: t('detailsLinks.list.name'), width: 30 },
    { heading: t('detailsLinks.list.country'), width: 10 },
    { heading: t('field.method'), width: 15 },
    { heading: t('detailsLinks.ask.language'), width: 10 },
    { heading: t('field.email'), width: 30 },
    { heading: t('field.phone'), width: 20 },
    { heading: t('detailsLinks.many.link'), width: 60 },
    { heading: t('detailsLinks.made.text'), width: 80 },
  ]
  const rows: (readonly string[])[] = []
  for (const { payee, link } of asked) {
    const { lines } = await writeText(link)
    const { country, method, email, phone } = payee
    const asked = [payee.name, country ?? '', method ?? '', link.details.language]
    rows.push([...asked, email, phone, link.url, lines.join('\n\n')])
  }
  const name = `${t('detailsLinks.many.file')}.${format}`
  if (format === 'csv') {
    const lines = [columns.map(({ heading }) => heading), ...rows.map((row) => row.map(guarded))]
    return saveFile(name, [`\uFEFF${lines.map(csvLine).join('')}`], 'text/csv')
  }
  const pieces: BlobPart[] = []
  for await (const piece of writeWorkbook({ sheet: t('detailsLinks.many.file'), columns, rows }))
    pieces.push(new Uint8Array(piece))
  saveFile(name, pieces, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
}

/** An apostrophe keeps a spreadsheet from taking a text for a formula or a number. */
function guarded(text: string): string {
  const isSafe = /^\p{L}/u.test(text) || text === ''
  return isSafe ? guardedWithin(text) : `'${guardedWithin(text)}`
}
