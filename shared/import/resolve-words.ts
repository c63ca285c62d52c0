import { type CountryCode, currencyDecimals, isCountryCode } from '#shared/countries/rule-book.ts'
import { payoutTypeOf } from '#shared/rule-book/account-type-codes.ts'
import type { Country, MethodId } from '#shared/rule-book/country.ts'
import { labelsOf } from './column-labels.ts'
import { accountKindCalled, beneficiaryTypeCalled, countryCalled, documentCalled, plainWord } from './known-words.ts'
import { remembering } from './remembering.ts'

/** The code that a word means in a field of codes; undefined where it is a code already, or means none. */
export function codeOfWord(field: WordField, text: string, country: Country): string | undefined {
  const ofField = known.get(country) ?? rememberingWords(country)
  known.set(country, ofField)
  return ofField[field](text)
}

type WordReaders = Readonly<Record<WordField, (text: string) => string | undefined>>

const known = new WeakMap<Country, WordReaders>()

function rememberingWords(country: Country): WordReaders {
  const of = (field: WordField) => remembering((text) => readers[field](text, country))
  return {
    method: of('method'),
    documentType: of('documentType'),
    currencyCode: of('currencyCode'),
    payoutAccountTypeCode: of('payoutAccountTypeCode'),
    beneficiaryType: of('beneficiaryType'),
  }
}

export const wordFields = [
  'method',
  'documentType',
  'currencyCode',
  'payoutAccountTypeCode',
  'beneficiaryType',
] as const

export type WordField = (typeof wordFields)[number]

export function isWordField(field: string): field is WordField {
  return Object.hasOwn(readers, field)
}

/** The country of a name or a code; undefined where the text is the code itself, or none. */
export function countryOfWord(text: string): CountryCode | undefined {
  return isCountryCode(text) ? undefined : countryCalled(text)
}

const readers: Readonly<Record<WordField, (text: string, country: Country) => string | undefined>> = {
  method: methodCalled,
  documentType: (text, country) =>
    isCodeOf(country.documents, text) ? undefined : documentCalled(text, country)?.code,
  currencyCode: currencyCalled,
  payoutAccountTypeCode: (text, country) => {
    const kind = accountKindCalled(text, country)
    return kind && payoutTypeOf(country, kind)
  },
  beneficiaryType: (text, country) =>
    isCodeOf(country.beneficiaryTypes ?? [], text) ? undefined : beneficiaryTypeCalled(text, country),
}

function isCodeOf(choices: readonly { readonly code: string }[], text: string): boolean {
  return choices.some(({ code }) => code === text.trim())
}

function methodCalled(text: string, { methods }: Country): MethodId | undefined {
  if (methods.some(({ id }) => id === text)) return undefined
  const word = plainWord(text)
  const found = methods.filter(({ id, label }) => [id, ...labelsOf(label)].some((name) => plainWord(name) === word))
  return found.length === 1 ? found[0]?.id : undefined
}

/** "Soles", "R$", "dólares"; pesos, and a bare $ as in an amount, are those of the country. */
function currencyCalled(text: string, { currency }: Country): string | undefined {
  const typed = text.trim().toUpperCase()
  if (Object.hasOwn(currencyDecimals, typed)) return undefined
  const word = plainWord(text)
  const called = Object.entries(moneyWords).find(([, words]) => words.split(' ').includes(word))?.[0]
  if (called !== undefined) return called
  if (signs[typed] !== undefined) return signs[typed]
  if (typed === '$') return currency === 'USD' || pesos.includes(currency) ? currency : undefined
  return /^pesos?(?:argentinos?|chilenos?|colombianos?|mexicanos?)?$/.test(word) && pesos.includes(currency)
    ? currency
    : undefined
}

const pesos = ['ARS', 'CLP', 'COP', 'MXN']

const moneyWords: Readonly<Record<string, string>> = {
  USD: 'dolar dolares dollar dollars dolaresamericanos dolaresestadounidenses usdollar usdollars dollarsus',
  PEN: 'sol soles nuevossoles nuevosol',
  BRL: 'real reais reales',
}

const signs: Readonly<Record<string, string>> = {
  R$: 'BRL',
  US$: 'USD',
  U$S: 'USD',
  U$: 'USD',
  'S/': 'PEN',
  'S/.': 'PEN',
  MX$: 'MXN',
  RS: 'BRL',
}
