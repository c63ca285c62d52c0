import { type Issue, issueOn, mostErrors } from '#shared/api/issue.ts'
import type { IssueCode, ParamsOf } from '#shared/api/issue-codes.ts'
import { asMessage, type Message } from '#shared/language/message.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { upperCode } from '#shared/payout/read-code.ts'
import { isRawEntry } from '#shared/payout/read-entry.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import { isBlank, isTooLong, tooLong, wholeBody, wrongType } from '#shared/payout/typed-value.ts'
import { clean, textSteps } from '#shared/rule-book/cleaning.ts'
import type { Country, NamedNumber, ValidationDocument } from '#shared/rule-book/country.ts'
import { shapeError } from '#shared/rule-book/shape.ts'

/** Collects the errors of one validation body while its fields are read. */
export interface BodyReader {
  readonly errors: Issue[]
  /** What does not keep a validation from being asked. */
  readonly warnings: Issue[]
  /** The cleaned text of a field; undefined when it is blank or no text, which then is an error where `label` is given. */
  text(field: string, label?: Message | string): string | undefined
  flag(field: string): boolean | undefined
  refuse<Code extends IssueCode>(field: string, code: Code, params: ParamsOf<Code>): void
}

/** A reader for a body of any shape, with an error for each field that the endpoint does not know. */
export function bodyReader(body: unknown, known: readonly string[]): BodyReader {
  if (!isRawEntry(body)) return readerOf(undefined, [wrongType('', wholeBody, 'object', body)])
  const unknown = Object.keys(body)
    .filter((name) => !known.includes(name))
    .slice(0, mostErrors)
  return readerOf(
    body,
    unknown.map((name) => issueOn(name, 'unknown_field', { name, known })),
  )
}

/** The country code, or an error when the service does not serve it. Interface, part B, "Supported countries". */
export function readCountry(
  reader: BodyReader,
  allowed: readonly string[],
  service: 'identity' | 'bank',
): string | undefined {
  const typed = reader.text('country', fieldLabel('country'))
  if (typed === undefined) return undefined
  const code = upperCode(typed).value
  if (allowed.includes(code)) return code
  reader.refuse('country', 'COUNTRY_NOT_SUPPORTED', { service, given: code, allowed })
  return undefined
}

function readerOf(body: RawEntry | undefined, errors: Issue[]): BodyReader {
  const refuse: BodyReader['refuse'] = (field, code, params) => void errors.push(issueOn(field, code, params))
  return {
    errors,
    warnings: [],
    refuse,
    text(field, label) {
      const value = body?.[field]
      if (isTooLong(value)) {
        errors.push(tooLong(field, label ?? field))
        return undefined
      }
      if (isBlank(value)) {
        if (label !== undefined && body !== undefined) refuse(field, 'missing', { label, act: 'enter' })
        return undefined
      }
      if (typeof value !== 'string') {
        errors.push(wrongType(field, field, 'text', value))
        return undefined
      }
      if (/\p{Cs}/u.test(value)) refuse(field, 'broken_text', { label: field })
      return clean(value, textSteps).value
    },
    flag(field) {
      const value = body?.[field]
      if (value === undefined || typeof value === 'boolean') return value
      errors.push(wrongType(field, field, 'flag', value))
      return undefined
    },
  }
}

/** The result of reading a validation: the validation with its warnings, or every error at once. */
export type ValidationReading<Validation> =
  | { readonly ok: true; readonly value: Validation; readonly warnings: readonly Issue[] }
  | { readonly ok: false; readonly errors: readonly Issue[] }

/** The number rule behind a document that a validation takes: its own, or that of the payout's document of that kind. */
export function documentRule(document: ValidationDocument, country: Country | undefined): NamedNumber | undefined {
  return document.asked ?? country?.documents.find(({ kind }) => kind === document.kind)
}

/** Reads documentType and documentNumber in the validation service's own codes. Interface, part B, the two tables. */
export function readDocument(
  reader: BodyReader,
  documents: readonly ValidationDocument[],
  country: Country | undefined,
  isTypeRequired: boolean,
): { documentType?: string; documentNumber?: string } {
  const documentType = reader.text('documentType', isTypeRequired ? fieldLabel('documentType') : undefined)
  const document = documents.find(({ code }) => code === documentType)
  // Without documents the country is not served, which is an error of its own.
  if (documentType !== undefined && document === undefined && documents.length > 0)
    refuseType(reader, documentType, documents)
  const counted = document ?? (documents.length === 1 ? documents[0] : undefined)
  const rule = counted && documentRule(counted, country)
  const typed = reader.text('documentNumber', rule === undefined ? fieldLabel('documentNumber') : asMessage(rule.label))
  const documentNumber = typed && checkedNumber(reader, typed, rule)
  return { ...(documentType && { documentType }), ...(documentNumber && { documentNumber }) }
}

function refuseType(reader: BodyReader, given: string, documents: readonly ValidationDocument[]): void {
  const allowed = documents.map(({ code }) => code)
  reader.refuse('documentType', 'unknown_document_type', { given, allowed, service: 'any' })
}

function checkedNumber(reader: BodyReader, typed: string, rule: NamedNumber | undefined): string {
  if (rule === undefined) return typed
  const { value } = cleanNumber(typed, rule)
  const error = shapeError(rule, value)
  if (error !== undefined) reader.errors.push({ field: 'documentNumber', ...error })
  return value
}
