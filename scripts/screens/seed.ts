import type { APIRequestContext } from '@playwright/test'
import { request } from '@playwright/test'
import * as z from 'zod/mini'
import { issueSchema, warningId } from '#shared/api/issue.ts'
import { payoutSchema, revealedPayoutSchema } from '#shared/api/payout.ts'
import { countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
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
  await Promise.all([enters.dispose(), reviews.dispose()])
  return { enters: 'Marta', reviews: 'Rui', draft, inReview, returned, approved, beneficiary: beneficiaryId }
}

async function signedIn(baseURL: string, name: string): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL })
  await context.post('/api/session', { data: { name } })
  return context
}

/** Sends a payout of the country's own sample to review, its warnings confirmed. */
async function enter(staff: APIRequestContext, country: (typeof countryCodes)[number], place: number): Promise<string> {
  const [beneficiaryFirstName = '', beneficiaryLastName = ''] = (names[place % names.length] ?? '').split(' ')
  const [method] = ruleBook[country].methods
  const agreed = needsTerms(ruleBook[country].currency) ? { TermsApproved: true } : {}
  const whom = { country, method: method.id, ...method.sample, beneficiaryFirstName, beneficiaryLastName }
  const payment = { amount: String(1200 + 175 * place), PaymentReason: 'Services', ...agreed }
  const body = { entry: { ...whom, ...payment }, confirmed: [], submit: true }
  const first = await staff.post('/api/payouts', { data: body })
  if (first.ok()) return payoutSchema.parse(await first.json()).id
  if (first.status() !== 409) throw new Error(`${country} was refused: ${await first.text()}`)
  const { warnings } = z.object({ warnings: z.array(issueSchema) }).parse(await first.json())
  const again = await staff.post('/api/payouts', {
    data: { ...body, confirmed: warnings.map((warning) => ({ warningId: warningId(warning) })) },
  })
  return payoutSchema.parse(await again.json()).id
}

async function approve(staff: APIRequestContext, id: string): Promise<void> {
  const revealed = await staff.post(`/api/payouts/${id}/reveal`, { data: {} })
  const { requestHash, warningsHash, warnings } = revealedPayoutSchema.parse(await revealed.json())
  const confirmed = warnings.map((warning) => ({ warningId: warningId(warning) }))
  const data = { requestHash, warningsHash, confirmed }
  await staff.post(`/api/payouts/${id}/approve`, { headers: await versionOf(staff, id), data })
}

async function versionOf(staff: APIRequestContext, id: string): Promise<{ 'if-match': string }> {
  return { 'if-match': (await staff.get(`/api/payouts/${id}`)).headers().etag ?? '' }
}
