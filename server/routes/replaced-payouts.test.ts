import { afterAll, beforeAll, expect, it } from 'vitest'
import { beneficiaryReceiptSchema } from '#shared/api/beneficiary.ts'
import { onePayoutSchema, type Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { refusalReports } from '../payouts/replaced.ts'
import { reviewCover } from '../people-admin/review-cover.ts'
import { memberNamed } from '../testing/acts.ts'
import { named } from '../testing/beneficiaries.ts'
import { confirmAll } from '../testing/confirmed.ts'
import {
  approve,
  changed,
  confirmedIn,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const [sqlite] = stores

let place: Place
let app: TestApp

beforeAll(async () => {
  if (sqlite === undefined) throw new Error('There is no store to test with.')
  place = await sqlite.makePlace()
  app = await startTestApp(place.environment)
})

afterAll(async () => {
  await app.stop()
  await place.remove()
})

async function exported(): Promise<Payout> {
  const sent = await enter(app, payoutWrite(undefined, { submit: true }))
  const approved = await approve(app.as('Bruno Lima'), sent)
  await app.post('/api/exports', { payoutIds: [approved.id], format: 'json', again: false })
  return approved
}

async function replacing({ id }: Pick<Payout, 'id'>) {
  const write = { ...payoutWrite(), replaces: id }
  const first = await app.post('/api/payouts', write)
  if (problemSchema.safeParse(first.json).data?.code !== 'WARNINGS_UNCONFIRMED') return first
  return app.post('/api/payouts', { ...write, confirmed: confirmedIn(first) })
}

const state = ({ id }: Pick<Payout, 'id'>, outcome: string) =>
  app.post('/api/outcomes', { outcomes: [{ payoutId: id, outcome }] })

async function shown({ id }: Pick<Payout, 'id'>) {
  return onePayoutSchema.parse((await app.get(`/api/payouts/${id}`)).json)
}

it('A refused payout is paid again by a new one, and each names the other', async () => {
  const old = await exported()
  await state(old, 'refused')
  const made = payoutIn(await replacing(old))
  expect(await shown(made)).toMatchObject({ state: 'draft', replacedBy: null, replaces: { id: old.id } })
  const { externalReference } = made
  expect(await shown(old)).toMatchObject({
    state: 'exported',
    replaces: null,
    replacedBy: { id: made.id, externalReference },
  })
  const { json } = await app.get(`/api/activity?thing=${made.id}&action=payout.created`)
  expect(json).toMatchObject({ items: [{ facts: { replaces: old.id } }] })
})

const { beneficiaryFirstName = '', beneficiaryLastName = '' } = payoutWrite().entry
const sameName = { beneficiaryFirstName, beneficiaryLastName }

it.each([
  { what: 'person', field: 'beneficiaryFirstName', write: changed(payoutWrite(), { beneficiaryLastName: 'Outra' }) },
  { what: 'country', field: 'country', write: changed(payoutWrite(sampleNamed('Ghana')), sameName) },
  {
    what: 'currency',
    field: 'currencyCode',
    write: changed(payoutWrite(), { currencyCode: 'USD', TermsApproved: true }),
  },
])(
  'What is paid in the place of a payout to another $what waits for a person to confirm that',
  async ({ what, field, write }) => {
    const old = await exported()
    await state(old, 'refused')
    const sent = { ...write, submit: true, replaces: old.id }
    const refused = await app.post('/api/payouts', sent)
    const warnings = problemSchema.parse(refused.json).warnings ?? []
    expect(warnings.filter(({ code }) => code === 'replaces_another')).toMatchObject([
      { field, grade: 'serious', params: { what, payoutId: old.id } },
    ])
    const made = await app.post('/api/payouts', { ...sent, confirmed: confirmedIn(refused) })
    expect(payoutIn(made).state).toBe('in_review')
    expect((await reveal(app.as('Bruno Lima'), payoutIn(made).id)).warnings.map(({ code }) => code)).toContain(
      'replaces_another',
    )
  },
)

it('A refused payout is paid again once: a further payment replaces the newer one, or that is deleted', async () => {
  const old = await exported()
  await state(old, 'refused')
  const made = payoutIn(await replacing(old))
  const again = await replacing(old)
  expect(again).toMatchObject({
    status: 409,
    json: { code: 'STATE_CONFLICT', params: { why: 'replaced' }, ids: [made.id] },
  })
  await app.delete(`/api/payouts/${made.id}`, { 'if-match': `"${made.version}"` })
  expect((await replacing(old)).status).toBe(201)
})

it('A payout that was not reported as refused cannot be replaced', async () => {
  const [paid, unknown, draft] = [await exported(), await exported(), await enter(app)]
  await state(paid, 'paid')
  for (const payout of [paid, unknown, draft])
    expect(await replacing(payout)).toMatchObject({ status: 409, json: { params: { why: 'notRefused' } } })
  expect((await replacing({ id: 'nobody' })).status).toBe(404)
})

it.each([
  { what: 'to these once more', once: true },
  { what: 'and saves them', once: false },
])('Who typed details for one payout alone does not approve what is paid in its place $what', async ({ once }) => {
  const [bruno, carla, dora] = [app.as('Bruno Lima'), app.as('Carla Dias'), app.as('Dora Reis')]
  const number = once ? '440001' : '440002'
  const entry = { ...filledFields(named('Kofi', once ? 'Asante' : 'Boateng')), accountNumber: number }
  const saved = await dora.post('/api/beneficiaries', { entry, confirmed: [] })
  const { id, version } = beneficiaryReceiptSchema.parse(saved.json)
  const save = async (person: Visitor, write: object) => {
    const send = (confirmed: object) => person.post('/api/payouts', { ...write, confirmed, submit: true })
    const first = await send([])
    return payoutIn(first.status === 409 ? await send(confirmedIn(first)) : first)
  }
  const typed = { amount: '10', accountNumber: `${number}9`, testMode: true }
  const old = await save(bruno, { entry: typed, beneficiary: { id, version, once: true } })
  await approve(carla, old)
  expect((await carla.post('/api/exports', { payoutIds: [old.id], format: 'json', again: false })).status).toBe(201)
  await state(old, 'refused')
  const again = { entry: { amount: '10' }, beneficiary: { id, version, once }, replaces: old.id }
  const made = await save(dora, again)
  expect(made.masked.accountNumber).toBe(old.masked.accountNumber)
  await expect(approve(bruno, made)).rejects.toThrow('OWN_ENTRY')
  expect((await approve(carla, made)).state).toBe('approved')
})

it('What takes two approvals is paid again once the refusal was reported by who is independent of its authors, too', async () => {
  const bruno = app.as('Bruno Lima')
  const rules = { currencies: { BRL: [{ appliesTo: 'payout', above: '1', approvals: 2 }] } }
  await bruno.post('/api/approval-policy/proposals', rules)
  await confirmAll(app)
  const sent = await enter(app, payoutWrite(undefined, { submit: true }))
  await approve(bruno, sent)
  const old = await approve(app.as('Carla Dias'), sent)
  await app.post('/api/exports', { payoutIds: [old.id], format: 'json', again: false })
  await state(old, 'refused')
  await state(old, 'refused')
  // Whose word it is does not change with who enters the new one.
  const submitted = await enter(app.as('Eva Lopes'), { ...payoutWrite(undefined, { submit: true }), replaces: old.id })
  const shownTo = await reveal(bruno, submitted.id)
  const approval = {
    requestHash: shownTo.requestHash,
    warningsHash: shownTo.warningsHash,
    confirmed: confirmedIn({ json: shownTo }),
  }
  const approving = () => step(bruno, submitted, 'approve', approval)
  expect(await approving()).toMatchObject({ status: 409, json: { params: { why: 'refusedByAuthor' } } })
  const store = await app.openStore()
  // List, page, queue and what no one may approve say the same.
  const found = async (search: object) => {
    const { items } = payoutPageSchema.parse((await bruno.post('/api/payout-searches', search)).json)
    return items.find(({ id }) => id === submitted.id)
  }
  const seen = async () => {
    const listed = await found({ state: 'in_review' })
    const { toApprove } = onePayoutSchema.parse((await bruno.get(`/api/payouts/${submitted.id}`)).json)
    const cover = await reviewCover(store, 'local', await memberNamed(store, 'Bruno Lima'))
    return {
      listed: listed?.whyNotApprove?.params?.why,
      isOffered: listed?.actions.includes('approve'),
      isInQueue: (await found({ canApprove: true })) !== undefined,
      conditions: toApprove?.conditions.flatMap(({ params }) => params?.why ?? []),
      isCovered: !cover.payouts.some(({ id }) => id === submitted.id),
    }
  }
  const why = 'refusedByAuthor'
  expect(await seen()).toEqual({ listed: why, isOffered: false, isInQueue: false, conditions: [why], isCovered: false })
  await app.as('Dora Melo').post('/api/outcomes', { outcomes: [{ payoutId: old.id, outcome: 'refused' }] })
  const keptBy = (holder_id: string | null) =>
    store.write(({ db }) => db.updateTable('people').set({ holder_id }).where('name', '=', 'Dora Melo').execute())
  await keptBy('someone')
  expect(await approving()).toMatchObject({ status: 409, json: { params: { why: 'refusedByAuthor' } } })
  await keptBy(null)
  const idOf = async (name: string) =>
    (await store.db.selectFrom('people').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const [{ enteredBy }] = [await shown(old)]
  const letIn = async (facts: object) =>
    store.write(async (tx) =>
      tx.audit({
        personId: enteredBy?.[0]?.id ?? '',
        action: 'person.invited',
        thing: { type: 'person', id: await idOf('Dora Melo') },
        facts: { kind: 'invitation', ...facts },
      }),
    )
  await letIn({})
  expect(await approving()).toMatchObject({ status: 409, json: { params: { why: 'refusedByAuthor' } } })
  await letIn({ askedBy: await idOf('Bruno Lima') })
  const approvable = { listed: undefined, isOffered: true, isInQueue: true, conditions: [], isCovered: true }
  expect(await seen()).toEqual(approvable)
  expect((await approving()).status).toBe(200)
  const reporters = async () => (await refusalReports(store, [old.id]))(old.id).flat()
  const id = await idOf('Dora Melo')
  expect(await reporters()).toContain(id)
  const facts = { distrust: true }
  await store.write((tx) =>
    tx.audit({ personId: null, action: 'person.suspended', thing: { type: 'person', id }, facts }),
  )
  expect(await reporters()).not.toContain(id)
})

it('What takes two approvals is not paid again while a former row of the refused payout is in its place', async () => {
  const [bruno, mara] = [app.as('Bruno Lima'), app.as('Mara Pinto')]
  const draft = await enter(app)
  const store = await app.openStore()
  const payouts = () => store.db.selectFrom('payouts').selectAll().where('id', '=', draft.id)
  const former = await payouts().executeTakeFirstOrThrow()
  const write = changed(payoutWrite(undefined, { submit: true }), { amount: '1600' })
  const edit = (more: object) =>
    mara.put(`/api/payouts/${draft.id}`, { ...write, ...more }, { 'if-match': `"${draft.version}"` })
  const sent = payoutIn(await edit({ confirmed: confirmedIn(await edit({})) }))
  await approve(bruno, sent)
  await approve(app.as('Carla Dias'), sent)
  await app.post('/api/exports', { payoutIds: [sent.id], format: 'json', again: false })
  await mara.post('/api/outcomes', { outcomes: [{ payoutId: sent.id, outcome: 'refused' }] })
  const again = await enter(app, { ...payoutWrite(undefined, { submit: true }), replaces: sent.id })
  const refused = /refusedByAuthor/
  await expect(approve(bruno, again)).rejects.toThrow(refused)
  const newest = await payouts().executeTakeFirstOrThrow()
  const put = (row: typeof former) =>
    store.write(({ db }) => db.updateTable('payouts').set(row).where('id', '=', row.id).execute())
  await put(former)
  await expect(approve(bruno, again)).rejects.toThrow(refused)
  await put(newest)
})

it('A reviewer who enters nothing confirms a refusal', async () => {
  const own = await startTestApp({ SIGN_IN: 'accounts' })
  const clerk = await own.asMember({ name: 'Clara Reis', roles: ['clerk'] })
  const [reviewer, viewer] = [
    await own.asMember({ name: 'Remo Dias', roles: ['reviewer'] }),
    await own.asMember({ name: 'Vera Melo', roles: ['viewer'] }),
  ]
  const approved = await approve(reviewer, await enter(clerk, payoutWrite(undefined, { submit: true })))
  await reviewer.post('/api/exports', { payoutIds: [approved.id], format: 'json', again: false })
  const outcomes = { outcomes: [{ payoutId: approved.id, outcome: 'refused' }] }
  expect((await clerk.post('/api/outcomes', outcomes)).status).toBe(200)
  expect((await reviewer.post('/api/outcomes', outcomes)).json).toMatchObject({ outcomes: [{ outcome: 'refused' }] })
  expect((await viewer.post('/api/outcomes', outcomes)).status).toBe(403)
  await own.stop()
})
