import type { Reading } from '#shared/api/fault.ts'
import type { PayoutPreview } from '#shared/api/payout-preview.ts'

/**
 * Reads an entry of any shape and answers the exact payout request with all changes, warnings and notices,
 * or every fault at once. Never throws. Interface, part C.
 */
export function previewPayout(_body: unknown): Reading<PayoutPreview> {
  return { ok: false, faults: [] }
}
