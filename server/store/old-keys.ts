import { forgetOldKeys } from './idempotency-rows.ts'
import type { Transaction } from './store.ts'

/** Every so many keys that are taken, more than so many old ones go: the table stops growing, and no write waits long for it. */
const keysBetween = 50
const mostAtOnce = 200

/** Forgets, now and then, keys whose time is over; called within the transactions that take new ones. */
export function createOldKeys(): (transaction: Transaction, at: string) => Promise<void> {
  let taken = 0
  return async ({ db }, at) => {
    if (taken % keysBetween === 0) await forgetOldKeys(db, at, mostAtOnce)
    taken += 1
  }
}
