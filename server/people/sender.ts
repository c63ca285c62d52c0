import { AsyncLocalStorage } from 'node:async_hooks'
import type { SignInMode } from '#shared/api/session.ts'
import type { Store } from '../store/store.ts'
import type { Member } from './member.ts'
import { requireSame } from './permitted.ts'

/** The store as routes have it. */
export interface SendersStore extends Store {
  /** Which store it is, so that no other takes its place. */
  readonly isForRoutes: true
}

/* Who has sent the request that is being answered: known wherever it writes, so that no route has to remember to ask. */
const senders = new AsyncLocalStorage<Member | undefined>()

/** Answers a request in the name of who sent it; undefined where everyone may. */
export function inNameOf<Result>(person: Member | undefined, answer: () => Result): Result {
  return senders.run(person, answer)
}

/**
 * Each write for a request requires within its own transaction that its sender may still do the same as when it began: it can have waited for
 * another that suspended them, or gave them other roles or limits. It fails with SIGN_IN_REQUIRED or TAMPERED. What the app does by itself has
 * the store below.
 */
export function storeForRoutes(store: Store, signIn: SignInMode): SendersStore {
  return {
    ...store,
    isForRoutes: true,
    write: (work) => {
      const person = senders.getStore()
      if (person === undefined) return store.write(work)
      return store.write(async (tx) => {
        await requireSame(tx, signIn, person)
        return work(tx)
      })
    },
  }
}
