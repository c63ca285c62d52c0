import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { type Entry, filledFields, type RawEntry } from '#shared/payout/entry.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { upperCode } from '#shared/payout/read-code.ts'
import { isBlank, isEmpty, isTooLong } from '#shared/payout/typed-value.ts'
import type { Actor } from '../people/member.ts'
import { type TypedValues, typedByNow } from './typed-by.ts'
import {
  type EntryWithReading,
  type FieldReader,
  readDraft,
  readUnfinished,
  readWritten,
  type TypedEntry,
} from './written-entry.ts'

/* What a person leaves out of a form is filled in from what is saved, without being shown to them. */

/** An entry after what was left out was filled in. */
export interface FilledInEntry extends EntryWithReading {
  /** Secret numbers that were filled in, as they are saved and as they are sent: what a person is told names neither. */
  readonly secrets: readonly string[]
}

/** Of a beneficiary alone, or the reference of a payout that has none, and whether it is saved with its errors. */
interface FillOptions {
  readonly part?: 'beneficiary'
  readonly reference?: string
  readonly isDraft?: boolean
}

/**
 * Reads what a person saves. What they leave out is filled in from `before`, and is not theirs.
 * @throws Failure FIELDS_INVALID
 */
export function readFilledIn(
  reader: FieldReader,
  { id: personId }: Pick<Actor, 'id'>,
  given: RawEntry,
  before: TypedValues | undefined,
  { part, reference, isDraft = false }: FillOptions,
): FilledInEntry & TypedEntry {
  const known = before === undefined ? given : filledIn(reader, given, before.entry)
  const isWithout = reference !== undefined && isEmpty(known.externalReference)
  const filled = isWithout ? { ...known, externalReference: reference } : known
  const hidden = filledSecrets(reader, filled, given)
  const written = isDraft ? readDraft(reader, filled, hidden) : readWritten(reader, filled, part, hidden)
  const secrets = secretsOf(reader, filled, given, written)
  return { ...written, secrets, typedBy: typedByNow(reader.fields, written.entry, { personId, given, before }) }
}

/**
 * Reads what is still being entered as far as possible, what is left out filled in.
 * @throws Failure FIELDS_INVALID as {@link readUnfinished}
 */
export function readUnfinishedFilledIn(
  reader: FieldReader,
  given: RawEntry,
  saved: Entry | undefined,
  part?: 'beneficiary',
): FilledInEntry {
  const filled = saved === undefined ? given : filledIn(reader, given, saved)
  const written = readUnfinished(reader, filled, part)
  return { ...written, secrets: secretsOf(reader, filled, given, written) }
}

function secretsOf(reader: FieldReader, filled: RawEntry, given: RawEntry, { reading }: EntryWithReading) {
  return [...filledSecrets(reader, filled, given), ...filledSecrets(reader, filled, given, reading.request)]
}

/** The secret numbers that were filled in, or what `values` has of them. */
function filledSecrets({ fields }: FieldReader, filled: RawEntry, given: RawEntry, values = filled): readonly string[] {
  const hidden = Object.keys(filled).filter((name) => fields[name]?.isSecret && !Object.hasOwn(given, name))
  return hidden.map((name) => values[name]).filter((value) => typeof value === 'string')
}

/**
 * The fields that an entry leaves out, from a saved beneficiary: of these what the country and the method of the entry ask for. In another
 * country a document or an account is another one, so that only what all countries share comes along.
 */
function filledIn({ fields }: FieldReader, given: RawEntry, saved: Entry): RawEntry {
  const code = typeof given.country === 'string' ? upperCode(given.country).value : saved.country
  if (!isCountryCode(code)) return given
  const isAbroad = code !== saved.country
  const isLeftOut = isBlank(given.method) && !isTooLong(given.method)
  const method = isAbroad || !isLeftOut ? given.method : saved.method
  const uses = fieldUses(ruleBook[code], methodIn(ruleBook[code], String(method)), fields)
  const filled = Object.entries(filledFields(saved)).filter(([name]) => {
    const field = fields[name]
    return field?.of === 'beneficiary' && uses[name]?.use === 'asked' && (!isAbroad || field.isShared === true)
  })
  return { ...Object.fromEntries(filled), ...given, ...(method !== undefined && { method }) }
}
