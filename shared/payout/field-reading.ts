import type { ChangeCode } from '#shared/api/change-codes.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { IssueCode, ParamsOf } from '#shared/api/issue-codes.ts'
import type { MessageId } from '#shared/language/message.ts'
import type { CleaningNote } from '#shared/rule-book/cleaning.ts'
import type { Country, FieldValues } from '#shared/rule-book/country.ts'

/** What a field is read by, beside its own value. */
export interface FieldContext {
  /** Undefined until it is known: then only what every country does can be read. */
  readonly country: Country | undefined
  /** Values of the fields that rules depend on. */
  readonly given: FieldValues
  /** Whether the person who typed the value can be asked what it means. */
  readonly isTypedByPerson: boolean
}

/** One value that is sent differently from how it was typed, and why. `to: null` means that the field is left out. */
export interface FieldChange {
  readonly field: string
  readonly from: string
  readonly to: string | null
  readonly code: ChangeCode
  readonly message: MessageId
}

/** What became of one field: the value to send if there is one, and everything to say about it. */
export interface FieldReading {
  readonly value?: string | number | boolean
  readonly changes: readonly FieldChange[]
  readonly errors: readonly Issue[]
  readonly warnings: readonly Issue[]
  readonly notices: readonly Issue[]
}

const none = [] as const

const nothing: FieldReading = { changes: none, errors: none, warnings: none, notices: none }

/** A value to send, with what cleaning did to it. */
export function sentField(
  field: string,
  value: string | number | boolean,
  notes: readonly CleaningNote[] = none,
  { warnings = none, notices = none }: Partial<Pick<FieldReading, 'warnings' | 'notices'>> = nothing,
): FieldReading {
  const changes = notes.length === 0 ? none : notes.map((note) => ({ field, ...note }))
  return { value, changes, errors: none, warnings, notices }
}

/** A field that has to be changed; a cleaned value may still be shown beside the error. */
export function invalidField<Code extends IssueCode>(field: string, code: Code, params: ParamsOf<Code>): FieldReading {
  return faulty(issueOn(field, code, params))
}

/** The same, where the error is found by a rule of its own. */
export function faulty(error: Issue): FieldReading {
  return { ...nothing, errors: [error] }
}

/** A field that is not part of the request. */
export function unsentField(changes: readonly FieldChange[] = none): FieldReading {
  return changes === none ? nothing : { ...nothing, changes }
}
