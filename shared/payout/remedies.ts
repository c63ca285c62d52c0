import type { ReceivedIssue } from '#shared/api/issue.ts'
import { methodFor, methodIn } from '#shared/countries/rule-book.ts'
import type { Message } from '#shared/language/message.ts'
import { bankOfCode } from '#shared/rule-book/bank-code.ts'
import { clean } from '#shared/rule-book/cleaning.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { hasShape } from '#shared/rule-book/shape.ts'
import { amountSteps, unambiguous } from './amount.ts'
import type { Entry } from './entry.ts'
import { isFieldName, type TextFieldName } from './fields.ts'
import { givenOf } from './form-entry.ts'
import { impliedCodes } from './implied-codes.ts'
import { withDomain } from './mail-doubts.ts'
import { phoneInGroups } from './pix-key.ts'
import type { EntryReading } from './read-entry.ts'
import { cleanNumber } from './read-number.ts'
import { emailPattern } from './read-text.ts'
import { describeValue } from './value-meaning.ts'

/** A value that settles an issue of a field, for a person to take with one click. */
export interface Remedy {
  /** The field below which it is offered. */
  readonly about: string
  readonly field: TextFieldName | 'method'
  readonly value: string
  /** How it is offered: an amount is shown grouped, and with its currency. */
  readonly kind: 'amount' | 'phone' | 'use' | 'change' | 'method'
  /** The value as a person reads it. */
  readonly shown: Message | string
  /** Whether it settles an error, which is only shown once its field is left. */
  readonly isOfError: boolean
}

/**
 * What would settle the errors and warnings of a form, where that is certain or there are two ways to choose from: taken, the issue is gone
 * and its field has no other error. A method or a type may leave other fields to fill in.
 */
export function remediesOf(
  country: Country,
  entry: Entry,
  { errors, warnings }: Pick<EntryReading, 'errors' | 'warnings'>,
): readonly Remedy[] {
  const of = (issues: readonly ReceivedIssue[], areErrors: boolean) =>
    issues
      .flatMap((issue) => remediesFor(country, entry, issue))
      // A whole phone, or a whole number of another method, is no number on its way.
      .map((remedy) => ({ ...remedy, isOfError: areErrors && remedy.kind !== 'method' && remedy.kind !== 'phone' }))
  const found = [...of(errors, true), ...of(warnings, false)]
  return [
    ...new Map(found.toReversed().map((remedy) => [`${remedy.field} ${remedy.value}`, remedy])).values(),
  ].toReversed()
}

type RemedyContent = Omit<Remedy, 'isOfError'>

function remediesFor(country: Country, entry: Entry, { field, code, params }: ReceivedIssue): readonly RemedyContent[] {
  const { thousands, decimal, value, bank, close, meant, phone } = params
  const use = (name: TextFieldName, text: string, shown = text): RemedyContent => ({
    about: field,
    field: name,
    value: text,
    kind: 'use',
    shown,
  })
  switch (code) {
    case 'ambiguous_amount':
      return [thousands, decimal].flatMap((text) => (typeof text === 'string' ? amount(text) : []))
    case 'amount_looks_grouped':
      return [withoutPoint(entry.amount), unambiguous(String(value))].flatMap(amount)
    case 'mail_domain':
      return isAddress(field) ? [use(field, withDomain(entry[field].trim(), String(meant)))] : []
    case 'not_an_email':
      return isAddress(field) ? joined(field, entry[field]) : []
    case 'not_a_pix_key':
    case 'pix_key_of_another':
      if (typeof phone === 'string') return [phoneKey(phone)]
      return isAddress(field) ? joined(field, entry[field]) : []
    case 'check_digit':
      return typeof phone === 'string' && value !== digitsOf(entry.documentNumber) ? [phoneKey(phone)] : []
    case 'bank_differs':
      return typeof bank === 'string' ? [use('bankName', bank, nameOf(country, bank))] : []
    case 'unknown_bank':
      return typeof close === 'string' ? [use('bankName', close, nameOf(country, close))] : otherMethod(country, entry)
    case 'leading_zero_lost':
      return [use('accountAgencyNumber', String(value).padStart(4, '0'))]
    case 'long_agency':
      return String(value).length === 5 ? [use('accountAgencyNumber', String(value).slice(0, 4))] : []
    case 'wrong_length':
    case 'wrong_character':
    case 'wrong_start':
    case 'wrong_number':
      return ofNumber(country, entry, field)
    default:
      return []
  }
}

function amount(value: string): readonly RemedyContent[] {
  return [{ about: 'amount', field: 'amount', value, kind: 'amount', shown: value }]
}

function withoutPoint(typed: string): string {
  return clean(typed, amountSteps).value.replace('.', '')
}

/** "ana @ example.com", where nothing else is wrong. */
function joined(field: 'email' | 'recipientPixKey', typed: string): readonly RemedyContent[] {
  const value = typed
    .split('@')
    .map((part) => part.trim())
    .join('@')
  return value !== typed.trim() && emailPattern.test(value)
    ? [{ about: field, field, value, kind: 'use', shown: value }]
    : []
}

function isAddress(field: string): field is 'email' | 'recipientPixKey' {
  return field === 'email' || field === 'recipientPixKey'
}

function nameOf(country: Country, code: string): string {
  return bankOfCode(country, code)?.name ?? code
}

/** Never for a CPF in order, nor for the beneficiary's own document: as a phone it would be a stranger's. */
function phoneKey(value: string): RemedyContent {
  return { about: 'recipientPixKey', field: 'recipientPixKey', value, kind: 'phone', shown: phoneInGroups(value) }
}

function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '')
}

/** The wallet that was typed as a bank: another method takes its code. */
function otherMethod(country: Country, entry: Entry): readonly RemedyContent[] {
  const others = country.methods.filter(
    ({ id, fields }) =>
      id !== methodIn(country, entry.method).id &&
      fields.bankName?.use === 'asked' &&
      fields.bankName.rule.banks.some(({ code }) => code === entry.bankName.trim()),
  )
  return others.map(({ id, label }) => ({
    about: 'bankName',
    field: 'method',
    value: id,
    kind: 'method',
    shown: { id: label },
  }))
}

/** What a number fits that does not fit its field: another kind of document or account, another method, or a number inside it. */
function ofNumber(country: Country, entry: Entry, field: string): readonly RemedyContent[] {
  if (!isFieldName(field)) return []
  const { method: chosen } = entry
  const meant =
    field === 'accountNumber' ? methodFor(country, givenOf(country, entry), methodIn(country, chosen).id) : undefined
  if (meant !== undefined && meant.id !== methodIn(country, chosen).id)
    return [{ about: field, field: 'method', value: meant.id, kind: 'method', shown: { id: meant.label } }]
  const type = field === 'accountNumber' ? 'payoutAccountTypeCode' : 'documentType'
  if (field !== 'accountNumber' && field !== 'documentNumber') return []
  const other = impliedCodes(country, { ...entry, [type]: '' })[type]
  if (other !== undefined && other !== entry[type]) {
    const shown = describeValue(country, methodIn(country, chosen), type, other) ?? other
    return [{ about: field, field: type, value: other, kind: 'change', shown }]
  }
  return field === 'documentNumber' ? inside(country, entry) : []
}

/** The document that another number contains: the DNI in a CUIT. */
function inside(country: Country, { documentType, documentNumber }: Entry): readonly RemedyContent[] {
  const [only, ...others] = country.documents.filter(({ code }) => code === documentType || documentType === '')
  const found = only?.inside?.(cleanNumber(documentNumber, only).value)
  if (only === undefined || others.length > 0 || found === undefined || !hasShape(only.shape, found)) return []
  return [{ about: 'documentNumber', field: 'documentNumber', value: found, kind: 'use', shown: found }]
}
