import type { Kysely } from 'kysely'
import { Failure } from '../kernel/failure.ts'
import { type Kind, StoreError } from './database-kind.ts'
import { databaseTime } from './database-time.ts'
import type { Tables } from './schema.ts'

/** As long as a proof of who one is counts: on a server that is so far off, others' proofs, holds and the sums of a day would count otherwise. */
const mostMs = 5 * 60_000

/**
 * That the clock of this machine agrees with that of the database, and so with those of the other servers over it.
 * @throws StoreError
 */
export async function requireOneClock(db: Kysely<Tables>, kind: Kind, now: () => Date): Promise<void> {
  const aheadMs = now().getTime() - (await databaseTime(db, kind)).getTime()
  if (isNear(aheadMs)) return
  const minutes = Math.round(Math.abs(aheadMs) / 60_000)
  const way = aheadMs > 0 ? 'ahead of' : 'behind'
  throw new StoreError(
    `the clock of this machine is ${minutes} minutes ${way} that of the database: sessions, codes and holds go by it. Set it right (timedatectl), or that of the database`,
  )
}

/**
 * The same of a clock that was set, or went its own way, while the server runs.
 * @throws Failure CLOCK_OFF
 */
export function refuseOtherClock(ofDatabase: Date, own: Date): void {
  if (!isNear(own.getTime() - ofDatabase.getTime())) throw new Failure('CLOCK_OFF')
}

function isNear(aheadMs: number): boolean {
  return Math.abs(aheadMs) <= mostMs
}
