import { randomUUID } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { readHead } from '../store/audit/audit-log.ts'
import type { Store, Transaction } from '../store/store.ts'
import { type DeliveryChange, type DeliveryRow, dueDeliveries, forgetDelivered, saveDelivery } from './delivery-rows.ts'
import { giveDeliveryTurn, hasDeliveryTurn, takeDeliveryTurn, turnRenewedMs } from './delivery-turn-rows.ts'

/** What became of an attempt: `why` is null where it succeeded. */
export interface DeliveryAnswer {
  readonly status: number | null
  readonly why: string | null
  readonly tookMs: number
}

/** Who gets deliveries, and how one is made. */
interface Recipient {
  readonly id: string
  attempt(row: DeliveryRow, signal: AbortSignal): Promise<DeliveryAnswer>
}

/** A way to tell of what happened, such as webhooks. */
export interface DeliveryWay {
  /** What its recipients are. */
  readonly recipientType: 'webhook' | 'person'
  /** How much goes on at a time: deliveries to so many recipients, and to each so many. */
  readonly atOnce: { readonly recipients: number; readonly each: number }
  /** Whether admins are told that it was set aside. */
  isReported(row: DeliveryRow): boolean
  isInUse(): Promise<boolean>
  /** Enters what has happened up to this entry of the audit log, and answers to whom deliveries may be due. */
  enter(seq: number): Promise<readonly Recipient[]>
  /** Whether a recipient still gets deliveries. */
  isOn(tx: Transaction, recipientId: string): Promise<boolean>
  /** What answers change besides their deliveries; answers whether the recipient gets more: else what waited was set aside. */
  afterwards(tx: Transaction, recipientId: string, answers: readonly DeliveryAnswer[]): Promise<boolean>
  /** What no later attempt can change. */
  readonly hopeless: ReadonlySet<string>
}

export interface RunningDeliveries {
  /** Gives up what is under way: it is delivered again, by whichever server. */
  stop(): Promise<void>
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly ways: readonly DeliveryWay[]
}

/** How often it is looked for what happened. */
export const lookMs = 2_000

/**
 * Delivers what happened: at least once for each delivery, in the order of each thing. Of several servers one has the turn, under a lease; of what a killed
 * one had delivered, the next one repeats what was not noted, under the same id.
 */
export function deliver(deps: Deps): RunningDeliveries {
  const { store, clock, log, ways } = deps
  const holder = randomUUID()
  const stopping = new AbortController()
  const working = new Map<string, { readonly way: DeliveryWay; readonly work: Promise<void> }>()
  /** To whom something is due, as of the last look. */
  const waiting = new Map<DeliveryWay, readonly Recipient[]>()
  let cancel = () => {}
  let round: Promise<void> = Promise.resolve()
  let renewAt = 0
  const failed = (error: unknown) => log.trouble('deliveries failed', { errorName: nameOf(error) })
  const begin = (way: DeliveryWay) => {
    if (stopping.signal.aborted) return
    const free = way.atOnce.recipients - [...working.values()].filter((one) => one.way === way).length
    const due = (waiting.get(way) ?? []).filter(({ id }) => !working.has(id))
    waiting.set(way, due.slice(free))
    for (const recipient of due.slice(0, free)) {
      const work = deliverSome(deps, { holder, way, recipient }, stopping.signal)
        .catch(failed)
        .finally(() => {
          working.delete(recipient.id)
          begin(way)
        })
      working.set(recipient.id, { way, work })
    }
  }
  const takeTurn = async () => {
    if (stopping.signal.aborted) return false
    if (clock.now() < renewAt) return true
    const isOurs = await store.write((tx) => takeDeliveryTurn(tx, holder))
    renewAt = isOurs ? clock.now() + turnRenewedMs : 0
    return isOurs
  }
  const look = async () => {
    waiting.clear()
    const used = await Promise.all(ways.map(async (way) => ((await way.isInUse()) ? [way] : [])))
    if (!used.some(([way]) => way) || !(await takeTurn())) return
    const { seq } = await readHead(store.db)
    for (const way of used.flat()) {
      const recipients = await way.enter(seq).catch((error: unknown) => {
        failed(error)
        return []
      })
      waiting.set(way, recipients)
      begin(way)
    }
  }
  const sleep = (delayMs: number) => {
    if (stopping.signal.aborted) return
    cancel = clock.schedule(delayMs, () => {
      round = look()
        .catch(failed)
        .then(() => sleep(lookMs))
    })
  }
  sleep(0)
  return {
    async stop() {
      stopping.abort()
      cancel()
      await round
      await Promise.all([...working.values()].map(({ work }) => work))
      await store.write((tx) => giveDeliveryTurn(tx, holder)).catch(() => {})
    },
  }
}

interface RecipientWork {
  readonly holder: string
  readonly way: DeliveryWay
  readonly recipient: Recipient
}

/** Makes the deliveries to one recipient that are due, a few at a time, until none is. */
async function deliverSome({ store, clock }: Deps, work: RecipientWork, signal: AbortSignal): Promise<void> {
  const { recipient, way } = work
  while (!signal.aborted) {
    const due = await dueDeliveries(store.db, recipient.id, store.now(), way.atOnce.each)
    if (due.length === 0) return
    const answers = await Promise.all(due.map(async (row) => ({ row, answer: await recipient.attempt(row, signal) })))
    // What was cut off by the end of this server did not fail.
    const whole = answers.filter(({ answer }) => answer.why === null || !signal.aborted)
    if (!(await store.write((tx) => noteAnswers(tx, clock, work, whole)))) return
  }
}

/** Notes how deliveries were answered; answers whether there may be more. Without the turn nothing is noted: the other server repeats them. */
async function noteAnswers(
  tx: Transaction,
  clock: Clock,
  { holder, way, recipient: { id } }: RecipientWork,
  answers: readonly { readonly row: DeliveryRow; readonly answer: DeliveryAnswer }[],
): Promise<boolean> {
  if (!(await way.isOn(tx, id)) || !(await hasDeliveryTurn(tx, holder))) return false
  const changes = answers.map(({ row, answer }) =>
    after(row, answer, { now: tx.now(), random: clock.random(), hopeless: way.hopeless }),
  )
  for (const change of changes) await saveDelivery(tx.db, change)
  await forgetDelivered(tx.db, id)
  const getsMore = await way.afterwards(
    tx,
    id,
    answers.map(({ answer }) => answer),
  )
  const isSetAside = (at: number) => !getsMore || changes[at]?.state === 'set_aside'
  if (answers.some(({ row }, at) => isSetAside(at) && way.isReported(row)))
    await tx.audit({ personId: null, action: 'deliveries.set_aside', thing: { type: way.recipientType, id } })
  return getsMore
}

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 60 * 60_000]

/** The pauses after the first attempts, as Standard Webhooks recommends them; after the last, some three days on, a delivery is set aside. */
const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  20 * hourMs,
]

interface Moment {
  readonly now: Date
  readonly random: number
  readonly hopeless: ReadonlySet<string>
}

/** A delivery after an attempt. Pauses differ by a fifth, so that what failed together is not tried together. */
function after(row: DeliveryRow, { status, why, tookMs }: DeliveryAnswer, moment: Moment): DeliveryChange {
  const attempts = row.attempts + 1
  const tried = { id: row.id, attempts, tried_at: moment.now.toISOString(), status, why, took_ms: tookMs }
  if (why === null) return { ...tried, state: 'delivered', due_at: '' }
  const pauseMs = moment.hopeless.has(why) ? undefined : pausesMs[attempts - 1]
  if (pauseMs === undefined) return { ...tried, state: 'set_aside', due_at: '' }
  const dueAt = new Date(moment.now.getTime() + pauseMs * (0.9 + 0.2 * moment.random))
  return { ...tried, state: 'waiting', due_at: dueAt.toISOString() }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
