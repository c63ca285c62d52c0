import type { SignInMode } from '#shared/api/session.ts'
import { Failure } from '../kernel/failure.ts'
import type { Member } from '../people/member.ts'
import { writeAs } from '../people/permitted.ts'
import type { Store, Transaction } from '../store/store.ts'
import { claiming, type Intent } from '../writes/writes.ts'

export interface ClaimedDeps {
  readonly store: Store
  readonly signIn: SignInMode
}

/**
 * The transactions of one long request. The first one that is written takes its Idempotency-Key; each is written only while the person may do
 * the same as when they asked. Who may not any more, or has too many, once something is written, gets the failure as the answer of each further one: what is
 * written stays acknowledged.
 * @throws Failure IDEMPOTENCY_KEY_REUSED, SIGN_IN_REQUIRED, TAMPERED, and whatever the work throws
 */
export function claimedWrites(deps: ClaimedDeps, person: Member, intent: Intent) {
  const claim = claiming(deps.store.encryption, intent)
  let isClaimed = false
  return async <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result | Failure> => {
    try {
      const result = await writeAs(deps, person, async (tx) => {
        if (!isClaimed) await claim(tx)
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
