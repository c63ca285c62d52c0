import { randomUUID } from 'node:crypto'
import { type APIRequestContext, request } from '@playwright/test'
import * as z from 'zod/mini'
import { batchSchema } from '#shared/api/batch.ts'
import { type SavedRows, savedRowsSchema } from '#shared/api/batch-rows.ts'
import { issueSchema, warningId } from '#shared/api/issue.ts'
import { payoutSchema, revealedPayoutSchema } from '#shared/api/payout.ts'
import { type CountryCode, countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import { needsTerms } from '#shared/rule-book/currencies.ts'

/** What the pictures show: an app in the middle of a working day. */
export interface Seed {
  readonly enters: string
  readonly reviews: string
  readonly draft: string
  readonly inReview: string
  readonly returned: string
  readonly approved: string
  readonly beneficiary: string
  /** A batch that waits for review. */
  readonly batch: string
}

const names = [
  'Ana Souza',
  'Bruno Lima',
  'Camila Rojas',
  'Diego Pérez',
  'Elena Quispe',
  'Fátima Diallo',
  'Grace Mwangi',
]

/** Fills a fresh app through its API, as two people would. */
export async function seedApp(baseURL: string): Promise<Seed> {
  const enters = await signedIn(baseURL, 'Marta')
  const reviews = await signedIn(baseURL, 'Rui')
  const ids = []
  for (const [place, country] of countryCodes.entries()) ids.push(await enter(enters, country, place))
  const [draft = '', returned = '', approved = '', exported = '', inReview = ''] = ids
  await enters.post(`/api/payouts/${draft}/withdraw`, { headers: await versionOf(enters, draft), data: {} })
  await reviews.post(`/api/payouts/${returned}/return`, {
    headers: await versionOf(reviews, returned),
    data: { comment: 'The amount is for two months: please split it.' },
  })
  for (const id of [approved, exported]) await approve(reviews, id)
  await reviews.post('/api/exports', { data: { payoutIds: [exported], format: 'csv', again: false } })
  const { beneficiaryId } = payoutSchema.parse(await (await enters.get(`/api/payouts/${inReview}`)).json())
  const batch = await enterBatch(enters)
  await Promise.all([enters.dispose(), reviews.dispose()])
  return { enters: 'Marta', reviews: 'Rui', draft, inReview, returned, approved, beneficiary: beneficiaryId, batch }
}

async function signedIn(baseURL: string, name: string): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL })
  await context.post('/api/session', { data: { name } })
  return context
}

/** The country's own sample, paid to one of a few people. */
function entryOf(country: CountryCode, place: number) {
  const [beneficiaryFirstName = '', beneficiaryLastName = ''] = (names[place % names.length] ?? '').split(' ')
  const [method] = ruleBook[country].methods
  const agreed = needsTerms(ruleBook[country].currency) ? { TermsApproved: true } : {}
  const whom = { country, method: method.id, ...method.sample, beneficiaryFirstName, beneficiaryLastName }
  return { ...whom, amount: String(1200 + 175 * place), PaymentReason: 'Services', ...agreed }
}

/** Sends a payout to review, its warnings confirmed. */
async function enter(staff: APIRequestContext, country: CountryCode, place: number): Promise<string> {
  const body = { entry: entryOf(country, place), confirmed: [], submit: true }
  const first = await staff.post('/api/payouts', { data: body })
  if (first.ok()) return payoutSchema.parse(await first.json()).id
  if (first.status() !== 409) throw new Error(`${country} was refused: ${await first.text()}`)
  const { warnings } = z.object({ warnings: z.array(issueSchema) }).parse(await first.json())
  const again = await staff.post('/api/payouts', {
    data: { ...body, confirmed: warnings.map((warning) => ({ warningId: warningId(warning) })) },
  })
  return payoutSchema.parse(await again.json()).id
}

/** Sends a row for each country to review as one batch, the warnings of all of them confirmed. */
async function enterBatch(staff: APIRequestContext): Promise<string> {
  const post = async (path: string, data: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const answer = await staff.post(path, { data, headers: { 'idempotency-key': randomUUID(), ...headers } })
    if (!answer.ok()) throw new Error(`${path} was refused: ${await answer.text()}`)
    return answer.json()
  }
  const source = { kind: 'file', name: 'November.xlsx' }
  const batch = batchSchema.parse(
    await post('/api/batches', { name: 'November', source, rowsGiven: countryCodes.length }),
  )
  const rows = countryCodes.map((country, i) => ({ row: i + 1, entry: entryOf(country, i + 1), confirmed: [] }))
  const save = async (some: readonly object[]) =>
    savedRowsSchema.parse(await post(`/api/batches/${batch.id}/rows`, { rows: some })).rows
  const first = await save(rows)
  const warned = first.flatMap((answer) =>
    'problem' in answer ? [{ ...rows[answer.row - 1], ...confirming(answer) }] : [],
  )
  const saved = [...first, ...(warned.length === 0 ? [] : await save(warned))]
  const payouts = saved.flatMap((answer) => ('payout' in answer ? [{ ...answer.payout, confirmed: [] }] : []))
  await post(
    `/api/batches/${batch.id}/finish`,
    { refused: 0, skipped: 0 },
    await tagOf(staff, `/api/batches/${batch.id}`),
  )
  await post(`/api/batches/${batch.id}/submit`, { payouts })
  return batch.id
}

function confirming({ problem }: Extract<SavedRows['rows'][number], { problem: unknown }>) {
  return { confirmed: (problem.warnings ?? []).map((warning) => ({ warningId: warningId(warning), reason: 'Known' })) }
}

async function approve(staff: APIRequestContext, id: string): Promise<void> {
  const revealed = await staff.post(`/api/payouts/${id}/reveal`, { data: {} })
  const { requestHash, warningsHash, warnings } = revealedPayoutSchema.parse(await revealed.json())
  const confirmed = warnings.map((warning) => ({ warningId: warningId(warning) }))
  const data = { requestHash, warningsHash, confirmed }
  await staff.post(`/api/payouts/${id}/approve`, { headers: await versionOf(staff, id), data })
}

async function versionOf(staff: APIRequestContext, id: string) {
  return tagOf(staff, `/api/payouts/${id}`)
}

/** What a write on this has to name. */
async function tagOf(staff: APIRequestContext, path: string): Promise<{ 'if-match': string }> {
  return { 'if-match': (await staff.get(path)).headers().etag ?? '' }
}
