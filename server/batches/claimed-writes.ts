import { Failure } from '../kernel/failure.ts'
import type { SendersStore } from '../people/sender.ts'
import type { Transaction } from '../store/store.ts'
import { claiming, type Intent } from '../writes/writes.ts'

export interface ClaimedDeps {
  readonly store: SendersStore
}

/**
 * The transactions of one long request. The first one that is written takes its Idempotency-Key, where it has one; each is written only while its sender may do
 * the same as when they asked. Who may not any more, or has too many, once something is written, gets the failure as the answer of each further one: what is
 * written stays acknowledged.
 * @throws Failure IDEMPOTENCY_KEY_REUSED, SIGN_IN_REQUIRED, TAMPERED, and whatever the work throws
 */
export function claimedWrites({ store }: ClaimedDeps, intent?: Intent) {
  const claim = intent && claiming(store.encryption, intent)
  let isClaimed = false
  return async <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result | Failure> => {
    try {
      const result = await store.write(async (tx) => {
        if (!isClaimed) await claim?.(tx)
        return work(tx)
      })
      isClaimed = true
      return result
    } catch (error) {
      if (isClaimed && error instanceof Failure && lostRights.has(error.code)) return error
      throw error
    }
  }
}

const lostRights: ReadonlySet<string> = new Set(['SIGN_IN_REQUIRED', 'TAMPERED', 'TOO_MANY_UNSENT'])
