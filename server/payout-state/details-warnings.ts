import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { Person } from '#shared/api/session.ts'
import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import type { Message } from '#shared/language/message.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { isFieldName } from '#shared/payout/fields.ts'
import { givenOf } from '#shared/payout/form-entry.ts'
import { describeValue } from '#shared/payout/value-meaning.ts'
import { detailsDifferences, detailsHash } from '../entry/details.ts'
import { type DetailsChange, findSavedDetails, type SavedDetails } from '../entry/details-rows.ts'
import { visibleEnd } from '../entry/masked.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { EntryWithReading } from '../entry/written-entry.ts'
import type { Reader } from '../store/store.ts'
import { savedRequest } from './saved-payout.ts'

/**
 * Where the identifying details of a payout, or of who would be paid so, are others than those of another payout to the same beneficiary:
 * of the last one that was exported, and of each that is on its way there. With who changed what since the one, or since the other.
 */
export async function detailsWarnings(
  reader: Reader,
  written: EntryWithReading,
  beneficiaryId: string,
  payoutId?: string,
): Promise<readonly Issue[]> {
  const paid = { beneficiaryId, detailsHash: detailsHash(reader, written.reading.request) }
  return warningsOfDetails(reader, await findSavedDetails(reader, [paid]), written, beneficiaryId, payoutId)
}

/** The same by what was looked up. */
export function warningsOfDetails(
  reader: Reader,
  details: SavedDetails,
  written: EntryWithReading,
  beneficiaryId: string,
  payoutId: string | undefined,
): readonly Issue[] {
  const to = detailsHash(reader, written.reading.request)
  const others = details.others({ beneficiaryId, detailsHash: to }, payoutId)
  const changes = details.changes(beneficiaryId)
  return others.flatMap((row) => {
    const differences = differencesFrom(reader, row, written)
    const [first] = differences
    if (first === undefined) return []
    const from = row.details_hash ?? ''
    const { order, lastChange } = between(changes, from, to)
    const lines = differences.map((difference) => {
      const change = lastChange(difference.field)
      const message = changeMessage(
        order === 'newer' ? difference : turned(difference),
        change && details.personOf(change.changed_by),
      )
      return { message, at: change?.changed_at ?? '' }
    })
    return issueOn(first.field, 'details_changed', {
      payoutId: row.id,
      state: row.state === 'in_review' || row.state === 'approved' ? row.state : 'exported',
      order,
      changes: lines.map(({ message }) => message),
      times: lines.map(({ at }) => at),
      from,
      to,
    })
  })
}

/** A field with its values in two payouts, masked so that anyone may see them; undefined where it is not sent. */
interface ShownDifference {
  readonly field: string
  readonly label: Message | string
  readonly isHidden: boolean
  readonly before: Shown
  readonly now: Shown
}

type Shown = string | Message | undefined

function differencesFrom(
  reader: Reader,
  row: PayoutRow,
  { entry, reading }: EntryWithReading,
): readonly ShownDifference[] {
  const differences = detailsDifferences(reader, savedRequest(reader, row) ?? {}, reading.request)
  return differences.map(({ field, before, now }) => ({
    field,
    label: labelIn(reader, entry, field),
    isHidden: reader.fields[field]?.isSecret === true,
    before: shownValue(reader, row, field, before),
    now: shownValue(reader, entry, field, now),
  }))
}

/** What the country of an entry calls a field: CPF, CLABE. */
function labelIn({ fields }: Reader, entry: Entry, field: string): Message | string {
  if (!isCountryCode(entry.country)) return fieldLabel(field)
  const country = ruleBook[entry.country]
  const use = fieldUses(country, methodIn(country, entry.method), fields)[field]
  return fieldLabel(field, use?.use === 'asked' ? use.rule : undefined, givenOf(country, entry))
}

function shownValue(
  { fields }: Reader,
  { country, method }: Pick<PayoutRow, 'country' | 'method'>,
  field: string,
  value: string | null,
): Shown {
  if (value === null || value === '' || value === '-') return undefined
  if (fields[field]?.isSecret) return visibleEnd(value)
  if (!isCountryCode(country) || !isFieldName(field)) return value
  return describeValue(ruleBook[country], methodIn(ruleBook[country], method), field, value) ?? value
}

function turned({ before, now, ...difference }: ShownDifference): ShownDifference {
  return { ...difference, before: now, now: before }
}

function changeMessage({ label, isHidden, before, now }: ShownDifference, by: Person | undefined): Message {
  const kind =
    before === undefined ? 'added' : now === undefined ? 'removed' : isHidden && before === now ? 'inside' : 'other'
  return {
    id: 'details.change',
    params: {
      label,
      kind,
      before: before ?? '',
      now: now ?? '',
      who: by === undefined ? 'none' : 'known',
      name: by?.name ?? '',
    },
  }
}

/** Which of two details a beneficiary got later, and who last changed a field between them; undefined for a change that is still being typed. */
function between(changes: readonly DetailsChange[], from: string, to: string) {
  const versionOf = (hash: string) => changes.findLast(({ details_hash }) => details_hash === hash)?.version
  const [other, own] = [versionOf(from) ?? 0, versionOf(to)]
  const [first, last] = [Math.min(other, own ?? other), Math.max(other, own ?? 0)]
  const made = own === undefined ? [] : changes.filter(({ version }) => version > first && version <= last)
  return {
    order: own === undefined || own >= other ? ('newer' as const) : ('older' as const),
    lastChange: (field: string) => made.findLast(({ fields }) => namesIn(fields).includes(field)),
  }
}

function namesIn(json: string): readonly unknown[] {
  const names: unknown = JSON.parse(json)
  return Array.isArray(names) ? names : []
}
