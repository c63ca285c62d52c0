import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'
import type { ConditionalNumber, Country } from '#shared/rule-book/country.ts'
import { hasShape } from '#shared/rule-book/shape.ts'

/**
 * Whom a request pays, each key as one text that is equal for one payee in several spellings: an account without leading zeros, also of its agency; a
 * Pix key in lower case; a document. Two payees may have one key, where no list of banks has a code that says which bank is meant. For sums
 * alone: the request stays as typed, and what is searched or compared with it is exact.
 */
export function payeeKeysOf(request: PayoutRequest): {
  readonly destinations: readonly string[]
  readonly documents: readonly string[]
} {
  const { country, bankName, accountAgencyNumber, accountNumber, recipientPixKey, documentNumber } = request
  const key = (kind: string, ...parts: readonly string[]) => JSON.stringify([country, kind, ...parts])
  const [account, pixKey, document] = [textOf(accountNumber), textOf(recipientPixKey), textOf(documentNumber)]
  const rules = isCountryCode(country) ? ruleBook[country] : undefined
  const place = isPlaceKnown(rules, account) ? [bankCode(textOf(bankName)), bare(textOf(accountAgencyNumber))] : []
  const accounts = account === '' ? [] : [[...place, accountKey(account, rules)]]
  return {
    destinations: [
      ...(country === 'BR' ? accounts.flatMap(brazilian) : accounts).map((parts) => key('account', ...parts)),
      ...(pixKey ? [key('pix', pixPhone(pixKey) ?? pixKey.toLowerCase())] : []),
    ],
    documents: document ? [key('document', bare(document))] : [],
  }
}

/**
 * A Brazilian account with its check digit and without: two accounts of one bank do not differ in that digit alone. The agency says no more, and can
 * be written with a check digit of its own.
 */
function brazilian(parts: readonly string[]): readonly (readonly string[])[] {
  const [bank, number = ''] = [parts.slice(0, -1).slice(0, 1), parts.at(-1)]
  return [number, number.slice(0, -1)].filter((one) => one !== '').map((one) => [...bank, one])
}

/**
 * A Brazilian telephone number as a Pix key: area and the last eight digits. The 0 of calls within the country and the 9 before the number of a mobile,
 * which numbers of before have not, say no more.
 */
function pixPhone(key: string): string | undefined {
  const national = /^\+550?(\d{2})9?(\d{8})$/.exec(key.replace(/[\s().-]/g, ''))
  return national === null ? undefined : `+55${national[1]}${national[2]}`
}

/** In one form of each letter and digit; empty where the request has none, for which the interface has a hyphen. */
function textOf(value: unknown): string {
  return value === undefined || value === '-'
    ? ''
    : String(value)
        .normalize('NFKC')
        .replace(/\p{Nd}/gu, europeanDigit)
}

/** The digits of each script follow one another, from its zero on. */
function europeanDigit(digit: string): string {
  const place = digit.codePointAt(0) ?? 0
  let zero = place
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(place - zero)
}

/** Digits and letters alone, without leading zeros. */
function bare(number: string): string {
  return number
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '')
}

/** Of a bank that is named in words, which can be written in many ways, nothing. */
function bankCode(bank: string): string {
  return /^\d+$/.test(bank) ? bank : ''
}

/** Whether bank and agency say more of an account: not of one that names its bank itself, nor where no list has the banks' codes. */
function isPlaceKnown(rules: Country | undefined, account: string): boolean {
  if (rules === undefined || bankRulesOf(rules).length === 0) return false
  const number = account.replace(/\P{Nd}/gu, '')
  return !numbersOfAccounts(rules).some(({ shape, bankOf }) => bankOf !== undefined && hasShape(shape, number))
}

function numbersOfAccounts({ methods }: Country): readonly ConditionalNumber[] {
  return methods.flatMap(({ fields: { accountNumber } }) => (accountNumber?.use === 'asked' ? accountNumber.rule : []))
}

const fewestDigits = 7

/** The digits of a number that is long enough to be known by them; a telephone number with the prefix of its country or without. */
function accountKey(account: string, rules: Country | undefined): string {
  const digits = account.replace(/[\p{L}\p{N}]+/gu, withDigits).replace(/\P{Nd}/gu, '')
  return withoutPrefix(bare(digits.length >= fewestDigits ? digits : account), rules?.phonePrefix)
}

/** However often it has the prefix: one that only begins like it, too, has a single key. */
function withoutPrefix(number: string, prefix: string | undefined): string {
  if (prefix === undefined || !number.startsWith(prefix) || number.length < prefix.length + fewestDigits) return number
  return withoutPrefix(bare(number.slice(prefix.length)), prefix)
}

/** A word in which letters that look like a digit are beside digits. */
function withDigits(word: string): string {
  return /\p{Nd}/u.test(word) ? word.replace(/O/gi, '0').replace(/[IL]/gi, '1') : word
}
