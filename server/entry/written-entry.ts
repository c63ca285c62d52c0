import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { IssueCode } from '#shared/api/issue-codes.ts'
import { beneficiaryPart, type Entry, filledFields, type RawEntry } from '#shared/payout/entry.ts'
import { type EntryReading, readEntry } from '#shared/payout/read-entry.ts'
import { savedEntry } from '#shared/payout/saved-entry.ts'
import { isBlank, isTooLong } from '#shared/payout/typed-value.ts'
import { Failure } from '../kernel/failure.ts'
import type { Reader } from '../store/store.ts'
import type { DecidedValue } from './entry-columns.ts'
import { maskedIssue } from './masked.ts'
import type { TypedBy } from './typed-by.ts'

/** An entry as it is saved, with what the rules of today make of it. */
export interface EntryWithReading {
  readonly entry: Entry
  readonly reading: Pick<EntryReading, 'request' | 'errors' | 'changes' | 'warnings' | 'notices'>
  /** What was decided about damaged values when it was imported. */
  readonly decided?: readonly DecidedValue[] | undefined
  /** The amount of a draft as it was typed, where it is not certain what it means: it is not in the entry. */
  readonly unreadAmount?: string | undefined
}

/** An entry that a person saves. */
export interface TypedEntry extends EntryWithReading {
  readonly typedBy: TypedBy
  /** Whether it came by a details link: no one inside knows who sent it. */
  readonly isSent?: true
}

/** What it takes to read an entry. */
export type FieldReader = Pick<Reader, 'fields'>
type Part = 'beneficiary' | undefined

/**
 * Reads an entry that is to be saved.
 * @param secrets the values that the person was not shown, which errors must not reveal either
 * @throws Failure FIELDS_INVALID with every error, each at `#/entry/…`
 */
export function readWritten(
  { fields }: FieldReader,
  given: RawEntry,
  part?: Part,
  secrets: readonly string[] = [],
): EntryWithReading {
  const reading = readEntry(given, { fields, part })
  const errors = [...reading.errors, ...(part === undefined ? [] : paymentErrors(fields, given))]
  if (reading.country === undefined || errors.length > 0)
    throw invalid(errors.map((error) => maskedIssue(error, secrets)))
  const entry = savedEntry(given, reading, fields)
  return { entry: part === undefined ? entry : beneficiaryPart(entry, fields), reading }
}

/**
 * Reads an unfinished entry as far as possible: the part that is saved, and its warnings.
 * @throws Failure FIELDS_INVALID for what no form holds: no country, unknown fields, values of another type, too long or broken
 */
export function readUnfinished({ fields }: FieldReader, given: RawEntry, part?: Part): EntryWithReading {
  const reading = readEntry(given, { fields, part })
  if (reading.country === undefined) throw invalid(reading.errors)
  const errors = reading.errors.filter(({ code }) => inNoForm.has(code))
  if (errors.length > 0) throw invalid(errors)
  return { entry: savedEntry(given, reading, fields), reading }
}

/**
 * Reads an entry that is saved as a draft, with the errors that it has. The amount of one that has an error is not part of it.
 * @param secrets as of {@link readWritten}
 * @throws Failure FIELDS_INVALID for what no draft holds: as {@link readUnfinished}, values that its country or method does not use, and errors in what lists sort by
 */
export function readDraft({ fields }: FieldReader, given: RawEntry, secrets: readonly string[]): EntryWithReading {
  const reading = readEntry(given, { fields })
  const isRefused = ({ field, code }: Issue) =>
    inNoForm.has(code) || code === 'not_applicable' || (fields[field]?.isInList === true && field !== 'amount')
  if (reading.country === undefined || reading.errors.some(isRefused))
    throw invalid(reading.errors.map((error) => maskedIssue(error, secrets)))
  return { entry: savedEntry(given, reading, fields), reading }
}

const inNoForm: ReadonlySet<IssueCode> = new Set([
  'unknown_field',
  'spelt_twice',
  'unknown_method',
  'wrong_type',
  'too_long',
  'broken_text',
])

/** What the rules of today make of what was saved; with `errors` where they take it no more. */
export function readSaved({ fields }: FieldReader, entry: Entry, part?: Part): EntryWithReading {
  const reading = readEntry(filledFields(entry), { fields, part })
  return { entry, reading: reading.country === undefined ? { ...nothingRead, errors: reading.errors } : reading }
}

const nothingRead = { request: {}, changes: [], warnings: [], notices: [] }

/** A beneficiary is paid repeatedly, so the fields of one payment are not part of them. */
function paymentErrors(fields: Reader['fields'], given: RawEntry): readonly Issue[] {
  return Object.keys(given)
    .filter((name) => fields[name]?.of === 'payment' && (!isBlank(given[name]) || isTooLong(given[name])))
    .map((name) => issueOn(name, 'unknown_field', { name }))
}

function invalid(errors: readonly Issue[]): Failure {
  return new Failure('FIELDS_INVALID', { errors: errors.map((error) => ({ ...error, within: 'entry' })) })
}
