import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'
import type { AccountKind, AccountType, ConditionalNumber, Country } from '#shared/rule-book/country.ts'
import { hasShape } from '#shared/rule-book/shape.ts'
import { accountKeys, bare, numberKeyOf } from './account-numbers.ts'
import { otherAccountKeys, personNumbers } from './other-numbers.ts'
import { plainCharacters } from './plain-characters.ts'

/**
 * Whom a request pays, each key as one text that is equal for one payee in several spellings: an account without leading zeros, also of its agency; a
 * Pix key in lower case; a document, also where it is the Pix key or names the account. Two payees may have one key, where no list of banks has a code
 * that says which bank is meant, or a text has several numbers. For sums alone: the request stays as typed, and what is searched or compared with it is exact.
 */
export function payeeKeysOf(request: PayoutRequest): {
  readonly destinations: readonly string[]
  readonly documents: readonly string[]
} {
  const { country, bankName, accountAgencyNumber, accountNumber, recipientPixKey, documentNumber } = request
  const key = (kind: string, ...parts: readonly string[]) => JSON.stringify([country, kind, ...parts])
  const [account, pixKey, document] = [textOf(accountNumber), textOf(recipientPixKey), textOf(documentNumber)]
  const rules = isCountryCode(country) ? ruleBook[country] : undefined
  const kind = accountKindIn(rules, textOf(request.payoutAccountTypeCode))
  const bank = bankCode(textOf(bankName))
  const place = isPlaceKnown(rules, account, kind) ? [bank, bare(textOf(accountAgencyNumber))] : []
  const accounts = account === '' ? [] : accountKeys(account, rules).map((one) => [...place, one])
  const people = [document, ...(/^\d{11}$/.test(pixKey) ? [pixKey] : []), ...(kind === 'rut' ? [account] : [])]
  const documents = people.flatMap((one) => documentNumbers(one, { rules, type: request.documentType }))
  return {
    destinations: [
      ...(country === 'BR' ? accounts.flatMap(brazilian) : accounts).map((parts) => key('account', ...parts)),
      ...otherAccountKeys(country, { bank, account }).map((parts) => key('account', ...parts)),
      ...(pixKey ? [key('pix', pixPhone(pixKey) ?? pixMail(pixKey) ?? pixKey.toLowerCase())] : []),
    ],
    documents: [...new Set(documents)].map((one) => key('document', one)),
  }
}

/**
 * A Brazilian account with its check digit and without: two accounts of one bank do not differ in that digit alone. The agency says no more, and can
 * be written with a check digit of its own.
 */
function brazilian(parts: readonly string[]): readonly (readonly string[])[] {
  const [bank, number = ''] = [parts.slice(0, -1).slice(0, 1), parts.at(-1)]
  const numbers = [number, ...(bank[0] === caixa ? [bare(number.replace(caixaOperation, ''))] : [])]
  return [...new Set(numbers.flatMap((one) => [one, one.slice(0, -1)]))]
    .filter((one) => one !== '')
    .map((one) => [...bank, one])
}

/** Caixa writes the operation, such as 001 or 1288, before the account, which has nine digits with the one that checks it. */
const caixa = '104'
const caixaOperation = /^(?:1288|1292|370[0-3]|13|2[238]|3[247]|43|[12367])(?=[0-9]{9}$)/

/**
 * A Brazilian telephone number as a Pix key: area and the last eight digits. The 0 of calls within the country and the 9 before the number of a mobile,
 * which numbers of before have not, say no more. Without its prefix it looks like a CPF, and may be paid as either.
 */
function pixPhone(key: string): string | undefined {
  const national = /^(?:\+550?)?(\d{2})9?(\d{8})$/.exec(key.replace(/[\s().-]/g, ''))
  return national === null ? undefined : `+55${national[1]}${national[2]}`
}

/** The address in a Pix key, without what can be written around it. */
function pixMail(key: string): string | undefined {
  const [before = '', after] = key
    .toLowerCase()
    .replace(/[<>()[\]'"`]/g, '')
    .split('@')
  return after === undefined ? undefined : `${before.split(/[\s;,?&]/).at(-1)}@${after.split(/[\s;,?&/]/)[0]}`
}

/** Empty where the request has none, for which the interface has a hyphen. */
function textOf(value: unknown): string {
  return value === undefined || value === '-' ? '' : plainCharacters(String(value))
}

/** Of a bank that is named in words, which can be written in many ways, nothing. */
function bankCode(bank: string): string {
  return /^\d+$/.test(bank) ? bank : ''
}

/** By its code, which means one kind under all methods of a country. */
function accountKindIn(rules: Country | undefined, code: string): AccountKind | undefined {
  const types = rules?.methods.flatMap(({ fields: { payoutAccountTypeCode: type } }): readonly AccountType[] =>
    type?.use === 'asked' ? type.rule : [],
  )
  return types?.find((type) => type.code === code)?.kind
}

/**
 * Whether bank and agency say more of an account: not of one that names its bank itself, of a card or a telephone, which are of one person, nor where
 * no list has the banks' codes.
 */
function isPlaceKnown(rules: Country | undefined, account: string, kind: AccountKind | undefined): boolean {
  if (rules === undefined || bankRulesOf(rules).length === 0 || kind === 'card') return false
  const number = account.replace(/\P{Nd}/gu, '')
  return !rules.methods.some(({ id, fields: { accountNumber } }) => {
    const numbers: readonly ConditionalNumber[] = accountNumber?.use === 'asked' ? accountNumber.rule : []
    return numbers.some(({ shape, bankOf }) => (bankOf !== undefined || id === 'wallet') && hasShape(shape, number))
  })
}

/** The number of a document, and others by which its person is known; where its form is not documented, the digits of one that is long enough. */
function documentNumbers(
  document: string,
  { rules, type }: { readonly rules: Country | undefined; readonly type: unknown },
): readonly string[] {
  if (document === '') return []
  if (rules?.documents.length === 0) return [numberKeyOf(document)]
  return personNumbers(rules?.code, document, type).map(bare)
}
