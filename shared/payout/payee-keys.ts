import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'

/**
 * Whom a request pays, each key as one text that is equal for one payee in several spellings: an account without leading zeros, also of its agency; a
 * Pix key in lower case; a document. For sums alone: the request stays as typed, and what is searched or compared with it is exact.
 */
export function payeeKeysOf(request: PayoutRequest): {
  readonly destinations: readonly string[]
  readonly documents: readonly string[]
} {
  const { country, bankName, accountAgencyNumber, accountNumber, recipientPixKey, documentNumber } = request
  const key = (kind: string, ...parts: readonly string[]) => JSON.stringify([country, kind, ...parts])
  const [account, pixKey, document] = [textOf(accountNumber), textOf(recipientPixKey), textOf(documentNumber)]
  const bank = bankCode(textOf(bankName))
  return {
    destinations: [
      ...(account
        ? [key('account', bank, bare(textOf(accountAgencyNumber)), accountKey(account, bank, textOf(country)))]
        : []),
      ...(pixKey ? [key('pix', pixKey.toLowerCase())] : []),
    ],
    documents: document ? [key('document', bare(document))] : [],
  }
}

/** Empty where the request has none, for which the interface has a hyphen. */
function textOf(value: unknown): string {
  return value === undefined || value === '-' ? '' : String(value)
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

/** Where no bank has a code, an account can be a telephone number, with the prefix of its country or without. */
function accountKey(account: string, bank: string, country: string): string {
  const number = bare(account)
  const prefix = bank === '' && isCountryCode(country) ? ruleBook[country].phonePrefix : undefined
  if (prefix === undefined || !number.startsWith(prefix) || number.length < prefix.length + 7) return number
  return bare(number.slice(prefix.length))
}
