import { type Issue, issueOn, mostErrors } from '#shared/api/issue.ts'
import type { IssueCode, ParamsOf } from '#shared/api/issue-codes.ts'
import type { Message } from '#shared/language/message.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { upperCode } from '#shared/payout/read-code.ts'
import { isRawEntry } from '#shared/payout/read-entry.ts'
import { isBlank } from '#shared/payout/typed-value.ts'
import { isTooLong, tooLong, wholeBody, wrongType } from '#shared/payout/wrong-type.ts'
import { clean, textSteps } from '#shared/rule-book/cleaning.ts'

/** Collects the errors of one validation body while its fields are read. */
export interface BodyReader {
  readonly errors: Issue[]
  /** What does not keep a validation from being asked. */
  readonly warnings: Issue[]
  /** The cleaned text of a field; undefined when it is blank or no text, which then is a error where `label` is given. */
  text(field: string, label?: Message | string): string | undefined
  flag(field: string): boolean | undefined
  refuse<Code extends IssueCode>(field: string, code: Code, params: ParamsOf<Code>): void
}

/** A reader for a body of any shape, with a error for each field that the endpoint does not know. */
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

/** The country code, or a error when the service does not serve it. Interface, part B, "Supported countries". */
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

/** What reading a validation comes to: the validation with what there is to say about it, or every error at once. */
export type ValidationReading<Validation> =
  | { readonly ok: true; readonly value: Validation; readonly warnings: readonly Issue[] }
  | { readonly ok: false; readonly errors: readonly Issue[] }
