import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readFile } from '#shared/files/testing/read-at-once.ts'
import type { Translate } from '#shared/language/message.ts'
import { everyLanguage } from '#shared/testing/every-language.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { amountStyle } from './amount-style.ts'
import { planOf } from './import-plan.ts'
import { type LeftRow, leftCsv, leftWorkbook } from './left-rows.ts'
import { matchColumns } from './match-columns.ts'
import { readRow } from './read-row.ts'
import { isSheetField, type RowTexts } from './sheet-field.ts'

const headings = (translate: Translate) => ({
  row: translate('sheet.left.row'),
  reasons: translate('sheet.left.reasons'),
  of: (field: string) => (isSheetField(field) ? translate(`field.${field}`) : field),
})

/** What an import makes of a file, as it understands it by itself. */
async function imported(file: string | AsyncGenerator<Uint8Array>): Promise<readonly RowTexts[]> {
  const pieces: Uint8Array[] = []
  if (typeof file === 'string') pieces.push(new TextEncoder().encode(file))
  else for await (const piece of file) pieces.push(piece)
  const reading = await readFile(Buffer.concat(pieces))
  if ('refusal' in reading) throw new Error(`Refused: ${reading.refusal}`)
  const { rows } = reading.table
  const matching = matchColumns(rows.slice(0, 100))
  const amounts = matching.columns.find(({ meaning }) => meaning.as === 'field' && meaning.field === 'amount')
  const { decimal } = amountStyle(rows.slice(matching.firstRow).map((row) => row[amounts?.index ?? -1]))
  const plan = planOf(matching, { decimal })
  return rows.slice(matching.firstRow).map((row) => readRow(row, plan).texts)
}

const samples: readonly RowTexts[] = sampleEntries.map(({ entry, method }) =>
  Object.fromEntries([...Object.entries(entry).map(([field, value]) => [field, String(value)]), ['method', method.id]]),
)

const left = (texts: RowTexts, place: number): LeftRow => ({
  row: place + 1,
  texts,
  reasons: ['“0012” is not a bank code; choose one.', '=1+1 is no name.'],
})

it.each(everyLanguage)(
  'Rows that were not saved come back from their files as they were: $language',
  async ({ translate }) => {
    const rows = samples.map(left)
    expect(await imported(leftCsv(rows, headings(translate)))).toEqual(samples)
    expect(await imported(leftWorkbook(rows, headings(translate)))).toEqual(samples)
  },
)

it('Whatever a clerk may have typed comes back from either file, a formula and zeros and quotation marks among it', async () => {
  const [{ translate } = { translate: () => '' }] = everyLanguage
  const text = fc
    .oneof(
      fc.constantFrom(
        '=1+1',
        '+55 11 91234-5678',
        '@x',
        '-',
        "O'Neil",
        "'t Hart",
        'May 5',
        '0012',
        '1E5',
        'a;b',
        "a;'=b",
        '＝1',
        'x "y" z',
      ),
      fc.string({ unit: fc.constantFrom('0', '1', 'a', 'é', "'", '"', ';', ',', '\t', '\n', '-', '=', ' ', '.') }),
    )
    .map((typed) => typed.trim())
    .filter((typed) => typed !== '')
  const row = fc.record({
    beneficiaryFirstName: text,
    beneficiaryLastName: text,
    PaymentReason: text,
    externalReference: text,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
      const whole = rows.map((texts) => ({ country: 'KE', amount: '10', ...texts }))
      expect(await imported(leftCsv(whole.map(left), headings(translate)))).toEqual(whole)
    }),
  )
})

it('No program that divides the file at semicolons finds a formula in it', async () => {
  const [{ translate } = { translate: () => '' }] = everyLanguage
  const texts = {
    country: 'KE',
    beneficiaryFirstName: '＝1+1',
    PaymentReason: 'Rent;=HYPERLINK("https://example.com")',
  }
  const row = { row: 1, texts, reasons: ['“x;@SUM(1)” is no name.'] }
  const file = leftCsv([row], headings(translate))
  expect(file).not.toMatch(/(?:^|[;,\t\r\n])["\s]*[=+\-@＝＋－＠]/)
  expect(await imported(file)).toEqual([texts])
})

it('An amount of three decimals comes back as what it is, not as thousands', async () => {
  const [{ translate } = { translate: () => '' }] = everyLanguage
  const rows = [{ country: 'KE', amount: '1.234', beneficiaryFirstName: 'Ana' }]
  expect(await imported(leftCsv(rows.map(left), headings(translate)))).toMatchObject([
    { amount: expect.stringMatching(/^1\.2340?$/) },
  ])
})
