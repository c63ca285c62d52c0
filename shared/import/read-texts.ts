import type { BatchMakes } from '#shared/api/batch.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import { longestText } from '#shared/api/texts.ts'
import { folded } from '#shared/banks/folded.ts'
import { isCountryCode, methodFor, ruleBook } from '#shared/countries/rule-book.ts'
import type { Message } from '#shared/language/message.ts'
import { completeEntry, type RawEntry } from '#shared/payout/entry.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { givenIn } from '#shared/payout/field-values.ts'
import { isFlagField } from '#shared/payout/fields.ts'
import { onlyChoices } from '#shared/payout/form-fields.ts'
import { impliedCodes } from '#shared/payout/implied-codes.ts'
import { type EntryReading, readEntry, type UnreadableEntry } from '#shared/payout/read-entry.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import { isBlank, isTooLong } from '#shared/payout/typed-value.ts'
import { type Country, countryName, type RecognisedBank } from '#shared/rule-book/country.ts'
import { flagCalled } from './known-words.ts'
import { isLeftOut } from './not-asked.ts'
import { type BankLists, bankMeant } from './resolve-bank.ts'
import { codeOfWord, countryOfWord, wordFields } from './resolve-words.ts'
import { type ImportChangeCode, importChange, type SheetChange } from './sheet-change.ts'
import { isSheetField, type RowTexts, type SheetField } from './sheet-field.ts'

/** The result of reading a row of a sheet. */
export interface TextsReading {
  /** What is given to the server: codes in place of words, plain decimal text, true and false. */
  readonly entry: RawEntry
  readonly reading: EntryReading | UnreadableEntry
  readonly errors: readonly Issue[]
  readonly warnings: readonly Issue[]
  /** Everything that is otherwise than the texts say, of the reading as of the words before it. */
  readonly changes: readonly SheetChange[]
  /** What a text may mean that is not certain: for a person to choose. */
  readonly candidates: readonly Candidates[]
}

interface Candidates {
  readonly field: SheetField
  readonly choices: readonly { readonly value: string; readonly name: string | undefined }[]
}

/**
 * Reads the texts of a row as a person gave them: resolves the names of countries, banks, types and currencies, fills in what follows from a number
 * or has one choice alone, and hands the entry to `readEntry`, the one reader. Whatever it resolves is a change. Never throws.
 */
export function readRowTexts(texts: RowTexts, banks: BankLists, makes: BatchMakes = 'payouts'): TextsReading {
  const tooLong = Object.entries(texts).filter(([, text]) => isTooLong(text))
  const standIns = Object.fromEntries(tooLong.map(([field]) => [field, unreadText]))
  const row: RowResolution = { values: { ...texts, ...standIns }, changes: [], candidates: [] }
  const country = resolveCountry(row)
  if (country !== undefined) {
    leaveNotAsked(row, country)
    leaveToNumber(row, country)
    leaveToMethod(row, country)
    for (const field of wordFields) resolveWord(row, field, country)
    resolveBank(row, country, banks)
    fill(row, country)
  }
  const read = entryOf(row.values)
  const part = makes === 'beneficiaries' ? 'beneficiary' : undefined
  const reading = readEntry(read, { enteredBy: 'person', part })
  const entry = tooLong.length === 0 ? read : { ...read, ...Object.fromEntries(tooLong) }
  if (reading.country === undefined)
    return { entry, reading, errors: reading.errors, warnings: none, changes: row.changes, candidates: none }
  const { warnings, changes } = reading
  const errors = reading.errors.map((error) => withBankOfNumber(error, row, reading.country))
  return { entry, reading, errors, warnings, changes: row.changes.concat(changes), candidates: row.candidates }
}

const none = [] as const

/** In place of a text that every reader refuses for its length: thousands of rows may have one, and no reader has to go through it. */
const unreadText = 'x'.repeat(longestText + 1)

interface RowResolution {
  readonly values: Partial<Record<SheetField, string>>
  readonly changes: SheetChange[]
  readonly candidates: Candidates[]
}

function set({ values, changes }: RowResolution, field: SheetField, value: string, code: ImportChangeCode): void {
  changes.push(importChange(field, code, values[field] ?? '', value))
  values[field] = value
}

function resolveCountry(row: RowResolution): Country | undefined {
  const { country = '' } = row.values
  if (isCountryCode(country)) return ruleBook[country]
  const code = countryOfWord(country)
  if (code === undefined) return undefined
  set(row, 'country', code, 'by_word')
  return ruleBook[code]
}

/** Nothing that the country asks for takes the place of such a value, so nothing else in the row changes its meaning. */
function leaveNotAsked({ values, changes }: RowResolution, country: Country): void {
  for (const [field, from] of Object.entries(values)) {
    if (!isSheetField(field) || isBlank(from) || !isLeftOut(country, field)) continue
    delete values[field]
    changes.push({ field, from, to: null, code: 'not_asked', message: 'import.change.not_asked' })
  }
}

/** What a country does not take as its account number says it: "CBU" as the type of an Argentine account, and the bank of that number. */
function leaveToNumber({ values, changes }: RowResolution, country: Country): void {
  for (const field of ['payoutAccountTypeCode', 'bankName'] as const) {
    const [use, ...others] = country.methods.map(({ fields }) => fields[field])
    const { [field]: from } = values
    if (use?.use !== 'hyphen' || others.length > 0 || from === undefined || isBlank(from)) continue
    if (field === 'bankName' && !isBankOfNumber(from, values.accountNumber, country)) continue
    values[field] = '-'
    changes.push({ field, from, to: '-', code: 'hyphen_sent', message: use.why })
  }
}

/** "CCI" as the type of a Peruvian account names its number, which says how it is paid: no type is needed then. */
function leaveToMethod(row: RowResolution, country: Country): void {
  const { payoutAccountTypeCode: text = '', method = '' } = row.values
  const called = method === '' && text !== '' ? codeOfWord('method', text, country) : undefined
  const chosen = country.methods.find(({ id }) => id === called)
  const type = chosen?.fields.payoutAccountTypeCode
  if (chosen === undefined || type?.use !== 'asked' || type.required) return
  set(row, 'method', chosen.id, 'by_word')
  set(row, 'payoutAccountTypeCode', '', 'by_word')
}

/** Says of a bank that is refused because the account number names it, which bank that is. */
function withBankOfNumber(error: Issue, { values }: RowResolution, country: Country): Issue {
  const bank = bankOfNumber(values.accountNumber, country)
  if (error.code !== 'not_applicable' || error.field !== 'bankName' || bank === undefined) return error
  const why: Message = { id: 'import.otherBank', params: { bank: bank.name } }
  return issueOn('bankName', 'not_applicable', { label: fieldLabel('bankName'), country: countryName(country), why })
}

function bankOfNumber(number: string | undefined, country: Country): RecognisedBank | undefined {
  const [rule] = country.methods.flatMap(({ fields: { accountNumber } }) =>
    accountNumber?.use === 'asked' ? accountNumber.rule : [],
  )
  return rule?.bankOf?.(cleanNumber(number ?? '', rule).value)
}

/** Whether every word by which banks differ is in the name of the one that the number belongs to. */
function isBankOfNumber(name: string, number: string | undefined, country: Country): boolean {
  const bank = bankOfNumber(number, country)
  const known = typeof bank?.name === 'string' ? folded(bank.name).split(' ') : []
  const words = folded(name)
    .split(' ')
    .filter((word) => word !== 'banco' && word.length > 3)
  return words.length > 0 && words.every((word) => known.includes(word))
}

function resolveWord(row: RowResolution, field: (typeof wordFields)[number], country: Country): void {
  const text = row.values[field]
  if (text === undefined || /^[\d-]*$/.test(text)) return
  const code = codeOfWord(field, text, country)
  if (code !== undefined) set(row, field, code, 'by_word')
}

function resolveBank(row: RowResolution, country: Country, lists: BankLists): void {
  const { bankName: text } = row.values
  if (text === undefined) return
  const found = bankMeant(text, country, lists)
  if (found.is === 'one') set(row, 'bankName', found.bank.code, 'by_name')
  if (found.is === 'several') {
    const choices = [...new Set(found.banks)].map(({ code, name }) => ({ value: code, name }))
    row.candidates.push({ field: 'bankName', choices })
  }
}

/** As the form does: what has one choice, and what a number says. */
function fill(row: RowResolution, country: Country): void {
  const { values } = row
  const isOpen = (field: SheetField) => values[field] === undefined || values[field] === ''
  if (!isOpen('documentType') && !isOpen('payoutAccountTypeCode') && !isOpen('bankName')) return
  const chosen = country.methods.find(({ id }) => id === values.method)?.id
  const method = methodFor(country, givenIn(values, country), chosen)
  if (isOpen('documentType') || isOpen('payoutAccountTypeCode'))
    for (const [field, value] of Object.entries(onlyChoices(country, method)))
      if (isSheetField(field) && field !== 'currencyCode' && isOpen(field)) set(row, field, value, 'only_choice')
  const found = impliedCodes(country, completeEntry({ ...values, method: method.id }))
  for (const [field, value] of Object.entries(found))
    if (isSheetField(field) && isOpen(field) && value !== '') set(row, field, value, 'by_number')
}

function entryOf(values: RowResolution['values']): RawEntry {
  const entry: Record<string, string | boolean> = {}
  for (const [field, text] of Object.entries(values)) {
    if (text === '') continue
    const flag = isSheetField(field) && field !== 'method' && isFlagField(field) ? flagCalled(text) : undefined
    entry[field] = flag ?? text
  }
  return entry
}
