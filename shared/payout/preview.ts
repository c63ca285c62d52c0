import { mostErrors, type Reading } from '#shared/api/issue.ts'
import type { PayoutPreview } from '#shared/api/payout-preview.ts'
import { type ReadOptions, readEntry } from './read-entry.ts'

/** The exact payout request of an entry of any shape, with all changes, warnings and notices; or every error at once. Never throws. */
export function previewPayout(entry: unknown, options: ReadOptions = {}): Reading<PayoutPreview> {
  const reading = readEntry(entry, options)
  if (reading.country === undefined || reading.errors.length > 0)
    return { ok: false, errors: reading.errors.slice(0, mostErrors) }
  const { request, changes, warnings, notices } = reading
  return { ok: true, value: { request, changes: [...changes], warnings: [...warnings], notices: [...notices] } }
}
