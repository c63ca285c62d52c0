import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { batchSchema } from '#shared/api/batch.ts'
import { savedRowsSchema, submittedPayoutsSchema } from '#shared/api/batch-rows.ts'
import { exportSchema } from '#shared/api/export.ts'
import { outcomesAnswerSchema } from '#shared/api/outcome.ts'
import type { Payout } from '#shared/api/payout.ts'
import { type PayoutPage, payoutPageSchema } from '#shared/api/payout-search.ts'
import { okay } from '../server/testing/accounts.ts'
import { approveList, listOf, lookThrough } from '../server/testing/batch-review.ts'
import { nthRow } from '../server/testing/many-rows.ts'
import type { Visitor } from '../server/testing/test-app.ts'
import type { Desk } from './desk.ts'
import { say } from './part.ts'

const batches = 20
const rowsOfBatch = 5_000
const rowsAtOnce = 500

/** How far the batches are, the first ones farthest. */
const stages = ['draft', 'in_review', 'approved', 'exported', 'stated'] as const

type Stage = (typeof stages)[number]

function stageOf(batch: number): Stage {
  if (batch < 1) return 'stated'
  if (batch < 2) return 'approved'
  return batch < 8 ? 'in_review' : 'draft'
}

const progressSchema = z.record(z.string(), z.object({ id: z.string(), stage: z.union([z.null(), z.enum(stages)]) }))

/**
 * Fills the app with 100,000 beneficiaries and as many payouts by the requests that a program and two people would send. The progress is
 * saved in a file, so that an interrupted run continues.
 * @param most so many of its twenty batches
 */
export async function fillDesk(desk: Desk, progressFile: string, most = batches): Promise<void> {
  const progress = existsSync(progressFile) ? progressSchema.parse(JSON.parse(readFileSync(progressFile, 'utf8'))) : {}
  const note = (name: string, id: string, stage: Stage | null) => {
    progress[name] = { id, stage }
    writeFileSync(progressFile, JSON.stringify(progress))
  }
  const [clerk, reviewer] = [desk.as('Ana Souza'), desk.as('Bea Lima')]
  for (const [goal, stage] of stages.entries()) {
    for (let number = 0; number < most; number += 1) {
      const name = `Batch ${number}`
      if (stages.indexOf(stageOf(number)) < goal) continue
      const { id, stage: before } = progress[name] ?? { id: await newBatch(clerk, name), stage: null }
      if (before !== null && stages.indexOf(before) >= goal) continue
      note(name, id, before)
      const begun = performance.now()
      await reach[stage]({ clerk, reviewer, id, number })
      note(name, id, stage)
      say(`${name} is ${stage} after ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    }
  }
}

async function newBatch(clerk: Visitor, name: string): Promise<string> {
  const write = { name, source: { kind: 'api', name: null }, rowsGiven: rowsOfBatch }
  return batchSchema.parse(okay(await clerk.post('/api/batches', write, newKey()))).id
}

function newKey(): Record<string, string> {
  return { 'idempotency-key': randomUUID() }
}

interface Filling {
  readonly clerk: Visitor
  readonly reviewer: Visitor
  readonly id: string
  readonly number: number
}

const reach: Readonly<Record<Stage, (filling: Filling) => Promise<void>>> = {
  draft: async (filling) => {
    await saveRows(filling)
    const { clerk, id } = filling
    const { version } = batchSchema.parse(okay(await clerk.get(`/api/batches/${id}`)))
    okay(await clerk.post(`/api/batches/${id}/finish`, { refused: 0, skipped: 0 }, { 'if-match': `"${version}"` }))
  },
  in_review: async (filling) => {
    const drafts = (await payoutsIn(filling)).filter(({ state }) => state === 'draft')
    await inParts(drafts, async (some) => {
      const payouts = some.map(({ id, version }) => ({ id, version, confirmed: [] }))
      const answer = okay(await filling.clerk.post(`/api/batches/${filling.id}/submit`, { payouts }, newKey()))
      refuseProblems(submittedPayoutsSchema.parse(answer).payouts)
    })
  },
  approved: async ({ reviewer, id }) => {
    const { lines } = await lookThrough(reviewer, id)
    const { refused } = await approveList(reviewer, id, listOf(lines))
    if (refused > 0) throw new Error(`${refused} approvals were refused`)
  },
  exported: async ({ reviewer, id }) => {
    const write = { batchId: id, format: 'csv', again: false }
    let made = exportSchema.parse(okay(await reviewer.post('/api/exports', write, newKey())))
    while (made.state === 'preparing') {
      await wait(200)
      made = exportSchema.parse(okay(await reviewer.get(`/api/exports/${made.id}`)))
    }
    if (made.state !== 'made') throw new Error(JSON.stringify(made.problem))
  },
  stated: async (filling) => {
    await inParts(await payoutsIn(filling), async (some) => {
      const outcomes = some.map(({ id }, i) => ({ payoutId: id, outcome: i % 20 === 0 ? 'refused' : 'paid' }))
      const answer = okay(await filling.clerk.post('/api/outcomes', { outcomes }))
      refuseProblems(outcomesAnswerSchema.parse(answer).outcomes)
    })
  },
}

/** The rows of a batch, each once however often this is called. */
async function saveRows({ clerk, id, number }: Filling): Promise<void> {
  const rows = Array.from({ length: rowsOfBatch }, (_, i) => ({
    row: i + 1,
    entry: nthRow(number * rowsOfBatch + i),
    confirmed: [],
  }))
  await inParts(rows, async (some) => {
    const answer = okay(await clerk.post(`/api/batches/${id}/rows`, { rows: some }, newKey()))
    refuseProblems(savedRowsSchema.parse(answer).rows)
  })
}

async function payoutsIn({ clerk, id: batchId }: Filling): Promise<readonly Payout[]> {
  const found: Payout[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const search = { batchId, limit: 100, ...(cursor === undefined ? {} : { cursor }) }
    const page: PayoutPage = payoutPageSchema.parse(okay(await clerk.post('/api/payout-searches', search)))
    found.push(...page.items)
    cursor = page.nextCursor
  }
  return found
}

async function inParts<Item>(items: readonly Item[], work: (some: readonly Item[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += rowsAtOnce) await work(items.slice(from, from + rowsAtOnce))
}

function refuseProblems(answers: readonly object[]): void {
  const refused = answers.find((one) => 'problem' in one)
  if (refused !== undefined) throw new Error(JSON.stringify(refused))
}
