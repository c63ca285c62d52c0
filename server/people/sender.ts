import { AsyncLocalStorage } from 'node:async_hooks'
import type { Writable } from 'node:stream'
import type { SignInMode } from '#shared/api/session.ts'
import { SenderGone } from '../kernel/failure.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { Member } from './member.ts'
import { type Asker, requireSame } from './permitted.ts'

/** The store as routes have it. */
export interface SendersStore extends Store {
  /** Which store it is, so that no other takes its place. */
  readonly isForRoutes: true
}

/* Who has sent the request that is being answered: known wherever it writes, so that no route has to remember to ask. */
const senders = new AsyncLocalStorage<Sender>()

interface Sender {
  readonly person: Member | undefined
  readonly sessionId: string | undefined
  readonly gone: AbortSignal
  hasWritten: boolean
}

/**
 * Answers a request in the name of who sent it; of no one where everyone may.
 * @param response closes when they wait for the answer no longer
 */
export function inNameOf<Result>(
  { person, session }: Partial<Asker>,
  response: Writable,
  answer: () => Result,
): Result {
  const gone = new AbortController()
  const leave = () => gone.abort(new SenderGone())
  if (response.destroyed) leave()
  else response.once('close', leave)
  return senders.run({ person, sessionId: session?.id, gone: gone.signal, hasWritten: false }, answer)
}

/** The session of the request that is being answered. */
export function sessionOfSender(): string | undefined {
  return senders.getStore()?.sessionId
}

/** Does what the app does by itself while it answers a request, whatever its sender may do by then. */
export function inNameOfTheApp<Result>(work: () => Result): Result {
  return senders.exit(work)
}

/**
 * Each write for a request requires within its own transaction that its sender may still do the same as when it began: it can have waited for
 * another that suspended them, or gave them other roles or limits. It fails with SIGN_IN_REQUIRED or TAMPERED. Where they went away before its
 * turn came, nothing is written; what has begun goes on to its end. What the app does by itself has the store below.
 */
export function storeForRoutes(store: Store, signIn: SignInMode): SendersStore {
  return {
    ...store,
    isForRoutes: true,
    write: (work) => {
      const sender = senders.getStore()
      if (sender?.person === undefined) return store.write(work)
      const { person, gone, hasWritten } = sender
      return store.write(
        async (tx) => {
          sender.hasWritten = true
          await requireSame(tx, signIn, person)
          return work(tx)
        },
        hasWritten ? {} : { signal: gone },
      )
    },
    writeJointly: (work) => {
      const person = senders.getStore()?.person
      return store.writeJointly(async (tx) => {
        await requireAllSame(tx, signIn, [person])
        return work(tx)
      })
    },
    sharing<Given, Result>(work: (tx: Transaction, all: readonly Given[]) => Promise<readonly Result[]>) {
      const share = store.sharing(async (tx, all: readonly SentWork<Given>[]) => {
        await requireAllSame(
          tx,
          signIn,
          all.map(({ person }) => person),
        )
        return work(
          tx,
          all.map(({ given }) => given),
        )
      })
      return (given: Given) => share({ given, person: senders.getStore()?.person })
    },
  }
}

/** What shares a transaction with the work of others. */
interface SentWork<Given> {
  readonly given: Given
  readonly person: Member | undefined
}

async function requireAllSame(
  tx: Transaction,
  signIn: SignInMode,
  people: readonly (Member | undefined)[],
): Promise<void> {
  for (const person of new Set(people)) if (person !== undefined) await requireSame(tx, signIn, person)
}
