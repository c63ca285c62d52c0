import type * as z from 'zod/mini'
import type { RefusedPayoutsSearch, refusedPayoutsSchema } from '#shared/api/outcome.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { payoutValues } from '../entry/entry-columns.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { hiddenFrom, revealableTo } from '../entry/revealed.ts'
import { Failure } from '../kernel/failure.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { payoutRowsOf } from '../payout-state/saved-payout.ts'
import { refusalWords } from '../payouts/replaced.ts'
import type { Actor } from '../people/member.ts'
import type { Event, Transaction } from '../store/store.ts'
import { refusedPayouts } from './outcome-rows.ts'

const pageLimit = 50

/**
 * The entries of refused payouts that were not paid again, in the order in which they were entered. References are unique, so a replacement
 * gets a reference that differs from the payout that it replaces. Those of which the person may not see all are left out, and counted.
 * @throws Failure FIELDS_INVALID for a cursor that is none
 */
export async function revealRefused(
  tx: Transaction,
  person: Actor,
  { cursor, ...where }: RefusedPayoutsSearch,
): Promise<z.input<typeof refusedPayoutsSchema>> {
  const found = await refusedPayouts(tx.db, {
    ...where,
    after: readCursor('refused payouts', cursor),
    limit: pageLimit + 1,
  })
  const page = found.slice(0, pageLimit)
  const rows = await payoutRowsOf(
    tx,
    page.map(({ id }) => id),
  )
  const seen = page.flatMap(({ id }) => {
    const row = rows.get(id)
    if (row === undefined || row instanceof Failure) return []
    const shown = shownEntry(tx, person, row)
    return shown === undefined ? [] : [{ row, ...shown }]
  })
  seen.sort(
    ({ row: one }, { row: other }) =>
      one.created_at.localeCompare(other.created_at) || (one.batch_row ?? 0) - (other.batch_row ?? 0),
  )
  const words = await refusalWords(
    tx,
    seen.map(({ row }) => row.id),
  )
  await tx.audit(...seen.map(({ row, fields }): Event => revealed(person.id, row, fields)))
  const last = found.length > pageLimit ? page.at(-1) : undefined
  return {
    items: seen.map(({ row, entry: { externalReference: _, ...entry } }) => ({
      payoutId: row.id,
      entry,
      words: words.get(row.id) ?? null,
    })),
    hidden: page.length - seen.length,
    nextCursor: last === undefined ? null : writeCursor('refused payouts', last.created_at, last.id),
  }
}

/** Undefined where something of it would stay hidden: no row could be made of the rest. */
function shownEntry(tx: Transaction, person: Actor, row: PayoutRow) {
  const values = payoutValues(tx, row)
  const entry = filledFields(values.entry)
  const isHidden = hiddenFrom(person, values, tx)
  return Object.keys(entry).some(isHidden) ? undefined : { entry, fields: revealableTo(person, values, tx) }
}

function revealed(personId: string, { id, version }: PayoutRow, fields: readonly string[]): Event {
  return { personId, action: 'payout.revealed', thing: { type: 'payout', id }, facts: { version, fields } }
}
