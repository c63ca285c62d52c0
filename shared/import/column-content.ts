import { isNamed, searchBanks } from '#shared/banks/bank-search.ts'
import { type CountryCode, countryCodes, decimalsOf, ruleBook } from '#shared/countries/rule-book.ts'
import type { Cell } from '#shared/files/table.ts'
import { asMessage } from '#shared/language/message.ts'
import { isGivenName } from '#shared/paste/given-names.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import { emailPattern } from '#shared/payout/read-text.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'
import type { NamedNumber } from '#shared/rule-book/country.ts'
import { hasShape } from '#shared/rule-book/shape.ts'
import { isTelling, tellingText } from './cell-text.ts'
import type { ColumnMeaning } from './column-meaning.ts'
import { accountKindCalled, beneficiaryTypeCalled, countryCalled, documentCalled } from './known-words.ts'

/** What the values of a column look like: of those that are filled in, how many in a hundred could be which. */
export interface ColumnContent {
  readonly filled: number
  readonly texts: readonly string[]
  readonly share: (trait: Trait) => number
  /** Numbers with check digits that most of the values are. */
  readonly numbers: readonly ProvenNumber[]
}

type Trait =
  | 'email'
  | 'url'
  | 'country'
  | 'currency'
  | 'account-type'
  | 'document-type'
  | 'beneficiary-type'
  | 'bank'
  | 'person'
  | 'uuid'
  | 'amount'
  | 'decimal'
  | 'letters-and-number'
  | 'digits'

/** A number of the rule book whose check digits hold. */
interface ProvenNumber {
  readonly field: 'documentNumber' | 'accountNumber'
  readonly label: string
  readonly country: CountryCode
}

/** Looks at the values of a column. */
export function columnContent(cells: readonly (Cell | undefined)[]): ColumnContent {
  const texts = cells.map(tellingText).filter((text) => text !== '')
  const counts = new Map<string, number>()
  for (const text of texts) if (isTelling(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
  const distinct = [...counts]
  const shares = new Map<Trait, number>()
  const share = (trait: Trait) => {
    const known = shares.get(trait)
    if (known !== undefined) return known
    const made = texts.length === 0 ? 0 : filledBy(distinct, traits[trait]) / texts.length
    shares.set(trait, made)
    return made
  }
  return {
    filled: texts.length,
    texts,
    share,
    numbers: share('digits') < 0.1 ? [] : provenNumbers(distinct, texts.length),
  }
}

/** How many cells have a text that is so; each text is looked at once. */
function filledBy(counts: readonly (readonly [string, number])[], is: (text: string) => boolean): number {
  return counts.reduce((sum, [text, count]) => sum + (is(text) ? count : 0), 0)
}

const most = 0.8

/** What a column without a known heading probably holds; undefined where its content is inconclusive. */
export function meaningByContent({ filled, share, numbers }: ColumnContent): ColumnMeaning | undefined {
  if (filled === 0) return undefined
  const [number, ...others] = numbers
  if (number !== undefined) {
    const fields = new Set([number, ...others].map(({ field }) => field))
    const labels = [...new Set([number, ...others].map(({ label }) => label))]
    return fields.size > 1 ? undefined : { as: 'field', field: number.field, implied: { labels } }
  }
  for (const [trait, meaning] of meanings) if (share(trait) >= most) return meaning
  return undefined
}

/** The most telling first. */
const meanings: readonly (readonly [Trait, ColumnMeaning])[] = [
  ['email', { as: 'field', field: 'email' }],
  ['url', { as: 'field', field: 'NotificationUrl' }],
  ['uuid', { as: 'field', field: 'recipientPixKey' }],
  ['country', { as: 'field', field: 'country' }],
  ['currency', { as: 'field', field: 'currencyCode' }],
  ['account-type', { as: 'field', field: 'payoutAccountTypeCode' }],
  ['document-type', { as: 'field', field: 'documentType' }],
  ['beneficiary-type', { as: 'field', field: 'beneficiaryType' }],
  ['bank', { as: 'field', field: 'bankName' }],
  ['letters-and-number', { as: 'bank-and-account' }],
  ['person', { as: 'full-name', order: 'first-last' }],
  ['decimal', { as: 'field', field: 'amount' }],
]

const traits: Readonly<Record<Trait, (text: string) => boolean>> = {
  email: (text) => emailPattern.test(text),
  url: (text) => /^https?:\/\//i.test(text),
  country: (text) => isWord(text) && countryCalled(text) !== undefined,
  currency: (text) => /^[A-Za-z]{3}$/.test(text) && decimalsOf(text.toUpperCase()) !== undefined,
  'account-type': (text) => isWord(text) && countryCodes.some((code) => accountKindCalled(text, ruleBook[code])),
  'document-type': (text) => isWord(text) && countryCodes.some((code) => documentCalled(text, ruleBook[code])),
  'beneficiary-type': (text) =>
    isWord(text) && countryCodes.some((code) => beneficiaryTypeCalled(text, ruleBook[code])),
  bank: (text) => /^[^\d@]{3,60}$/u.test(text) && isBankName(text),
  person: isPerson,
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  amount: (text) => amountPattern.test(text),
  decimal: (text) => amountPattern.test(text) && /[.,]\d{1,2}\D*$|[$€]/u.test(text),
  'letters-and-number': (text) =>
    text.length <= mostOfBank &&
    /\d{5}/.test(text.replace(/[ .-]/g, '')) &&
    isBankName(text.replace(/[\d|/:,-]+/g, ' ').trim()),
  digits: (text) => /\d{5}/.test(text.replace(/[\s.-]/g, '')),
}

/** Two letters at least: a lone P or E, N or J may be anything. */
function isWord(text: string): boolean {
  return text.length > 1 && text.length <= mostOfWord && /\p{L}/u.test(text)
}

/** No name of a country, a type or a number is longer. */
const mostOfWord = 80

const amountPattern = /^(?:[A-Za-z]{0,3}[$/]{0,2}\.?)\s{0,2}\d[\d.,'’ \u00a0]{0,24}\s{0,2}[A-Za-z]{0,3}$/u

/** Two to six words of letters of which one is a common given name. */
function isPerson(text: string): boolean {
  const words = text.split(/[\s,]+/)
  return words.length >= 2 && words.length <= 7 && !/[\d@]/.test(text) && words.some(isGivenName)
}

/** A bank, its account and the words between. */
const mostOfBank = 120

const bankNamesSeen = new Map<string, boolean>()

function isBankName(text: string): boolean {
  const known = bankNamesSeen.get(text)
  if (known !== undefined) return known
  if (bankNamesSeen.size > 5_000) bankNamesSeen.clear()
  const found =
    /\p{L}{2}/u.test(text) &&
    countryCodes.some((code) =>
      bankRulesOf(ruleBook[code]).some(({ banks }) => searchBanks(banks, text).some((bank) => isNamed(bank, text))),
    )
  bankNamesSeen.set(text, found)
  return found
}

/** The rules with check digits that eight in ten of the values fulfil; of a single value, all that it does. */
function provenNumbers(counts: readonly (readonly [string, number])[], filled: number): readonly ProvenNumber[] {
  return checkedNumbers().filter(({ rule }) => filledBy(counts, (text) => isProven(text, rule)) >= filled * most)
}

function isProven(text: string, rule: NamedNumber): boolean {
  if (text.length > mostOfWord) return false
  const { value } = cleanNumber(text, rule)
  return (
    hasShape(rule.shape, value) &&
    (rule.checks ?? []).every((check) => check.issue(value, {}, asMessage(rule.label)) === undefined)
  )
}

let checkedMade: readonly (ProvenNumber & { readonly rule: NamedNumber })[] | undefined

function checkedNumbers(): NonNullable<typeof checkedMade> {
  checkedMade ??= countryCodes.flatMap((country) => {
    const { documents, methods } = ruleBook[country]
    const accounts = methods.flatMap(({ fields: { accountNumber: use } }) => (use?.use === 'asked' ? use.rule : []))
    const ofField = (field: ProvenNumber['field'], rules: readonly NamedNumber[]) =>
      rules
        .filter(({ checks = [] }) => checks.some(({ code }) => code === 'check_digit'))
        .map((rule) => ({ field, country, label: asMessage(rule.label).id, rule }))
    return [...ofField('documentNumber', documents), ...ofField('accountNumber', accounts)]
  })
  return checkedMade
}
