import { type CountryCode, isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { Cell, TableRow } from '#shared/files/table.ts'
import { asMessage } from '#shared/language/message.ts'
import { currencyNamedIn } from '#shared/payout/amount.ts'
import { payoutTypeOf } from '#shared/rule-book/account-type-codes.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { needsTerms } from '#shared/rule-book/currencies.ts'
import { accountParts } from './account-parts.ts'
import { plainAmount } from './amount-style.ts'
import { isTelling, trimmedText } from './cell-text.ts'
import type { ColumnMeaning, ImpliedValues } from './column-meaning.ts'
import type { ImportPlan } from './import-plan.ts'
import { countryCalled } from './known-words.ts'
import type { ColumnMatch } from './matching.ts'
import { type ImportChangeCode, importChange, type SheetChange } from './sheet-change.ts'
import { isSheetField, type RowTexts, type SheetField } from './sheet-field.ts'
import { splitAgencyAndAccount, splitBankAndAccount } from './split-cell.ts'
import { splitName } from './split-name.ts'

/** The cells of one row under the fields of a sheet, and what was parted, rewritten or filled in on the way. */
export interface FoundTexts {
  readonly texts: RowTexts
  readonly changes: readonly SheetChange[]
  readonly sources: readonly TextSource[]
}

/** The cell that a text was taken from unchanged. */
export interface TextSource {
  readonly column: ColumnMatch
  readonly field: SheetField
  readonly cell: Cell
  readonly given: string
  /** Another column for the same field came first and says something else. */
  readonly differs: boolean
}

/** Lays the cells of a row under the fields of a sheet. Texts stay as given, but amounts become plain decimal text by the style of the file. */
export function rowTexts(cells: TableRow, plan: ImportPlan): FoundTexts {
  const row: RowTextsDraft = { texts: {}, changes: [], implied: {}, sources: [] }
  const decimal = decimalOfRow(cells, plan)
  for (const column of plan.columns) {
    const cell = cells[column.index]
    if (cell === undefined) continue
    const text = trimmedText(cell)
    if (text !== '') take(row, column, cell, text, decimal)
  }
  partName(row)
  const country = countryMeant(row.texts.country ?? plan.forAll.country)
  if (country !== undefined) partAccount(row, country)
  imply(row, country)
  for (const [field, value] of Object.entries(plan.forAll))
    if (isSheetField(field) && row.texts[field] === undefined && isWanted(row, field))
      fill(row, field, value, 'for_the_file')
  return row
}

interface RowTextsDraft {
  readonly texts: Partial<Record<SheetField, string>>
  readonly changes: SheetChange[]
  readonly implied: Partial<Record<SheetField, ImpliedValues>>
  readonly sources: TextSource[]
}

function fill(row: RowTextsDraft, field: SheetField, value: string, code: ImportChangeCode, from = ''): void {
  if (value === '' || row.texts[field] !== undefined) return
  row.texts[field] = value
  row.changes.push(importChange(field, code, from, value))
}

function take(row: RowTextsDraft, column: ColumnMatch, cell: Cell, text: string, decimal: ImportPlan['decimal']): void {
  const { meaning } = column
  if (meaning.as === 'field') takeField(row, column, meaning, cell, text, decimal)
  else if (isWhole(cell, text)) takeField(row, column, { field: firstOf[meaning.as] }, cell, text, decimal)
  else if (meaning.as === 'full-name') {
    const { first, last } = splitName(text, meaning.order)
    fill(row, 'beneficiaryFirstName', first, 'name_parted', text)
    fill(row, 'beneficiaryLastName', last, 'name_parted', text)
  } else for (const [field, part] of partsOf(meaning, text)) fill(row, field, part, 'cell_parted', text)
}

/** What is no value, or none that a person wrote, has no parts: it is left where the first of them would be. */
function isWhole(cell: Cell, text: string): boolean {
  return !isTelling(text) || (typeof cell !== 'string' && (cell.kind === 'unreadable' || cell.kind === 'error'))
}

const firstOf = {
  'full-name': 'beneficiaryFirstName',
  'bank-and-account': 'bankName',
  'agency-and-account': 'accountAgencyNumber',
  ignore: 'note',
} as const satisfies Readonly<Record<Exclude<ColumnMeaning['as'], 'field'>, SheetField>>

/** What is no bank and account, or no agency and account, is left whole where the person sees it. */
function partsOf(meaning: ColumnMeaning, text: string): readonly (readonly [SheetField, string])[] {
  if (meaning.as === 'bank-and-account') {
    const { bank, account = '', type = '' } = splitBankAndAccount(text) ?? { bank: text }
    return [
      ['bankName', bank],
      ['payoutAccountTypeCode', type],
      ['accountNumber', account],
    ]
  }
  if (meaning.as !== 'agency-and-account') return []
  const { agency = '', account } = splitAgencyAndAccount(text) ?? { account: text }
  return [
    ['accountAgencyNumber', agency],
    ['accountNumber', account],
  ]
}

function takeField(
  row: RowTextsDraft,
  column: ColumnMatch,
  { field, implied }: Omit<Extract<ColumnMeaning, { as: 'field' }>, 'as'>,
  cell: Cell,
  text: string,
  decimal: ImportPlan['decimal'],
): void {
  const value = field === 'amount' ? plainAmount(cell, decimal).trim() : withoutApostrophe(field, cell, text)
  const before = row.texts[field]
  row.sources.push({ column, field, cell, given: text, differs: before !== undefined && before !== value })
  if (before !== undefined) return
  if (implied !== undefined) row.implied[field] = implied
  row.texts[field] = value
  if (value !== text)
    row.changes.push(importChange(field, field === 'amount' ? 'amount_style' : 'apostrophe_removed', text, value))
}

/** In a spreadsheet, an apostrophe marks what follows as text; a name may begin with one of its own. */
function withoutApostrophe(field: SheetField, cell: Cell, text: string): string {
  if (typeof cell !== 'string') return text
  const isName = field === 'beneficiaryFirstName' || field === 'beneficiaryLastName'
  return text.startsWith("'") && (!isName || /^'[=+@\d'＝＋－＠-]/.test(text)) ? text.slice(1) : text
}

/** A column of surnames alone can have the whole name: "QUISPE, Ana Paula". */
function partName({ texts, changes }: RowTextsDraft): void {
  const { beneficiaryFirstName, beneficiaryLastName: name = '' } = texts
  if (beneficiaryFirstName !== undefined || !name.includes(',')) return
  const { first, last } = splitName(name, 'last-first')
  if (first === '' || last === '') return
  texts.beneficiaryFirstName = first
  texts.beneficiaryLastName = last
  changes.push(importChange('beneficiaryFirstName', 'name_parted', name, first))
  changes.push(importChange('beneficiaryLastName', 'name_parted', name, last))
}

/** Puts each part of the account cell into the field it belongs to. */
function partAccount(row: RowTextsDraft, country: Country): void {
  const { texts, sources } = row
  const parts = accountParts(texts, country)
  if (parts === undefined) return
  const { accountNumber: text = '' } = texts
  const source = sources.findIndex(({ field }) => field === 'accountNumber')
  for (const field of parts.emptied) delete texts[field]
  for (const { field, part, code } of parts.found) fill(row, field, part, code, text)
  const [only, ...others] = parts.found
  const taken = sources[source]
  if (taken === undefined || only === undefined) return
  if (others.length > 0) sources.splice(source, 1)
  else sources[source] = { ...taken, field: only.field }
}

/** The terms are those of payouts in dollars. */
function isWanted({ texts }: RowTextsDraft, field: SheetField): boolean {
  if (field !== 'TermsApproved') return true
  const country = countryMeant(texts.country)
  return needsTerms(texts.currencyCode?.toUpperCase() ?? country?.currency)
}

function decimalOfRow(cells: TableRow, plan: ImportPlan): ImportPlan['decimal'] {
  if (plan.decimalIn.size === 0) return plan.decimal
  const { code = '' } = countryOfRow(cells, plan) ?? {}
  return plan.decimalIn.has(code) ? plan.decimalIn.get(code) : plan.decimal
}

/** The country of a row of a file. */
export function countryOfRow(
  cells: TableRow,
  { columns, forAll }: Pick<ImportPlan, 'columns' | 'forAll'>,
): Country | undefined {
  const place = columns.find(({ meaning }) => meaning.as === 'field' && meaning.field === 'country')?.index
  const text = place === undefined ? '' : trimmedText(cells[place])
  return countryMeant(text === '' ? forAll.country : text)
}

function countryMeant(text: string | undefined): Country | undefined {
  if (text === undefined) return undefined
  const code: CountryCode | undefined = isCountryCode(text) ? text : countryCalled(text)
  return code && ruleBook[code]
}

/** What headings and signs of currencies say of the row. */
function imply(row: RowTextsDraft, country: Country | undefined): void {
  const { texts, implied } = row
  const named = isTelling(texts.amount ?? '') ? currencyNamedIn(texts.amount ?? '') : undefined
  if (named !== undefined) fill(row, 'currencyCode', named, 'from_amount', texts.amount)
  fill(row, 'currencyCode', implied.amount?.currency ?? '', 'by_heading')
  if (country === undefined) return
  if (texts.documentNumber !== undefined)
    fill(row, 'documentType', impliedIn(documentsImplied, implied.documentNumber, country, documentOf), 'by_heading')
  if (texts.accountNumber !== undefined)
    fill(
      row,
      'payoutAccountTypeCode',
      impliedIn(accountsImplied, implied.accountNumber, country, accountTypeOf),
      'by_heading',
    )
}

/** What a heading implies is the same in every row of a country. */
function impliedIn(
  made: WeakMap<ImpliedValues, Map<string, string | undefined>>,
  implied: ImpliedValues | undefined,
  country: Country,
  find: (implied: ImpliedValues, country: Country) => string | undefined,
): string {
  if (implied === undefined) return ''
  const ofCountry = made.get(implied) ?? new Map<string, string | undefined>()
  made.set(implied, ofCountry)
  if (!ofCountry.has(country.code)) ofCountry.set(country.code, find(implied, country))
  return ofCountry.get(country.code) ?? ''
}

const documentsImplied = new WeakMap<ImpliedValues, Map<string, string | undefined>>()
const accountsImplied = new WeakMap<ImpliedValues, Map<string, string | undefined>>()

function documentOf(implied: ImpliedValues, { documents }: Country): string | undefined {
  const found = documents.filter(({ label }) => implied.labels?.includes(asMessage(label).id))
  return found.length === 1 ? found[0]?.code : undefined
}

function accountTypeOf(implied: ImpliedValues, country: Country): string | undefined {
  if (implied.kind !== undefined) return payoutTypeOf(country, implied.kind)
  const rules = country.methods.flatMap(({ fields: { accountNumber: use } }) => (use?.use === 'asked' ? use.rule : []))
  const types = rules.flatMap(({ label, when }) =>
    implied.labels?.includes(asMessage(label).id) ? (when?.payoutAccountTypeCode ?? []) : [],
  )
  return types.length === 1 ? types[0] : undefined
}
