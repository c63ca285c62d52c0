import { type Clock, systemClock } from '../kernel/clock.ts'
import { distrustNames } from '../payouts/distrust-names.ts'
import { requireOneIssuer } from '../people-admin/other-issuers.ts'
import { requireOneClock } from '../store/one-clock.ts'
import type { Store } from '../store/store.ts'

/**
 * What must be true of the database before it is served: its clock and its issuer are this server's, and no approval under a name on trust counts
 * where people sign in.
 * @throws StoreError
 */
export async function prepareStore(store: Store, clock: Clock): Promise<void> {
  if (clock === systemClock) await requireOneClock(store.db, store.kind, clock.date)
  await requireOneIssuer(store)
  await distrustNames(store)
}
