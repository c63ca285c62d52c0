import type * as z from 'zod/mini'
import type { RefusedPayoutsSearch, refusedPayoutsSchema } from '#shared/api/outcome.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { enteredByOf } from '../payout-state/approval-columns.ts'
import { payoutRowsOf } from '../payout-state/saved-payout.ts'
import { type Asker, requireReveal } from '../people/permitted.ts'
import type { Event, Transaction } from '../store/store.ts'
import { refusedPayouts } from './outcome-rows.ts'

const pageLimit = 50

/**
 * The entries of refused payouts that were not paid again, in the order in which they were entered. References are unique, so a replacement
 * gets a reference that differs from the payout that it replaces.
 * @throws Failure STEP_UP_REQUIRED, FIELDS_INVALID for a cursor that is none
 */
export async function revealRefused(
  tx: Transaction,
  asker: Asker,
  { cursor, ...where }: RefusedPayoutsSearch,
): Promise<z.input<typeof refusedPayoutsSchema>> {
  const found = await refusedPayouts(tx.db, { ...where, after: readCursor(cursor), limit: pageLimit + 1 })
  const page = found.slice(0, pageLimit)
  const rows = await payoutRowsOf(
    tx,
    page.map(({ id }) => id),
  )
  const seen = page.flatMap(({ id }) => {
    const row = rows.get(id)
    return row === undefined || row instanceof Failure || !maySee(tx, asker, row) ? [] : [row]
  })
  seen.sort(
    (one, other) => one.created_at.localeCompare(other.created_at) || (one.batch_row ?? 0) - (other.batch_row ?? 0),
  )
  await tx.audit(...seen.map((row): Event => revealed(asker.person.id, row)))
  const last = found.length > pageLimit ? page.at(-1) : undefined
  return {
    items: seen.map((row) => {
      const { externalReference: _, ...entry } = filledFields(payoutEntry(tx, row))
      return { payoutId: row.id, entry }
    }),
    hidden: page.length - seen.length,
    nextCursor: last === undefined ? null : writeCursor(last.created_at, last.id),
  }
}

/** What a person may not see of payouts of others is left out; that they have to prove who they are is not. */
function maySee(tx: Transaction, asker: Asker, row: PayoutRow): boolean {
  try {
    requireReveal(asker, enteredByOf(row), tx.now())
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_PERMITTED') return false
    throw error
  }
}

function revealed(personId: string, { id, version }: PayoutRow): Event {
  return { personId, action: 'payout.revealed', thing: { type: 'payout', id }, facts: { version } }
}
