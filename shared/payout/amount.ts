import { type Issue, type IssueContent, issueContent, issueOn } from '#shared/api/issue.ts'
import type { IssueCode, ParamsOf } from '#shared/api/issue-codes.ts'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import {
  type CleaningNote,
  type CleaningStep,
  clean,
  trimmed,
  withoutInvisible,
  withoutTail,
} from '#shared/rule-book/cleaning.ts'
import { fieldLabel } from './field-label.ts'
import { type FieldContext, type FieldReading, faulty, sentField } from './field-reading.ts'
import { wrongType } from './typed-value.ts'

/** More could not be written into JSON as exactly the same decimal. */
const maxSignificantDigits = 15

export type AmountReading =
  | {
      readonly ok: true
      readonly text: string
      /** Typed as "1.000": read as one, but someone who groups by dots meant a thousand. */
      readonly looksGrouped: boolean
      readonly notes: readonly CleaningNote[]
    }
  | { readonly ok: false; readonly error: IssueContent }

/**
 * Reads an amount as decimal text, never through arithmetic: a JSON number, plain decimal text, or a number as people
 * write it ("R$ 1.500,00", "1,500.00", "1 500"). The text answered has no leading or trailing zeros and no exponent, and
 * `Number(text)` is that decimal exactly. A single comma before three digits could be either sign, so it is asked back,
 * and so is a sign of another currency than the payout's.
 */
export function readAmount(raw: string | number, currency: string | undefined): AmountReading {
  const typed = typeof raw === 'number' ? withoutExponent(String(raw)) : raw
  const { value, notes } = clean(typed, amountSteps)
  if (/^-/.test(value)) return refuse('not_positive', { sign: 'minus' })
  const other = otherCurrency(typed, currency)
  if (other !== undefined && currency !== undefined) return refuse('other_currency', { typed: other, currency })
  const decimal = toDecimal(value)
  if (decimal === 'ambiguous') return ambiguous(typed, value)
  if (decimal === undefined) return refuse('not_an_amount', { typed })
  const text = canonical(decimal)
  if (text === '0') return refuse('not_positive', {})
  const digits = significantDigits(text)
  if (digits > maxSignificantDigits) return refuse('too_many_digits', { digits, max: maxSignificantDigits })
  if (withoutExponent(String(Number(text))) !== text) return refuse('too_small', {})
  const looksGrouped = typeof raw === 'string' && /^[1-9][0-9]{0,2}\.[0-9]{3}$/.test(value)
  return { ok: true, text, looksGrouped, notes: [...notes, ...rewritten(value, text)] }
}

/** A number as plain decimal text: 1e-7 is 0.0000001. */
export function decimalTextOf(amount: number): string {
  return canonical(withoutExponent(String(amount)))
}

/** The decimal places that an amount's canonical text has. */
function decimalPlaces(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

/** A sign or code before the digits: "R$", "US$", "S/", "$", "BRL". */
const currencySign = /^([A-Za-z]{0,3}\$|S\/\.?|[A-Za-z]{3}(?=[\s0-9]))\s*/u

/** A code after the digits: "10 KES", "150,25MXN". */
const codeAfter = /^([0-9][0-9.,]*(?:\s+[0-9.,]+)*)\s*([A-Za-z]{3})$/u

const withoutCurrencySign: CleaningStep = {
  code: 'currency_sign_removed',
  apply: (text) => text.replace(currencySign, ''),
}

const withoutCodeAfter: CleaningStep = { ...withoutCurrencySign, apply: (text) => text.replace(codeAfter, '$1') }

/** Only between groups of three: two numbers that were pasted together stay two, and are refused. */
const withoutGroupSpaces: CleaningStep = {
  code: 'spaces_removed',
  apply: (text) =>
    /^[0-9]{1,3}(?:[ \u00a0\u2009\u202f][0-9]{3})+(?:[.,][0-9]*)?$/u.test(text) ? text.replace(/\s/gu, '') : text,
}

/** What is done to an amount before it is read as a number. */
export const amountSteps: readonly CleaningStep[] = [
  withoutInvisible,
  trimmed,
  withoutCurrencySign,
  withoutCodeAfter,
  withoutGroupSpaces,
]

/** The sign or code in the text that is not of the payout's currency. */
function otherCurrency(typed: string, currency: string | undefined): string | undefined {
  return signsIn(typed).find((sign) => (currencySigns[sign] ?? sign) !== currency)
}

/** The currency that the text of an amount names by a sign or a code, be it one that exists or not; undefined where it names none or two. */
export function currencyNamedIn(typed: string): string | undefined {
  const [only, ...others] = new Set(signsIn(typed).map((sign) => currencySigns[sign] ?? sign))
  return others.length > 0 ? undefined : only
}

/** A bare $ is any dollar or peso. */
function signsIn(typed: string): readonly string[] {
  if (/^[0-9.,]*$/.test(typed)) return none
  const { value } = clean(typed, [withoutInvisible, trimmed])
  const before = currencySign.exec(value)?.[1]
  const after = codeAfter.exec(value.replace(currencySign, ''))?.[2]
  return [before, after].flatMap((sign) => (sign === undefined || sign === '$' ? [] : [sign.toUpperCase()]))
}

/** Signs that name one currency. */
export const currencySigns: Readonly<Record<string, string>> = {
  R$: 'BRL',
  U$: 'USD',
  US$: 'USD',
  USD$: 'USD',
  MX$: 'MXN',
  'S/': 'PEN',
  'S/.': 'PEN',
}

/** Text in digits with at most one decimal point; undefined when it is no number. */
function toDecimal(value: string): string | 'ambiguous' | undefined {
  if (/^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(value)) return value
  if (/^(?:0|[1-9][0-9]{0,2}),[0-9]{3}$/.test(value))
    return value.startsWith('0') ? value.replace(',', '.') : 'ambiguous'
  if (/^[0-9]+,[0-9]*$/.test(value)) return value.replace(',', '.')
  if (/^[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]*)?$/.test(value)) return value.replaceAll('.', '').replace(',', '.')
  if (/^[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?$/.test(value)) return value.replaceAll(',', '')
  return undefined
}

function canonical(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const integer = whole.replace(/^0+([0-9])/, '$1') || '0'
  const places = withoutTail(fraction, /0/)
  return places === '' ? integer : `${integer}.${places}`
}

function significantDigits(text: string): number {
  return text.replace('.', '').replace(/^0+/, '').length
}

/** `1e-7` and `1.5e21` as plain decimals. */
function withoutExponent(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?e([+-][0-9]+)$/.exec(text) ?? []
  if (exponent === undefined) return text
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0').slice(0, point)}.${digits.slice(point)}`
}

function rewritten(from: string, to: string): readonly CleaningNote[] {
  if (from === to) return []
  return [{ code: 'amount_as_number', message: 'change.amount_as_number', from, to }]
}

function ambiguous(typed: string, value: string): AmountReading {
  const decimal = canonical(value.replace(',', '.'))
  return refuse('ambiguous_amount', { typed, value, thousands: value.replace(',', ''), decimal: unambiguous(decimal) })
}

/** Decimal text as a person can type it: 1.125 would be asked back, as it could be a thousand. */
export function unambiguous(decimal: string): string {
  return /^[0-9]{1,3}\.[0-9]{3}$/.test(decimal) ? `${decimal}0` : decimal
}

function refuse<Code extends IssueCode>(code: Code, params: ParamsOf<Code>): AmountReading {
  return { ok: false, error: issueContent(code, params) }
}

/** Reads the amount; decimals that the currency lacks draw a warning (ISO 4217), and 1.000 is asked back or doubted. */
export function readAmountField(field: string, raw: unknown, context: FieldContext): FieldReading {
  if (typeof raw !== 'string' && typeof raw !== 'number')
    return faulty(wrongType(field, fieldLabel(field), 'decimal', raw))
  const currency = context.given.currencyCode ?? context.country?.currency
  const reading = readAmount(raw, currency)
  if (!reading.ok) return faulty({ field, ...reading.error })
  const asked = grouped(field, reading)
  const doubts = [...tooFine(field, reading.text, currency), ...huge(field, reading.text)]
  const isAsked = context.isTypedByPerson && asked.length > 0
  const warnings = isAsked ? doubts : [...asked, ...doubts]
  const read = sentField(field, Number(reading.text), reading.notes, { warnings })
  if (!isAsked) return read
  // While it may be either of two amounts, it is neither.
  const { value: _, ...unsent } = read
  return { ...unsent, errors: asked }
}

function grouped(field: string, { looksGrouped, text }: Extract<AmountReading, { ok: true }>): readonly Issue[] {
  if (!looksGrouped) return []
  return [issueOn(field, 'amount_looks_grouped', { value: text })]
}

function tooFine(field: string, text: string, currency: string | undefined): readonly Issue[] {
  const decimals = decimalsOf(currency)
  if (currency === undefined || decimals === undefined || decimalPlaces(text) <= decimals) return []
  const places = decimalPlaces(text)
  return [issueOn(field, 'too_many_decimals', { currency, decimals, value: text, places })]
}

const none = [] as const

/** A slip of the keyboard rather than a payout: so much is the turnover of a large company. */
const hugeDigits = 12

function huge(field: string, text: string): readonly Issue[] {
  if (text.length < hugeDigits) return none
  const digits = text.split('.')[0]?.length ?? 0
  return digits < hugeDigits ? none : [issueOn(field, 'huge_amount', { digits, value: text })]
}
