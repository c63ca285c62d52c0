import { describe, expect, it } from 'vitest'
import { type CountryCode, countryCodes } from '#shared/countries/rule-book.ts'
import type { FileTable } from '#shared/files/table.ts'
import { readFile } from '#shared/files/testing/read-at-once.ts'
import type { Language } from '#shared/language/languages.ts'
import type { Translate } from '#shared/language/message.ts'
import { fieldNames, fieldOf } from '#shared/payout/fields.ts'
import { everyLanguage } from '#shared/testing/every-language.ts'
import { requestOf } from '#shared/testing/preview-in-tests.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { planOf } from './import-plan.ts'
import { matchColumns } from './match-columns.ts'
import { readRow } from './read-row.ts'
import { templateColumns, templateCsv, templateOf, templateWorkbook } from './template.ts'

function inLanguage(wanted: Language): Translate {
  return everyLanguage.find(({ language }) => language === wanted)?.translate ?? (() => '')
}

async function tableOf(bytes: Uint8Array): Promise<FileTable> {
  const reading = await readFile(bytes)
  if ('refusal' in reading) throw new Error(reading.refusal)
  return reading.table
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** Every payout request that the rows of a file come to; an error is one of the test. */
function requestsIn({ rows }: FileTable) {
  const matching = matchColumns(rows)
  const plan = planOf(matching, { decimal: '.' })
  return rows.slice(matching.firstRow).map((row) => {
    const { reading, errors, damage } = readRow(row, plan)
    expect({ errors, damage }).toEqual({ errors: [], damage: [] })
    return 'request' in reading ? reading.request : {}
  })
}

function samplesOf(code: CountryCode | undefined) {
  return sampleEntries
    .filter(({ country }) => code === undefined || country.code === code)
    .map(({ entry }) => requestOf(entry))
}

const templates = [undefined, ...countryCodes].map((code) => [code ?? 'all countries', code] as const)

describe.each(everyLanguage)('Templates in $language', ({ translate }) => {
  it.each(templates)('Law: the template of %s, imported as it is, gives its samples back', async (_, code) => {
    const [workbook, csv] = [
      await bytesOf(templateWorkbook(translate, code)),
      Buffer.from(templateCsv(translate, code)),
    ]
    for (const bytes of [workbook, csv]) expect(requestsIn(await tableOf(bytes))).toEqual(samplesOf(code))
  })

  it('Law: every column of a template is matched for sure with its field', () => {
    for (const [, code] of templates) {
      const { fields } = templateOf(translate, code)
      const head = fields.map((field) => translate(field === 'method' ? 'field.method' : `field.${field}`))
      const { columns } = matchColumns([head])
      expect(columns.map(({ meaning }) => meaning.as === 'field' && meaning.field)).toEqual(fields)
      expect(columns.filter(({ sureness }) => sureness !== 'sure')).toEqual([])
    }
  })
})

describe('A template', () => {
  it('It has a column for every field that a form asks for, in the order of the form', () => {
    const { fields } = templateOf(inLanguage('en'))
    const asked = fieldNames.filter((name) => fieldOf(name).section !== undefined)
    expect(fields.toSorted()).toEqual([...asked, 'method'].toSorted())
    expect(fields.slice(0, 4)).toEqual(['country', 'method', 'beneficiaryType', 'beneficiaryFirstName'])
    expect(templateOf(inLanguage('en'), 'MX').fields).not.toContain('recipientPixKey')
  })

  it('Its notes say what a number looks like, and its lists hold words in the language', () => {
    const columns = templateColumns(inLanguage('es'), 'CL')
    const of = (heading: string) => columns.find((column) => column.heading === heading)
    expect(of('Número de cuenta')?.note).toContain('12345678')
    expect(of('Tipo de cuenta')?.choices).toEqual(['Cuenta corriente', 'Cuenta de ahorro', 'CuentaRUT'])
  })
})
