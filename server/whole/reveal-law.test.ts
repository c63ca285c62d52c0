import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { batchSchema } from '#shared/api/batch.ts'
import { exportSchema } from '#shared/api/export.ts'
import { type Payout, revealedPayoutSchema } from '#shared/api/payout.ts'
import { newTokenSchema } from '#shared/api/tokens.ts'
import { fieldNames, isSecretField } from '#shared/payout/fields.ts'
import type { SampleEntry } from '#shared/testing/sample-entries.ts'
import { offerBankValidation, offerIdentityValidation } from '#shared/validation/validation-offer.ts'
import type { Route } from '../http/route.ts'
import { canariesOf, samplesWithCanaries, traceOf, withDecoded } from '../testing/canaries.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { goodBodies, sendTo } from '../testing/example-requests.ts'
import { approve, confirmedIn, enter, payoutIn, payoutWrite, reveal, step } from '../testing/payouts.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

/*
 * No one who does not review receives a secret value that they did not type: Ana plants a canary in every secret field of everything that has one, others
 * do what they may with all of it and ask every route, and no answer holds any. What one act leaves behind, the next answers show.
 */

/** All that Ana has typed for one country and method; `made` is what Bea makes of it. */
interface Planted {
  readonly sample: SampleEntry
  readonly entry: SampleEntry['entry']
  readonly beneficiaryId: string
  readonly payouts: readonly Payout[]
  readonly refused: Payout
  readonly batchId: string
  readonly exportId: string
  readonly draftId: string
  readonly made: Payout[]
}

/** An answer that held canaries, and of which fields. */
interface Leak {
  readonly where: string
  readonly fields: readonly string[]
}

let app: TestApp
let ana: Visitor
let bea: Visitor
let remo: Visitor
let planted: readonly Planted[]
let traces: ReadonlyMap<string, string>

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
  ana = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
  bea = await app.asMember({ name: 'Bea Lima', roles: ['clerk'] })
  remo = await app.asMember({ name: 'Remo Dias', roles: ['reviewer'] })
  const done: Planted[] = []
  for (const sample of samplesWithCanaries()) done.push(await plant(sample))
  planted = done
  traces = new Map(
    planted.flatMap(({ sample }) =>
      Object.entries(secretsOf(sample)).map(
        ([field, canary]) => [traceOf(field, canary), `${sample.name} ${field}`] as const,
      ),
    ),
  )
})

afterAll(() => app.stop())

it('The canaries are in every secret field, and are found where they may be', async () => {
  const reached = new Set(planted.flatMap(({ sample }) => Object.keys(secretsOf(sample))))
  expect(fieldNames.filter((field) => isSecretField(field) && !reached.has(field))).toEqual([])
  for (const { sample, payouts, beneficiaryId } of planted) {
    const book = await ana.post(`/api/beneficiaries/${beneficiaryId}/reveal`, { purpose: 'view' })
    for (const { id } of payouts) {
      const answers = [
        book,
        await ana.post(`/api/payouts/${id}/reveal`, {}),
        await remo.post(`/api/payouts/${id}/reveal`, {}),
      ]
      for (const answer of answers) expect(leaksOf(answer)).toHaveLength(Object.keys(secretsOf(sample)).length)
    }
  }
})

it('No one who does not review receives a secret value that they did not type, of any route', {
  timeout: 300_000,
}, async () => {
  const leaks: Leak[] = []
  const note = (where: string, answer: Answer) => {
    const fields = leaksOf(answer)
    if (fields.length > 0) leaks.push({ where, fields })
  }
  for (const [turn, [name, asker]] of (await askers()).entries()) {
    const all = (where: string, answer: Answer) => note(`${name}: ${where}`, answer)
    // A third each, and all in `npm run soak`: what each role gets depends on the route, and what a thing holds on the thing. Bea asks for all below.
    const isAll = inject('testSet') === 'soak'
    await askEverything(asker, all, isAll ? planted : planted.filter((_, place) => place % 3 === turn % 3))
  }
  for (const one of planted) await work(one, note)
  expect(planted.every(({ made }) => made.length >= 4)).toBe(true)
  await askEverything(bea, (where, answer) => note(`Bea, after her own work: ${where}`, answer), planted)
  expect(leaks).toEqual([])
})

it('What was filled in for a clerk stays with who typed it', async () => {
  for (const { sample, made } of planted) {
    const expected = Object.keys(secretsOf(sample)).length
    for (const { id } of made) {
      const { entry } = await reveal(remo, id)
      const filled = Object.values(secretsOf(sample)).filter((canary) => Object.values(entry).includes(canary))
      expect([sample.name, filled.length]).toEqual([sample.name, expected])
      const { masked } = revealedPayoutSchema.parse((await ana.post(`/api/payouts/${id}/reveal`, {})).json)
      expect([sample.name, masked]).toEqual([sample.name, {}])
    }
  }
})

/** Of who is to receive none: a route that admins have by design is not asked. */
async function askers(): Promise<readonly (readonly [string, Visitor])[]> {
  const admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  const write = tokenWrite()
  const { token } = newTokenSchema.parse((await admin.post('/api/tokens', write)).json)
  await confirmAll(app)
  const nobody = app.asNobody()
  const program: Visitor = {
    ...nobody,
    get: (path, headers) => nobody.get(path, { authorization: `Bearer ${token}`, ...headers }),
    send: (method, path, { headers, ...message } = {}) =>
      nobody.send(method, path, { ...message, headers: { authorization: `Bearer ${token}`, ...headers } }),
  }
  return [
    ['a viewer', await app.asMember({ name: 'Vera Melo', roles: ['viewer'] })],
    ['an admin', admin],
    ['a program', program],
    ['Bea', bea],
  ]
}

/** Every route about each of these, what ends something last. */
async function askEverything(
  asker: Visitor,
  note: (where: string, answer: Answer) => void,
  things: readonly Planted[],
): Promise<void> {
  const routes = app.routes.filter((route) => !isLeftOut(route))
  for (const route of routes.toSorted((one, other) => weightOf(one) - weightOf(other))) {
    for (const one of things) {
      for (const id of idsFor(route, one)) {
        const address = route.path.replace(/:\w+/, () => encodeURIComponent(id))
        const { etag } =
          route.version === undefined ? {} : (await asker.get(address.split('/').slice(0, 4).join('/'))).headers
        const answer = await sendTo(asker, route, {
          address,
          body: route.body && bodyFor(route, one, id),
          headers: {
            ...(route.isIdempotent && { 'idempotency-key': crypto.randomUUID() }),
            ...(etag !== undefined && { 'if-match': `${etag}` }),
          },
        })
        expect(answer.status, `${route.method} ${route.path} ${answer.text}`).toBeLessThan(500)
        note(`${route.method.toUpperCase()} ${route.path} of ${one.sample.name} (${answer.status})`, answer)
      }
      // Once is enough where nothing of it is named.
      if (idsFor(route, one)[0] === '-') break
    }
  }
}

/** By design all that is held about a person, and its end; what would end the asker's own session, or erase what is asked about. */
function isLeftOut({ method, path }: Route): boolean {
  if (path === '/api/beneficiaries/:id/personal-data' || path === '/api/beneficiaries/:id/erase') return true
  if (path === '/api/payout-lists/delete') return true
  return (
    method === 'delete' && ['/api/session', '/api/payouts/:id', '/api/batches/:id', '/api/exports/:id'].includes(path)
  )
}

function weightOf({ method }: Route): number {
  return ['get', 'post', 'put', 'delete'].indexOf(method)
}

function idsFor({ path }: Route, one: Planted): readonly string[] {
  const ids: Readonly<Record<string, readonly string[]>> = {
    beneficiaries: [one.beneficiaryId],
    payouts: [...one.payouts, ...one.made].map(({ id }) => id),
    batches: [one.batchId],
    exports: [one.exportId],
    drafts: [one.draftId],
  }
  return (path.includes(':') && ids[path.split('/')[2] ?? '']) || ['-']
}

function bodyFor({ method, body }: Route, one: Planted, id: string): unknown {
  const { beneficiaryId, refused, sample, payouts } = one
  const name = body?.name ?? ''
  const entry = { method: sample.method.id, amount: '3' }
  const beneficiary = { id: beneficiaryId, version: 1 }
  const paid = { entry, confirmed: [], submit: true, ...(method === 'post' && { beneficiary }) }
  const own: Readonly<Record<string, unknown>> = {
    PayoutWrite: paid,
    BeneficiaryWrite: { entry: { method: sample.method.id, city: 'Natal' }, confirmed: [] },
    PayoutWarningsQuestion: { entry, beneficiaryId, payoutId: id, replaces: refused.id },
    BatchChecks: { rows: [{ row: 8, beneficiary, entry, replaces: refused.id }] },
    BatchRows: { rows: [{ row: 8, beneficiary, entry, confirmed: [], replaces: refused.id }] },
    BatchSubmission: { payouts: payouts.map((payout) => ({ id: payout.id, version: payout.version, confirmed: [] })) },
    PayoutSearch: { limit: 100 },
    BeneficiarySearch: { limit: 100 },
    RefusedPayoutsSearch: {},
  }
  return own[name] ?? goodBodies(payouts[0]?.id ?? '', beneficiaryId, one.draftId)[name] ?? {}
}

/** What Bea does with what Ana typed: pays, changes, takes over, replaces and sends on, each without typing a secret. */
async function work(one: Planted, note: (where: string, answer: Answer) => void): Promise<void> {
  const { sample, beneficiaryId, payouts, refused, made } = one
  const named = `of ${sample.name}`
  const { headers } = await bea.get(`/api/beneficiaries/${beneficiaryId}`)
  const beneficiary = { id: beneficiaryId, version: Number(String(headers.etag).replaceAll('"', '')) }
  const entry = { method: sample.method.id, amount: '4', currencyCode: sample.entry.currencyCode ?? '' }
  const saves = async (where: string, write: object) => {
    const body = { entry, beneficiary, confirmed: [], submit: false, ...write }
    const first = await bea.post('/api/payouts', body)
    const answer =
      first.status === 409 ? await bea.post('/api/payouts', { ...body, confirmed: confirmedIn(first) }) : first
    for (const each of [first, answer]) note(`${where} ${named}`, each)
    made.push(payoutIn(answer))
    return payoutIn(answer)
  }
  const drafted = await saves('a draft', {})
  await saves('a draft with details of its own', {
    beneficiary: { ...beneficiary, once: true },
    entry: { ...entry, city: 'Olinda' },
  })
  await saves('a payout for review', { submit: true })
  const kept = { id: refused.beneficiaryId, version: 1 }
  await saves('a payout again', { replaces: refused.id, beneficiary: kept })
  for (const country of ['GH', 'BR', 'MX']) {
    const abroad = { entry: { amount: '5', country }, beneficiary, confirmed: [], submit: false }
    note(`a payout to ${country} ${named}`, await bea.post('/api/payouts', abroad))
  }
  note(`submit ${named}`, await step(bea, drafted, 'submit'))
  for (const { id } of payouts) {
    const { json } = await bea.get(`/api/payouts/${id}`)
    const { version } = payoutIn({ json, status: 200, text: '', headers: {} })
    note(`taking over ${named}`, await step(bea, { id, version }, 'take-over'))
    const now = (await bea.get(`/api/payouts/${id}`)).headers.etag
    const edit = { entry: { ...entry, amount: '6' }, confirmed: [], submit: false }
    note(`an edit ${named}`, await bea.put(`/api/payouts/${id}`, edit, { 'if-match': String(now) }))
    for (const path of [`/api/payouts/${id}/reveal`, `/api/beneficiaries/${beneficiaryId}/reveal`])
      note(`revealing ${named}`, await bea.post(path, path.includes('payouts') ? {} : { purpose: 'edit' }))
  }
}

/** A beneficiary of Ana's in payouts of every state, in a batch, a sheet, an unfinished form and validations. */
async function plant(sample: SampleEntry): Promise<Planted> {
  const entry = { ...sample.entry, ...canariesOf(sample, 0) }
  const entered = async (changes: object, more: object = {}) =>
    enter(ana, payoutWrite({ ...sample, entry: { ...entry, externalReference: '', ...changes } }, more))
  const first = await entered({})
  const paid = { beneficiary: { id: first.beneficiaryId, version: 1 } }
  const waiting = await entered({}, { ...paid, submit: true })
  const returned = payoutIn(
    await step(remo, await entered({}, { ...paid, submit: true }), 'return', { comment: 'Please look again' }),
  )
  const refused = await approve(remo, await entered({}, { ...paid, submit: true }))
  const made = await remo.post('/api/exports', { payoutIds: [refused.id], format: 'json', again: false })
  expect(made.status, made.text).toBe(201)
  await ana.post('/api/outcomes', { outcomes: [{ payoutId: refused.id, outcome: 'refused' }] })
  const batch = { name: 'July', source: { kind: 'file', name: 'july.csv' }, rowsGiven: 1 }
  const { id: batchId } = batchSchema.parse((await ana.post('/api/batches', batch)).json)
  const rows = [{ row: 1, entry: { method: sample.method.id, ...entry, externalReference: '' }, confirmed: [] }]
  await ana.post(`/api/batches/${batchId}/rows`, { rows }, { 'idempotency-key': crypto.randomUUID() })
  await ana.put(`/api/batches/${batchId}/sheet`, { head: {} }, { 'if-none-match': '*' })
  const texts = Object.fromEntries(Object.entries(entry).filter(([, value]) => typeof value === 'string'))
  const parts = [{ part: 0, revision: 0, rows: [{ row: 1, cells: texts }] }]
  await ana.put(`/api/batches/${batchId}/sheet/parts`, { parts })
  const draftId = crypto.randomUUID()
  const draft = { kind: 'payout', subjectId: first.beneficiaryId, content: { form: entry } }
  expect((await ana.put(`/api/drafts/${draftId}`, draft, { 'if-none-match': '*' })).status).toBe(200)
  await validate(sample, entry, first.beneficiaryId)
  return {
    sample,
    entry,
    beneficiaryId: first.beneficiaryId,
    payouts: [first, waiting, returned, refused],
    refused,
    batchId,
    exportId: exportSchema.parse(made.json).id,
    draftId,
    made: [],
  }
}

async function validate({ country, method }: SampleEntry, entry: SampleEntry['entry'], beneficiaryId: string) {
  const identity = offerIdentityValidation(country, entry)
  const bank = offerBankValidation(country, entry, method, {
    validationDocumentNumber: String(entry.validationDocumentNumber),
  })
  for (const [service, offer] of Object.entries({ identity, bank }))
    if (offer.state === 'ready') await ana.post(`/api/${service}-validations`, { ...offer.request, beneficiaryId })
}

function secretsOf(sample: SampleEntry): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(canariesOf(sample, 0)).filter(([field]) => isSecretField(field)))
}

/** The canaries that an answer holds, plain or encoded. */
function leaksOf({ text, headers }: Answer): readonly string[] {
  const told = withDecoded(`${JSON.stringify(headers)} ${text}`).toLowerCase()
  return [...traces].filter(([trace]) => told.includes(trace)).map(([, where]) => where)
}
