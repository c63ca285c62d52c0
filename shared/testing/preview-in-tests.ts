import type { IssueContent, ParseResult } from '#shared/api/issue.ts'
import { translateIssue } from '#shared/api/issue-message.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { english } from '#shared/language/english.ts'
import { type PayoutPreview, previewPayout } from '#shared/payout/read-entry.ts'
import { readBankValidation } from '#shared/validation/bank-validation.ts'
import { readIdentityValidation } from '#shared/validation/identity-validation.ts'

/** What the three readers say, in words short enough to compare line by line. Only tests use this file. */
type Body = Readonly<Record<string, unknown>>

/** The request of an entry; an entry with errors ends the test with their details. */
export function requestOf(entry: Body): PayoutRequest {
  return accepted(entry).request
}

/** `field code` of each error; empty for an entry without any. */
export function errorsOf(entry: Body): readonly string[] {
  return errorsIn(previewPayout(entry))
}

/** What a person reads beside a field that has to be changed. */
export function adviceOn(field: string, entry: Body): string {
  const reading = previewPayout(entry)
  return reading.ok ? '' : details(reading.errors.filter((error) => error.field === field))
}

/** `field code` of each warning. */
export function warningsOf(entry: Body): readonly string[] {
  return accepted(entry).warnings.map(({ field, code }) => `${field} ${code}`)
}

/** What a person reads beside a field with a warning. */
export function doubtAbout(field: string, entry: Body): string {
  return details(accepted(entry).warnings.filter((warning) => warning.field === field))
}

/** The codes of all notices. */
export function noticesOf(entry: Body): readonly string[] {
  return accepted(entry).notices.map(({ code }) => code)
}

/** `code: from → to` of each change of a field; `∅` where the field is left out. */
export function changesOf(field: string, entry: Body): readonly string[] {
  return accepted(entry)
    .changes.filter((change) => change.field === field)
    .map(({ code, from, to }) => `${code}: ${from} → ${to ?? '∅'}`)
}

export function identityErrorsOf(body: Body): readonly string[] {
  return errorsIn(readIdentityValidation(body))
}

export function bankErrorsOf(body: Body): readonly string[] {
  return errorsIn(readBankValidation(body))
}

/** `field code` of each warning of a bank validation that would be asked. */
export function bankWarningsOf(body: Body): readonly string[] {
  const reading = readBankValidation(body)
  return reading.ok ? reading.warnings.map(({ field, code }) => `${field} ${code}`) : errorsIn(reading)
}

/** As many digits as asked: 1234567890123… */
export function digitsOf(count: number): string {
  return Array.from({ length: count }, (_, place) => (place + 1) % 10).join('')
}

function accepted(entry: Body): PayoutPreview {
  const reading = previewPayout(entry)
  if (!reading.ok) throw new Error(`refused: ${details(reading.errors)}`)
  return reading.value
}

function errorsIn(reading: ParseResult<unknown>): readonly string[] {
  return reading.ok ? [] : reading.errors.map(({ field, code }) => `${field} ${code}`)
}

function details(issues: readonly IssueContent[]): string {
  return issues.map((issue) => translateIssue(english, issue)).join(' ')
}
