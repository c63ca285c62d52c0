import { ruleBook } from '#shared/countries/rule-book.ts'
import type { ValueCell } from '#shared/files/table.ts'
import { asMessage } from '#shared/language/message.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { type FieldRule, fieldUses, matchingNumbers } from '#shared/payout/field-uses.ts'
import { givenIn, settled } from '#shared/payout/field-values.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { readPixKey } from '#shared/payout/pix-key.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import { bankRulesOf, cleanBankCode } from '#shared/rule-book/bank-code.ts'
import type { Country, FieldValues, NamedNumber } from '#shared/rule-book/country.ts'
import { hasShape } from '#shared/rule-book/shape.ts'
import type { FoundDamage } from './damage.ts'

/** What a number is looked at beside: the country, and the rules that hold with the other values of the row. */
export interface DamageContext {
  readonly country: Country
  readonly rule: FieldRule | undefined
  readonly given: FieldValues
}

export function numberContext(field: FieldName, entry: RawEntry, { country, method }: EntryReading): DamageContext {
  const uses = fieldUses(country, method)
  const use = uses[field]
  return {
    country,
    rule: use.use === 'asked' ? use.rule : undefined,
    given: settled(givenIn(entry, country), uses, country),
  }
}

/** What a spreadsheet did to a value that it keeps as a number, where a code or a number of digits should be. */
export function damageOfNumber(field: FieldName, { text }: ValueCell, context: DamageContext): FoundDamage | undefined {
  const digits = wholeNumber(text)
  if (digits === undefined) return { code: 'decimals' }
  if (isZeroed(digits) || isRounded(digits)) return { code: 'digits_zeroed' }
  // A spreadsheet takes all zeros of a number: where one is left, no spreadsheet had it.
  if (/^0\d/.test(digits)) return undefined
  const lost = zerosLost(field, digits, context)
  if (lost !== undefined) return lost
  return isOpen(field, digits, context) ? { code: 'stored_as_number' } : undefined
}

/** The digits of a stored number, with no power of ten; undefined where it is no whole number. */
function wholeNumber(stored: string): string | undefined {
  if (/^\d+$/.test(stored)) return stored
  const plain = decimalTextOf(Number(stored))
  return /^\d+$/.test(plain) ? plain : undefined
}

/** Spreadsheets keep fifteen digits of a number; the rest become zeros. */
export function isZeroed(digits: string): boolean {
  return digits.length > 15 && /^0+$/.test(digits.slice(15))
}

/** Programs that keep more than fifteen digits still round what is beyond the integers that they count by; others write each digit. */
function isRounded(digits: string): boolean {
  return Number(digits) > Number.MAX_SAFE_INTEGER && decimalTextOf(Number(digits)) === digits
}

/** The zeros that a code or a number of known length has lost, put back; undefined where none are missing. */
export function zerosLost(field: FieldName, text: string, context: DamageContext): FoundDamage | undefined {
  const { country, rule } = context
  if (!/^\d+$/.test(text)) return undefined
  if (field === 'bankName') return bankZeros(text, country)
  if (field === 'recipientPixKey') return pixDamage(text)
  if (rule?.kind === 'code') return codeZeros(text, rule.choices)
  return rule?.kind === 'number'
    ? numberZeros(text, matchingNumbers(rule.numbers, context.given), context.given)
    : undefined
}

function bankZeros(text: string, country: Country): FoundDamage | undefined {
  const { value } = cleanBankCode(text, bankRulesOf(country))
  return value === text ? undefined : { code: 'zeros_lost', probable: value }
}

function codeZeros(text: string, choices: readonly { readonly code: string }[]): FoundDamage | undefined {
  if (choices.some(({ code }) => code === text)) return undefined
  const [only, ...others] = choices.filter(({ code }) => /^0/.test(code) && code.replace(/^0+/, '') === text)
  return only === undefined || others.length > 0 ? undefined : { code: 'zeros_lost', probable: only.code }
}

/** A CPF without its first zeros, a telephone without its plus. */
function pixDamage(digits: string): FoundDamage | undefined {
  if (digits.length >= 8 && digits.length < 11) {
    const cpf = digits.padStart(11, '0')
    const [document] = ruleBook.BR.documents
    return document !== undefined && isSound(cpf, document, {}) ? { code: 'zeros_lost', probable: cpf } : undefined
  }
  const phone = `+${digits}`
  return /^55[1-9]{2}[2-9]\d{7,8}$/.test(digits) && readPixKey(phone).kind === 'phone'
    ? { code: 'plus_lost', probable: phone }
    : undefined
}

/** More zeros are not put back where no check digit confirms them. */
const mostUnconfirmed = 3
const mostConfirmed = 8

/** Where numbers may have several lengths, how many zeros were lost cannot be known. A spreadsheet takes all of them: where one is left, none are lost. */
function numberZeros(text: string, rules: readonly NamedNumber[], given: FieldValues): FoundDamage | undefined {
  if (text.startsWith('0')) return undefined
  const found = new Set<string>()
  for (const rule of rules) {
    const { value } = cleanNumber(text, rule)
    if (hasShape(rule.shape, value) && !isShort(value, rule, given)) return undefined
    for (const padded of paddings(value, rule)) if (isSound(padded, rule, given)) found.add(padded)
    // An account that may be longer still lost as many zeros as others of the file show.
    if (found.size > 0 && rule.shape.lengths.length > 2 && !isConfirmed(rule)) return { code: 'zeros_lost' }
  }
  const [only, ...others] = found
  if (only === undefined) return undefined
  return others.length > 0 ? { code: 'zeros_lost' } : { code: 'zeros_lost', probable: only }
}

/** The number with zeros before it, in each length that it may have; of a number of any length, in that at which it is no longer doubted. */
function paddings(value: string, rule: NamedNumber): readonly string[] {
  const most = isConfirmed(rule) ? mostConfirmed : mostUnconfirmed
  const padded = Array.from({ length: most }, (_, zeros) => '0'.repeat(zeros + 1) + value).filter((one) =>
    hasShape(rule.shape, one),
  )
  return rule.shape.lengths.length > 0 ? padded : padded.filter((one) => !isShort(one, rule, {})).slice(0, 1)
}

function isConfirmed({ checks = [] }: NamedNumber): boolean {
  return checks.some(({ code }) => code === 'check_digit')
}

/** Of the right shape, but shorter than such numbers are: a Brazilian agency. */
function isShort(value: string, rule: NamedNumber, given: FieldValues): boolean {
  return doubts(value, rule, given).includes('leading_zero_lost')
}

function isSound(value: string, rule: NamedNumber, given: FieldValues): boolean {
  return !doubts(value, rule, given).some((code) => code === 'check_digit' || code === 'leading_zero_lost')
}

function doubts(value: string, { checks = [], label }: NamedNumber, given: FieldValues): readonly string[] {
  return checks.flatMap((check) => check.issue(value, given, asMessage(label))?.code ?? [])
}

/** Whether a number that lost zeros would pass for a whole one. No document of varying length begins with a zero; accounts do. */
function isOpen(field: FieldName, digits: string, { country, rule, given }: DamageContext): boolean {
  if (rule === undefined) return false
  if (rule.kind === 'as-typed') return true
  if (rule.kind === 'text') return field === 'validationDocumentNumber' || field === 'validationAgency'
  if (rule.kind !== 'number' || (country.documents.length > 0 && field === 'documentNumber')) return false
  const fitting = matchingNumbers(rule.numbers, given).filter((one) => hasShape(one.shape, digits))
  return fitting.some(({ shape: { lengths }, checks = [] }) => {
    const isUsual = checks.some(({ code }) => code === 'leading_zero_lost')
    return !isUsual && (lengths.length === 0 || digits.length < (lengths.at(-1) ?? 0))
  })
}

/**
 * Whether an account may have any of many lengths, so that one without its zeros is as valid. One of two lengths, such as a RUT account, differs
 * by nature.
 */
export function isOfOpenLength(digits: string, { rule, given }: DamageContext): boolean {
  if (rule?.kind === 'as-typed') return true
  if (rule?.kind !== 'number') return false
  return matchingNumbers(rule.numbers, given).some(
    ({ shape: { lengths } }) => lengths.length === 0 || (lengths.length > 2 && digits.length < (lengths.at(-1) ?? 0)),
  )
}
