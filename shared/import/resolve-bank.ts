import type { Bank } from '#shared/banks/bank.ts'
import { type BankNames, withBankNames } from '#shared/banks/bank-names.ts'
import { isNamed, misspeltBanks, searchBanks } from '#shared/banks/bank-search.ts'
import { folded } from '#shared/banks/folded.ts'
import { bankRulesOf, cleanBankCode, isBankCode } from '#shared/rule-book/bank-code.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { remembering } from './remembering.ts'

/** The banks of a country by which names are resolved. */
export interface BankLists {
  /** The merchant's own names. */
  readonly names: BankNames
  /** Banks beside the common ones of a country, which load on demand: Brazil's national list. */
  readonly more: Readonly<Partial<Record<string, readonly Bank[]>>>
}

/** A text that is a code already, the one bank that it names, or those that it may mean. */
export type BankMatch =
  | { readonly is: 'code' }
  | { readonly is: 'one'; readonly bank: Bank }
  | { readonly is: 'several'; readonly banks: readonly Bank[] }

const mostCandidates = 8

/** Which bank of a country a text means: a code of its list, "001 - Banco do Brasil", or a name. Nothing is guessed where two banks fit. */
export function bankMeant(text: string, country: Country, lists: BankLists): BankMatch {
  if (/^[\d-]*$/.test(text)) return isACode
  const byCountry = readers.get(lists) ?? new Map<string, (text: string) => BankMatch>()
  readers.set(lists, byCountry)
  const read = byCountry.get(country.code) ?? remembering((one) => findBank(one, country, lists))
  byCountry.set(country.code, read)
  return read(text)
}

const isACode: BankMatch = { is: 'code' }

const readers = new WeakMap<BankLists, Map<string, (text: string) => BankMatch>>()

function findBank(text: string, country: Country, { names, more }: BankLists): BankMatch {
  const rules = bankRulesOf(country)
  const typed = text.trim()
  if (rules.length === 0 || /^[\d-]*$/.test(typed) || isCode(typed, country)) return isACode
  const common = withBankNames(country.code, [...new Set(rules.flatMap(({ banks }) => banks))], names, true)
  const all = [
    ...common,
    ...(more[country.code] ?? []).filter(({ code }) => !common.some((bank) => bank.code === code)),
  ]
  const named = byName(withoutCode(typed), common, all)
  const coded = codeIn(typed, country)
  if (coded === undefined) return found(named)
  const bank = all.find(({ code }) => code === coded)
  const agrees = bank?.name === undefined || named.length === 0 || named.some(({ code }) => code === coded)
  if (bank !== undefined && agrees) return { is: 'one', bank }
  return { is: 'several', banks: [...(bank === undefined ? [] : [bank]), ...named].slice(0, mostCandidates) }
}

function found(banks: readonly Bank[]): BankMatch {
  const [only, ...others] = banks
  if (only !== undefined && others.length === 0) return { is: 'one', bank: only }
  return { is: 'several', banks: banks.slice(0, mostCandidates) }
}

function isCode(text: string, country: Country): boolean {
  const rules = bankRulesOf(country)
  const { value } = cleanBankCode(text, rules)
  return rules.some((rule) => isBankCode(value, rule))
}

/** "001 - Banco do Brasil", "Banco do Brasil (001)". */
function codeIn(text: string, country: Country): string | undefined {
  const digits = /^(\d{1,5})\b(?=\D)|\b(\d{1,5})\)?$/.exec(text)
  const typed = digits?.[1] ?? digits?.[2]
  return typed !== undefined && isCode(typed, country) ? cleanBankCode(typed, bankRulesOf(country)).value : undefined
}

function withoutCode(text: string): string {
  return text.replace(/^\d{1,5}\b[\s:./|–-]{0,4}/u, '').replace(/[\s(–-]{0,4}\b\d{1,5}\)?$/u, '')
}

/** The banks with exactly this name, else the common ones with words that begin so, else those of the whole list; what is misspelt is only offered. */
function byName(name: string, common: readonly Bank[], all: readonly Bank[]): readonly Bank[] {
  if (name.length < 2) return []
  for (const spelling of [whole, bare]) {
    const wanted = spelling(name)
    const exact = wanted === '' ? [] : all.filter((bank) => namesOf(bank, spelling).includes(wanted))
    if (exact.length > 0) return exact
  }
  for (const list of [common, all]) {
    const begun =
      name.length < 3 ? [] : searchBanks(list, name).filter((bank) => isNamed(bank, name) && !/^\d/.test(name))
    if (begun.length > 0) return begun
  }
  const close = misspeltBanks(all, name)
  // One that is only nearly meant is offered, not taken.
  return close.length === 1 ? [...close, ...close] : close
}

type NameNormalizer = (name: string) => string

const spelt = new Map<NameNormalizer, WeakMap<Bank, readonly string[]>>()

/** The names of a bank, with and without the text in brackets. */
function namesOf(bank: Bank, spelling: NameNormalizer): readonly string[] {
  const made = spelt.get(spelling) ?? new WeakMap<Bank, readonly string[]>()
  spelt.set(spelling, made)
  const known = made.get(bank)
  if (known !== undefined) return known
  const { name = '', otherNames } = bank
  const all = [name, ...otherNames].flatMap((one) => [
    one,
    one.replace(/\([^()]*\)/gu, ''),
    ...(/\(([^()]*)\)/u.exec(one)?.slice(1) ?? []),
  ])
  const found = [...new Set(all.map(spelling))].filter((one) => one !== '')
  made.set(bank, found)
  return found
}

function whole(name: string): string {
  return folded(name)
    .replace(/\b(?:bco|bc)\b/g, 'banco')
    .replaceAll(' ', '')
}

/** Without "Banco", the legal form and the country, which lists and people add or leave off. */
function bare(name: string): string {
  return folded(name)
    .replace(/^(?:banco|bco|bank)\b(?: (?:de la|del|de|do|da|el|la))?/, '')
    .replace(
      /(?:\b(?:del|de|do) )?\b(?:sa|ca|s a|c a|saa|mexico|peru|chile|colombia|brasil|brazil|ecuador|argentina)\b/g,
      '',
    )
    .replaceAll(' ', '')
}
