import type { BatchMakes } from '#shared/api/batch.ts'
import { type CountryCode, countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import type { Translate } from '#shared/language/message.ts'
import { csvLine } from '#shared/payout/csv-text.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { fieldNames, fieldOf, isFieldName, isFlagField } from '#shared/payout/fields.ts'
import { describeValue } from '#shared/payout/value-meaning.ts'
import type { Country, Method } from '#shared/rule-book/country.ts'
import { countryName } from '#shared/rule-book/country.ts'
import { needsTerms } from '#shared/rule-book/currencies.ts'
import { type WorkbookColumn, writeWorkbook } from '#shared/spreadsheet/workbook.ts'
import { numberFields } from './damage.ts'
import { codeOfWord, isWordField } from './resolve-words.ts'
import { isFieldFor, type RowTexts, type SheetField } from './sheet-field.ts'
import { listChoices, noteOf } from './template-notes.ts'

/** A file to fill in: a column for each field that a form of the countries asks for, and a good row for each way of paying as an example. */
interface Template {
  readonly fields: readonly SheetField[]
  readonly rows: readonly RowTexts[]
}

/** As CSV: codes have an apostrophe before them, so that a spreadsheet keeps them as they are; it is no part of them. */
export function templateCsv(translate: Translate, code?: CountryCode, makes?: BatchMakes): string {
  const { fields, rows } = templateOf(translate, code, makes)
  const guarded = (field: SheetField, text = '') =>
    numberFields.includes(field) && /\d/.test(text) ? `'${text}` : text
  const lines = rows.map((row) => fields.map((field) => guarded(field, row[field])))
  return `\uFEFF${[fields.map((field) => headingOf(field, translate)), ...lines].map(csvLine).join('')}`
}

/** As a workbook of texts, with a note at each heading that says what goes below it, and lists of what there is to choose from. */
export function templateWorkbook(
  translate: Translate,
  code?: CountryCode,
  makes?: BatchMakes,
): AsyncGenerator<Uint8Array> {
  const { fields, rows } = templateOf(translate, code, makes)
  const texts = rows.map((row) => fields.map((field) => row[field] ?? ''))
  const sheet = makes === 'beneficiaries' ? 'Beneficiaries' : 'Payouts'
  return writeWorkbook({ sheet, columns: templateColumns(translate, code, makes), rows: texts })
}

export function templateColumns(
  translate: Translate,
  code?: CountryCode,
  makes?: BatchMakes,
): readonly WorkbookColumn[] {
  const countries = countriesOf(code)
  return templateOf(translate, code, makes).fields.map((field) => {
    const heading = headingOf(field, translate)
    const width = Math.max(14, Math.min(28, heading.length + 3))
    return {
      heading,
      width,
      note: noteOf(field, countries, translate),
      choices: listChoices(field, countries, translate),
    }
  })
}

export function templateOf(translate: Translate, code?: CountryCode, makes: BatchMakes = 'payouts'): Template {
  const countries = countriesOf(code)
  const ways = countries.flatMap((country) => country.methods.map((method) => ({ country, method })))
  const isAsked = (field: SheetField) =>
    field === 'method'
      ? countries.some(({ methods }) => methods.length > 1)
      : ways.some(({ country, method }) => isOf(field, country, method))
  return {
    fields: inFormOrder.filter((field) => isFieldFor(makes, field) && isAsked(field)),
    rows: ways.map(({ country, method }) => sampleRow(country, method, translate)),
  }
}

function countriesOf(code: CountryCode | undefined): readonly Country[] {
  return (code === undefined ? countryCodes : [code]).map((one): Country => ruleBook[one])
}

function headingOf(field: SheetField, translate: Translate): string {
  return translate(field === 'method' ? 'field.method' : `field.${field}`)
}

const sections = ['method', 'beneficiary', 'account', 'payment', 'more'] as const

/** As the form asks: where and how, who, to which account, how much. */
const inFormOrder: readonly SheetField[] = ['country', 'method', ...fieldNames.filter((name) => name !== 'country')]
  .filter((name): name is SheetField => name === 'method' || (isFieldName(name) && fieldOf(name).section !== undefined))
  .toSorted((one, other) => placeOf(one) - placeOf(other))

function placeOf(name: SheetField): number {
  if (name === 'method') return 1.5
  const { section = 'more', place = 0 } = fieldOf(name)
  return sections.indexOf(section) * 100 + place
}

/** The terms are only those of dollars, which a person accepts for the whole file; where all is in dollars the column is there. */
function isOf(field: SheetField, country: Country, method: Method): boolean {
  if (field === 'method') return country.methods.length > 1
  if (field === 'TermsApproved') return needsTerms(country.currency)
  return fieldUses(country, method)[field].use === 'asked'
}

/** A person who leaves the example in the file is asked whether to pay it: see row-kinds.ts. */
export const sampleValues = { beneficiaryFirstName: 'Ana', beneficiaryLastName: 'Souza Peña', amount: '1500' } as const

function sampleRow(country: Country, method: Method, translate: Translate): RowTexts {
  const codes: RowTexts = {
    ...sampleValues,
    currencyCode: country.currency,
    ...(needsTerms(country.currency) && { TermsApproved: 'true' }),
    ...method.sample,
  }
  const words = Object.entries(codes).map(([field, value]) => [
    field,
    isFieldName(field) ? wordFor(field, value, country, method, translate) : value,
  ])
  const named = country.methods.length > 1 ? { method: translate(method.label) } : {}
  return { country: translate(countryName(country)), ...named, ...Object.fromEntries(words) }
}

/** The word for a code, where it leads back to the code. */
function wordFor(field: SheetField, value: string, country: Country, method: Method, translate: Translate): string {
  if (!isFieldName(field) || isFlagField(field) || !isWordField(field)) return value
  const meaning = describeValue(country, method, field, value)
  const word = meaning === undefined || typeof meaning === 'string' ? value : translate(meaning)
  return codeOfWord(field, word, country) === value ? word : value
}
