import { sql } from 'kysely'
import type { Transaction } from '../store/store.ts'

const turnId = 1

/** A server that has not renewed its turn for so long was killed. */
const leaseMs = 30_000

/** The turn is renewed in time, though a renewal fails: an idle server does not write at each look. */
export const turnRenewedMs = leaseMs / 3

/** Takes the turn to deliver, or goes on with it; answers whether it is this server's. */
export async function takeDeliveryTurn({ db, beganAt }: Transaction, holder: string): Promise<boolean> {
  const lease_until = new Date(beganAt.getTime() + leaseMs).toISOString()
  // No lease is so long: it is of a server that was killed before the clock was set back.
  const tooLong = new Date(beganAt.getTime() + 2 * leaseMs).toISOString()
  const taken = await db
    .insertInto('delivery_turn')
    .values({ id: turnId, holder, lease_until })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ holder, lease_until })
        .where((is) =>
          is.or([
            is('delivery_turn.holder', '=', holder),
            is('delivery_turn.lease_until', '<', beganAt.toISOString()),
            is('delivery_turn.lease_until', '>', tooLong),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Lets another server deliver at once. */
export async function giveDeliveryTurn({ db }: Transaction, holder: string): Promise<void> {
  await db.updateTable('delivery_turn').set({ lease_until: '' }).where('holder', '=', holder).execute()
}

/** Whether it still is this server's turn: another one that took it over repeats what this one did. */
export async function hasDeliveryTurn({ db }: Transaction, holder: string): Promise<boolean> {
  const row = await db
    .selectFrom('delivery_turn')
    .select(sql<number>`1`.as('one'))
    .where('holder', '=', holder)
    .executeTakeFirst()
  return row !== undefined
}
