import { Failure } from '../kernel/failure.ts'
import type { Actor, Member } from '../people/member.ts'
import type { SendersStore } from '../people/sender.ts'
import type { Transaction } from '../store/store.ts'
import { breathing, type GroupPace, type PacedGroups } from '../writes/paced-groups.ts'
import { claiming, type Intent } from '../writes/writes.ts'

/** What is done with the things of a list, each or not at all: a request of its own answers it at once, and of thousands a job does it. */
export interface ActOnThings<Item, Answer> {
  /** Left out: of work that lets others have a turn in the middle of a group. */
  readonly pace?: GroupPace
  /**
   * Does the first ones in one transaction: at least one, and no further one once it is time. One that is refused leaves the others as they are.
   * @throws FirstRefused; Failure for what speaks against all of them
   */
  act(tx: Transaction, person: Actor, some: readonly Item[], isTime: () => boolean): Promise<ThingResults<Answer>>
  /** What is answered of one that is refused. */
  refused(item: Item, failure: Failure): Answer
  /** What follows from what became of some, once it is committed. */
  after?(some: readonly Item[], answers: readonly Answer[], failures: readonly Failure[]): Promise<void>
}

export type ThingResults<Answer> = readonly (Answer | Failure)[]

/** What became of the first ones, as it is answered, and what follows from that. */
export function concluded<Item, Answer>(
  { refused, after }: ActOnThings<Item, Answer>,
  some: readonly Item[],
  results: ThingResults<Answer>,
) {
  const answers = some.slice(0, results.length).map((item, place) => {
    const result = results[place]
    if (result === undefined) throw new Error('Each has an answer.')
    return result instanceof Failure ? refused(item, result) : result
  })
  const failures = results.filter((result) => result instanceof Failure)
  return { answers, follow: after && (() => after(some, answers, failures)) }
}

/** The first of a group was refused after something of it had been written: the transaction is undone. */
export class FirstRefused extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

export function paceOf({ pace = breathing }: { readonly pace?: GroupPace }): GroupPace {
  return pace
}

export interface ActDeps {
  readonly store: SendersStore
  readonly groups: PacedGroups
}

/**
 * Acts within a request, in as many transactions as that takes. The first one takes its Idempotency-Key, where it has one. Once something is written and the
 * person may do nothing more, or has too many, those that are left are refused for that: what is written stays acknowledged.
 * @throws Failure IDEMPOTENCY_KEY_REUSED, SIGN_IN_REQUIRED, TAMPERED, and what the act throws
 */
export async function actAtOnce<Item, Answer>(
  { store, groups }: ActDeps,
  act: ActOnThings<Item, Answer>,
  person: Member,
  items: readonly Item[],
  intent?: Intent,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const claim = intent && claiming(store.encryption, intent)
  let isClaimed = false
  const write = async <Result>(work: (tx: Transaction) => Promise<Result>) => {
    const result = await store.write(async (tx) => {
      if (!isClaimed) await claim?.(tx)
      return work(tx)
    })
    isClaimed = true
    return result
  }
  const actOn = async (group: readonly Item[], isTime: () => boolean): Promise<ThingResults<Answer>> => {
    try {
      return await write((tx) => act.act(tx, person, group, isTime))
    } catch (error) {
      if (isClaimed && error instanceof Failure && lostRights.has(error.code)) return group.map(() => error)
      if (!(error instanceof FirstRefused)) throw error
      // Its answer holds for this key all the same.
      await write(async () => {})
      return [error.failure]
    }
  }
  const work = async (group: readonly Item[], isTime: () => boolean) => {
    const { answers: some, follow } = concluded(act, group, await actOn(group, isTime))
    await follow?.()
    answers.push(...some)
    return some.length
  }
  await groups.run(items, work, paceOf(act))
  return answers
}

const lostRights: ReadonlySet<string> = new Set([
  'SIGN_IN_REQUIRED',
  'TAMPERED',
  'TOO_MANY_UNSENT',
  'TOO_MANY_IMPORTED',
])
