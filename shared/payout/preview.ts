import { mostErrors, type Reading } from '#shared/api/issue.ts'
import { type EntryReading, type ReadOptions, readEntry } from './read-entry.ts'

/** What a reading without errors comes to. */
export type PayoutPreview = Pick<EntryReading, 'request' | 'changes' | 'warnings' | 'notices'>

/** The exact payout request of an entry of any shape, with all changes, warnings and notices; or every error at once. Never throws. */
export function previewPayout(entry: unknown, options: ReadOptions = {}): Reading<PayoutPreview> {
  const reading = readEntry(entry, options)
  if (reading.country === undefined || reading.errors.length > 0)
    return { ok: false, errors: reading.errors.slice(0, mostErrors) }
  const { request, changes, warnings, notices } = reading
  return { ok: true, value: { request, changes, warnings, notices } }
}
