import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { overviewSchema } from '#shared/api/overview.ts'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { okay } from '../server/testing/accounts.ts'
import { nthRow } from '../server/testing/many-rows.ts'
import { confirmedWithReason, reveal } from '../server/testing/payouts.ts'
import type { Answer, Visitor } from '../server/testing/test-app.ts'
import type { Desk } from './desk.ts'

const people = 50
const perSecond = 25

/** How long their requests took, in ms, and what failed. */
interface Waits {
  readonly waits: readonly number[]
  readonly failures: readonly string[]
}

/** What one of them does next: answers how long its request took, in ms. */
type Deed = (person: Visitor) => Promise<number>

/**
 * Fifty people who send 25 requests a second together, whether or not the ones before are answered.
 * @returns has them work for some seconds
 */
export async function fiftyPeople(
  desk: Pick<Desk, 'as'>,
  entry: () => RawEntry,
): Promise<(seconds: number) => Promise<Waits>> {
  const visitors = Array.from({ length: people }, (_, i) => desk.as(`Person ${letter(i)}`))
  for (const visitor of visitors) okay(await visitor.get('/api/overview'))
  const deeds = deedsOf(await inReview(visitors[0] ?? desk.as('Ana Souza')), entry)
  return async (seconds) => {
    const begun = performance.now()
    const waits: number[] = []
    const failures: string[] = []
    const under: Promise<void>[] = []
    for (let i = 0; performance.now() - begun < seconds * 1_000; i += 1) {
      await wait(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()))
      const [visitor, deed] = [visitors[i % people], deeds[(i * 7) % deeds.length]]
      if (visitor === undefined || deed === undefined) continue
      under.push(
        deed(visitor).then(
          (ms) => void waits.push(ms),
          (error: unknown) => void failures.push(String(error)),
        ),
      )
    }
    await Promise.all(under)
    return { waits, failures }
  }
}

/** Names are made of letters. */
function letter(i: number): string {
  return [...String(i)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')
}

/** Payouts that wait for an approval. */
async function inReview(person: Visitor): Promise<Payout[]> {
  const found: Payout[] = []
  for (let cursor: string | null | undefined; cursor !== null && found.length < 1_000; ) {
    const search = { state: 'in_review', toReview: true, limit: 100, ...(cursor === undefined ? {} : { cursor }) }
    const page: ReturnType<typeof payoutPageSchema.parse> = payoutPageSchema.parse(
      okay(await person.post('/api/payout-searches', search)),
    )
    found.push(...page.items)
    cursor = page.nextCursor
  }
  return found
}

/**
 * Returns entries that no earlier run has entered, as the same payee entered again is refused with a warning. Each run enters at most as
 * many as it adds payouts, so all numbers of earlier runs are below twice their count.
 */
export async function freshEntries({ as }: Pick<Desk, 'as'>): Promise<() => RawEntry> {
  const { payouts } = overviewSchema.parse(okay(await as('Ana Souza').get('/api/overview')))
  let next = 2 * Object.values(payouts).reduce((sum, count) => sum + count, 0)
  return () => {
    next += 1
    return nthRow(next)
  }
}

/** As often as each comes in a day, more or less: three of four requests read. */
function deedsOf(queue: Payout[], entry: () => RawEntry): readonly Deed[] {
  const enter: Deed = (person) => {
    const write = { entry: entry(), confirmed: [], submit: false }
    return timed(() => person.post('/api/payouts', write, { 'idempotency-key': randomUUID() }))
  }
  const approve: Deed = async (person) => {
    const { version, requestHash, warningsHash, warnings, id } = await next(person, queue)
    const approval = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings) }
    return timed(() => person.post(`/api/payouts/${id}/approve`, approval, { 'if-match': `"${version}"` }))
  }
  const search =
    (body: object): Deed =>
    (person) =>
      timed(() => person.post('/api/payout-searches', body))
  const get =
    (path: string): Deed =>
    (person) =>
      timed(() => person.get(path))
  const overview = get('/api/overview')
  const book: Deed = (person) =>
    timed(() => person.post('/api/beneficiary-searches', { text: 'maria', status: 'active' }))
  const one: Deed = (person) => timed(() => person.get(`/api/payouts/${queue.at(-1)?.id}`))
  const queued = search({ toReview: true, state: 'in_review', alone: true })
  return [
    ...[enter, overview, search({}), approve, one, queued, search({ state: 'draft' }), book],
    ...[overview, enter, search({ text: 'INV-54321' }), one, overview, search({ country: 'CO' }), approve, one],
  ]
}

/** Reveals a payout for the next person who looks at it. */
async function next(person: Visitor, queue: Payout[]) {
  const id = queue.shift()?.id ?? ''
  return { id, ...(await reveal(person, id)) }
}

async function timed(request: () => Promise<Answer>): Promise<number> {
  const begun = performance.now()
  okay(await request())
  return performance.now() - begun
}
