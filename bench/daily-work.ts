import { randomUUID } from 'node:crypto'
import { batchPageSchema } from '#shared/api/batch.ts'
import { batchReviewSchema } from '#shared/api/batch-review.ts'
import { oneBeneficiarySchema } from '#shared/api/beneficiary.ts'
import { exportPageSchema } from '#shared/api/export.ts'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { okay } from '../server/testing/accounts.ts'
import { confirmedWithReason, confirming, reveal } from '../server/testing/payouts.ts'
import type { Answer, Visitor } from '../server/testing/test-app.ts'
import type { DailyDesk } from './daily-desks.ts'

/** One kind of work: what is done before each round, and what is measured then. */
export interface Work {
  readonly name: string
  prepare(round: number): Promise<() => Promise<Answer>>
}

interface People {
  readonly clerk: Visitor
  readonly reviewer: Visitor
}

/** All that people do day by day. Erasing comes last: the database tidies up after it. */
export async function dailyWork(desk: Pick<DailyDesk, 'as'>): Promise<readonly Work[]> {
  const people = { clerk: desk.as('Ana Souza'), reviewer: desk.as('Bea Lima') }
  return [
    ...reading(people),
    ...payoutLists(people),
    ...(await batchScreens(people)),
    ...writing(people),
    erasing(people),
  ]
}

/** A request that is the same each time. */
function ask(name: string, request: () => Promise<Answer>): Work {
  return { name, prepare: async () => request }
}

function search(person: Visitor, name: string, body: object): Work {
  return ask(`payouts: ${name}`, () => person.post('/api/payout-searches', body))
}

function reading({ clerk }: People): readonly Work[] {
  const find = (name: string, body: object) =>
    ask(`beneficiaries: ${name}`, () => clerk.post('/api/beneficiary-searches', { status: 'active', ...body }))
  return [
    ask('overview', () => clerk.get('/api/overview')),
    find('all', {}),
    find('a country', { country: 'CO' }),
    find('two common words', { text: 'maria souza' }),
    ask('activity', () => clerk.get('/api/activity')),
    ask('activity: changes', () => clerk.get('/api/activity?kind=changes')),
    ask('drafts', () => clerk.get('/api/drafts')),
  ]
}

function payoutLists({ clerk, reviewer }: People): readonly Work[] {
  const texts = {
    'two common words': 'maria souza',
    INV: 'INV',
    'a reference': 'INV-54321',
    'four digits': '4321',
    'a name': 'zulema',
  }
  const filters = {
    state: { state: 'exported' },
    country: { country: 'CO' },
    'a country that none has': { country: 'KE' },
    person: { personId: 'nobody' },
    days: { from: '2026-01-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' },
    amount: { amount: { currencyCode: 'BRL', min: '100', max: '500' } },
    warnings: { warnings: 'serious' },
    'no warnings': { warnings: 'none' },
    paid: { outcome: 'paid' },
    refused: { outcome: 'refused' },
    contradicted: { outcome: 'contradicted' },
  }
  return [
    search(clerk, 'all', {}),
    ...['changed', 'submitted', 'amount', 'name'].map((sort) => search(clerk, `by ${sort}`, { sort })),
    ...Object.entries(texts).map(([name, text]) => search(clerk, `text, ${name}`, { text })),
    ...Object.entries(filters).map(([name, filter]) => search(clerk, name, filter)),
    search(clerk, 'all, with totals', { totals: true }),
    ...Object.entries(filters).map(([name, filter]) =>
      search(clerk, `${name}, with totals`, { ...filter, totals: true }),
    ),
    search(reviewer, 'review queue', { toReview: true, state: 'in_review' }),
    search(reviewer, 'review queue, lone ones, with totals', {
      toReview: true,
      state: 'in_review',
      alone: true,
      totals: true,
    }),
    ask('payouts: second page', secondPage(clerk)),
  ]
}

function secondPage(clerk: Visitor): () => Promise<Answer> {
  let cursor: Promise<string | null> | undefined
  const read = async () => payoutPageSchema.parse(okay(await clerk.post('/api/payout-searches', {}))).nextCursor
  return async () => {
    cursor ??= read()
    return clerk.post('/api/payout-searches', { cursor: await cursor })
  }
}

/** The screens of batches, exports and outcomes. */
async function batchScreens({ clerk, reviewer }: People): Promise<readonly Work[]> {
  const batchIn = async (state: string) =>
    batchPageSchema.parse(okay(await clerk.get(`/api/batches?state=${state}`))).items.at(-1)?.id ?? ''
  const [inReview, exported] = [await batchIn('in_review'), await batchIn('exported')]
  const { payouts } = batchReviewSchema.parse(okay(await reviewer.get(`/api/batches/${inReview}/review`)))
  const ids = payouts.slice(0, 50).map(({ id }) => id)
  const made = exportPageSchema.parse(okay(await clerk.get('/api/exports'))).items.find(({ count }) => count > 1_000)
  const exportedOnes = await some(clerk, { state: 'exported' })
  return [
    ask('batches', () => clerk.get('/api/batches')),
    ...['draft', 'ready', 'in_review', 'approved', 'exported'].map((state) =>
      ask(`batches: ${state}`, () => clerk.get(`/api/batches?state=${state}`)),
    ),
    ask('batch', () => clerk.get(`/api/batches/${exported}`)),
    search(clerk, 'a batch', { batchId: exported }),
    search(clerk, 'a batch, with totals', { batchId: exported, totals: true }),
    search(clerk, 'a batch, paid', { batchId: exported, outcome: 'paid', totals: true }),
    search(clerk, 'a batch, by amount', { batchId: exported, sort: 'amount' }),
    ask('batch: validations', () => clerk.get(`/api/batches/${exported}/validations`)),
    ask('batch: review', () => reviewer.get(`/api/batches/${inReview}/review`)),
    ask('batch: a screen of its review', () => reviewer.post(`/api/batches/${inReview}/review-lines`, { ids })),
    ask('exports', () => clerk.get('/api/exports')),
    ask('export', () => clerk.get(`/api/exports/${made?.id}`)),
    ask('export: confirmations', () => clerk.get(`/api/exports/${made?.id}/confirmations`)),
    ask('payout', () => clerk.get(`/api/payouts/${exportedOnes[0]?.id}`)),
    ask('payout: outcomes', () => clerk.get(`/api/payouts/${exportedOnes[0]?.id}/outcomes`)),
    ask('payout: validations', () => clerk.get(`/api/payouts/${exportedOnes[0]?.id}/validations`)),
  ]
}

async function some(person: Visitor, filter: object): Promise<readonly Payout[]> {
  return payoutPageSchema.parse(okay(await person.post('/api/payout-searches', { ...filter, limit: 100 }))).items
}

function writing({ clerk, reviewer }: People): readonly Work[] {
  const toBeneficiary = async (round: number) => {
    // From the other end than those who are erased.
    const exported = await some(clerk, { state: 'exported', sort: 'name', direction: 'asc' })
    const first = exported.filter(({ erasedAt }) => erasedAt === null)[round]
    const { id, version } = first === undefined ? { id: '', version: 0 } : await beneficiary(clerk, first.beneficiaryId)
    return { entry: { amount: String(20 + round) }, beneficiary: { id, version }, confirmed: [], submit: true }
  }
  const saving = async (round: number) => {
    const write = await toBeneficiary(round)
    return { ...write, confirmed: await confirming(clerk, write) }
  }
  return [
    {
      name: 'warnings of a payout for a saved beneficiary',
      prepare: async (round) => {
        const {
          entry,
          beneficiary: { id: beneficiaryId },
        } = await toBeneficiary(round)
        return () => clerk.post('/api/payout-warnings', { entry, beneficiaryId })
      },
    },
    {
      name: 'save a payout for a saved beneficiary',
      prepare: async (round) => {
        const write = await saving(round)
        return () => clerk.post('/api/payouts', write, { 'idempotency-key': randomUUID() })
      },
    },
    {
      name: 'open a payout in review',
      prepare: async (round) => {
        const { id } = (await some(reviewer, { toReview: true, state: 'in_review' }))[round] ?? { id: '' }
        return () => reviewer.post(`/api/payouts/${id}/reveal`, {})
      },
    },
    {
      name: 'approve a payout',
      prepare: async (round) => {
        const { id } = (await some(reviewer, { toReview: true, state: 'in_review' }))[round] ?? { id: '' }
        const { version, requestHash, warningsHash, warnings } = await reveal(reviewer, id)
        const approval = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings) }
        return () => reviewer.post(`/api/payouts/${id}/approve`, approval, { 'if-match': `"${version}"` })
      },
    },
  ]
}

async function beneficiary(person: Visitor, id: string) {
  return oneBeneficiarySchema.parse(okay(await person.get(`/api/beneficiaries/${id}`)))
}

function erasing({ clerk }: People): Work {
  return {
    name: 'erase a beneficiary',
    prepare: async () => {
      for (const { beneficiaryId, erasedAt } of await some(clerk, {
        state: 'exported',
        sort: 'name',
        direction: 'desc',
      })) {
        const others = await some(clerk, { beneficiaryId })
        if (erasedAt !== null || others.some(({ state }) => state !== 'exported')) continue
        const { id, version } = await beneficiary(clerk, beneficiaryId)
        return () => clerk.post(`/api/beneficiaries/${id}/erase`, { confirm: true }, { 'if-match': `"${version}"` })
      }
      throw new Error('There is nobody to erase.')
    },
  }
}
