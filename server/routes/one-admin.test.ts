import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { approvalSignatureSchema } from '#shared/api/accounts.ts'
import { activityPageSchema } from '#shared/api/activity.ts'
import { beneficiaryReceiptSchema } from '#shared/api/beneficiary.ts'
import { callBacksSchema } from '#shared/api/call-back.ts'
import { onePayoutSchema } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { peopleSchema } from '#shared/api/people.ts'
import type { Role } from '#shared/api/permissions.ts'
import { approvalPolicySchema } from '#shared/api/policy.ts'
import { proposalConfirmationSchema, proposalsSchema } from '#shared/api/proposals.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { suggestedPolicy } from '../policy/suggested-policy.ts'
import { okay, originOf, problemOf, sendAssertion, sendEnrolment } from '../testing/accounts.ts'
import { listedOne, signList } from '../testing/batch-review.ts'
import { named } from '../testing/beneficiaries.ts'
import {
  approve,
  changed,
  confirmedWithReason,
  enter,
  payoutWrite,
  reveal,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import { softwareAuthenticator } from '../testing/software-authenticator.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

/* What an admin who means ill can do without a second person, where another admin is there too. */

let app: TestApp
let rosa: Visitor
let hanna: Visitor

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
  rosa = await app.asMember({ name: 'Rosa Admin', roles: ['admin'] })
  hanna = await app.asMember({ name: 'Hanna Admin', roles: ['admin'] })
})

afterAll(() => app.stop())

const invited = z.object({ link: z.nullable(z.string()), person: z.object({ id: z.string(), version: z.number() }) })

let count = 0

async function invite(by: Visitor, ...roles: Role[]) {
  count += 1
  const name = `Made Up ${'abcdefghjkmnopqrstuvwxyz'[count]}`
  const write = { name, email: `made-up-${count}@example.com`, roles, approveUpTo: {}, approveUpToADay: {} }
  const { link, person } = invited.parse(okay(await by.post('/api/invitations', write)))
  return { name, link, ...person }
}

const waitingFor = async (by: Visitor) => proposalsSchema.parse((await by.get('/api/proposals')).json).items

async function idOf(name: string) {
  const { items } = peopleSchema.parse((await hanna.get('/api/people')).json)
  const found = items.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

it('from the second reviewer on the app proposes an approval policy, until two admins have decided on one, or on none', async () => {
  const policy = async () => approvalPolicySchema.parse(okay(await rosa.get('/api/approval-policy')))
  await app.asMember({ name: 'First Ever Reviewer', roles: ['reviewer'] })
  expect((await policy()).suggested).toBeNull()
  const second = await app.asMember({ name: 'Second Reviewer', roles: ['reviewer'] })
  const { suggested } = await policy()
  expect(suggested).toEqual(suggestedPolicy)
  expect(approvalPolicySchema.parse(okay(await second.get('/api/approval-policy'))).suggested).toEqual(suggested)

  const propose = async (currencies: unknown) => {
    const { items } = proposalsSchema.parse(okay(await rosa.post('/api/approval-policy/proposals', { currencies })))
    const proposal = items.find(({ kind }) => kind === 'policy')
    expect(proposal).toMatchObject({ by: { name: 'Rosa Admin' }, currencies })
    expect(problemOf(await rosa.post(`/api/proposals/${proposal?.id}/confirm`, undefined))).toBe('NOT_PERMITTED')
    return proposal?.id
  }
  const first = await propose(suggested)
  okay(await hanna.delete(`/api/proposals/${first}`))
  // One admin alone ends nothing: the app goes on to ask.
  expect((await policy()).suggested).toEqual(suggested)
  okay(await hanna.post(`/api/proposals/${await propose({})}/confirm`, undefined))
  expect(await policy()).toEqual({ version: 1, currencies: {}, suggested: null })
  okay(await hanna.post(`/api/proposals/${await propose(suggested)}/confirm`, undefined))
  expect(await policy()).toEqual({ version: 2, currencies: suggested, suggested: null })
})

it('one admin alone lets a clerk in, but no reviewer and no admin', async () => {
  expect((await invite(rosa, 'clerk')).link).not.toBeNull()
  for (const roles of [['reviewer'], ['clerk', 'reviewer'], ['admin']] as const) {
    const { id, link } = await invite(rosa, ...roles)
    expect(link).toBeNull()
    const again = invited.parse(okay(await rosa.post(`/api/people/${id}/invitation`, undefined)))
    expect(again.link).toBeNull()
    const proposal = (await waitingFor(rosa)).find(({ person }) => person?.id === id)
    expect(problemOf(await rosa.post(`/api/proposals/${proposal?.id}/confirm`, undefined))).toBe('NOT_PERMITTED')
  }
})

it('one admin alone makes no reviewer of a clerk, and raises no limit', async () => {
  await app.asMember({ name: 'Carl Clerk', roles: ['clerk'] })
  await app.asMember({
    name: 'Remo Reviewer',
    roles: ['reviewer'],
    approveUpTo: { BRL: '1000' },
    approveUpToADay: { BRL: '2000' },
  })
  const put = async (name: string, roles: readonly Role[], one: Record<string, string>, all = { BRL: '2000' }) => {
    const { id, version } = await idOf(name)
    const rights = { roles, approveUpTo: one, approveUpToADay: all }
    okay(await rosa.put(`/api/people/${id}`, rights, { 'if-match': `"${version}"` }))
    return idOf(name)
  }
  expect(await put('Carl Clerk', ['clerk', 'reviewer'], {})).toMatchObject({ roles: ['clerk'], waiting: ['rights'] })
  for (const limits of [{}, { BRL: '900000' }])
    expect(await put('Remo Reviewer', ['reviewer'], limits)).toMatchObject({ approveUpTo: { BRL: '1000' } })
  const raised = await put('Remo Reviewer', ['reviewer'], { BRL: '1000' }, { BRL: '2001' })
  expect(raised).toMatchObject({ approveUpToADay: { BRL: '2000' }, waiting: ['rights'] })
  const lowered = { approveUpTo: { BRL: '10' }, waiting: [] }
  expect(await put('Remo Reviewer', ['reviewer'], { BRL: '10' })).toMatchObject(lowered)
  // The role is gone at once, also where the limits are sent away with it.
  expect(await put('Remo Reviewer', ['clerk'], {})).toMatchObject({ ...lowered, roles: ['clerk'], waiting: ['rights'] })
  // Nor while the role is away.
  expect(await put('Remo Reviewer', [], { BRL: '900000' })).toMatchObject({ ...lowered, waiting: ['rights'] })
})

async function enrolled({ link, name }: Pick<Awaited<ReturnType<typeof invite>>, 'link' | 'name'>) {
  const visitor = app.asNewBrowser()
  const authenticator = softwareAuthenticator(originOf(app))
  okay(await sendEnrolment(visitor, { token: link?.split('#')[1] ?? '', name, authenticator }))
  return { visitor, authenticator }
}

/** A clerk whom one admin lets in alone, and whom Rosa and Hanna then make an admin, or what else. */
async function letIn(by: Visitor, role: Role = 'admin') {
  const { id, name, link } = await invite(by, 'clerk')
  const { visitor, authenticator } = await enrolled({ link, name })
  const { version } = await idOf(name)
  const rights = { roles: [role], approveUpTo: {}, approveUpToADay: {} }
  okay(await rosa.put(`/api/people/${id}`, rights, { 'if-match': `"${version}"` }))
  const raised = (await waitingFor(hanna)).find(({ kind, person }) => kind === 'rights' && person?.id === id)
  okay(await hanna.post(`/api/proposals/${raised?.id}/confirm`, undefined))
  okay(await sendAssertion(visitor, authenticator))
  return { id, visitor, authenticator, raised }
}

it('whom one admin let in alone, and whom they let in, is no second person for a month, whatever rows show', async () => {
  const twin = await letIn(rosa)
  const triplet = await letIn(twin.visitor)
  okay(await rosa.post('/api/approval-policy/proposals', { currencies: {} }))
  const policy = (await waitingFor(hanna)).find(({ kind }) => kind === 'policy')
  expect(policy).toMatchObject({ canConfirm: true, confirmers: [{ name: 'Hanna Admin' }] })
  const store = await app.openStore()
  const isRefused = async ({ visitor }: typeof twin) => {
    const { json } = await visitor.post(`/api/proposals/${policy?.id}/confirm`, undefined)
    expect(json).toMatchObject({ code: 'NOT_PERMITTED', params: { why: 'dependent' } })
  }
  await isRefused(twin)
  await isRefused(triplet)
  // The one in the middle is hidden for a moment.
  const hide = (is_sample: 0 | 1) =>
    store.write(({ db }) => db.updateTable('people').set({ is_sample }).where('id', '=', twin.id).execute())
  await hide(1)
  await isRefused(triplet)
  await hide(0)
})

it('an admin who reviews approves nothing that pays by a clerk whom they let in alone, for a month', async () => {
  const eva = await app.asMember({ name: 'Eva Both', roles: ['admin', 'reviewer'] })
  const other = await app.asMember({ name: 'Honest Reviewer', roles: ['reviewer'] })
  const clerk = await app.asMember({ name: 'Honest Clerk', roles: ['clerk'] })
  const { visitor: asPuppet } = await enrolled(await invite(eva, 'clerk'))
  const entered = await enter(asPuppet, payoutWrite(undefined, { submit: true }))
  await expect(approve(eva, entered)).rejects.toThrow(
    /You count as one with the person who entered or approved it.*OWN_ENTRY/,
  )
  const { toApprove } = onePayoutSchema.parse(okay(await other.get(`/api/payouts/${entered.id}`)))
  expect(toApprove?.reviewers).toContainEqual(
    expect.objectContaining({ person: expect.objectContaining({ name: 'Eva Both' }), why: ['dependent'] }),
  )
  // The details count as well: an honest clerk pays what the made-up one typed.
  const beneficiary = { ...(await reveal(other, entered.id)).beneficiary!, once: false }
  const paid = await enter(clerk, { ...payoutWrite(undefined, { submit: true }), beneficiary })
  await expect(approve(eva, paid)).rejects.toThrow('OWN_ENTRY')
  // Another admin's clerk is another's.
  const { visitor: asTheirs } = await enrolled(await invite(hanna, 'clerk'))
  const theirs = await enter(asTheirs, payoutWrite(sampleNamed('Chile'), { submit: true }))
  expect((await approve(eva, theirs)).state).toBe('approved')
})

it('an admin who sends another admin’s clerk a link alone can be that clerk, and approves nothing that pays by them', async () => {
  const eva = await app.asMember({ name: 'Otilia Both', roles: ['admin', 'reviewer'] })
  const { id, name } = await invite(hanna, 'clerk')
  const { link } = invited.parse(okay(await eva.post(`/api/people/${id}/invitation`, undefined)))
  const { visitor } = await enrolled({ link, name })
  const entered = await enter(visitor, payoutWrite(sampleNamed('Kenya'), { submit: true }))
  await expect(approve(eva, entered)).rejects.toThrow('OWN_ENTRY')
})

it('a link to a reviewer’s account opens with the code of who proposed it alone, and for neither of the two admins', async () => {
  const { id, name, link } = await invite(rosa, 'reviewer')
  expect(link).toBeNull()
  const seenBy = async (by: Visitor) => (await waitingFor(by)).find(({ person }) => person?.id === id)
  const [shown, hidden] = [await seenBy(rosa), await seenBy(hanna)]
  expect([shown?.code, hidden?.code]).toEqual([expect.stringMatching(/^(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}$/), null])
  const confirmed = okay(await hanna.post(`/api/proposals/${shown?.id}/confirm`, undefined))
  const token = proposalConfirmationSchema.parse(confirmed).link?.split('#')[1] ?? ''
  const opens = async (code: string) =>
    (await app.asNobody().post('/api/enrolment', { token: `${token}${code}` })).status
  expect(token).toMatch(/\.$/)
  for (const guess of ['', 'ZZZZZZZZZZZZ', `${token}`]) expect(await opens(guess)).not.toBe(200)
  expect((await app.asNobody().post('/api/enrolment', { token: token.slice(0, -1) })).status).toBe(410)
  const typed = shown?.code?.toLowerCase().replaceAll('-', '').replaceAll('0', 'o') ?? ''
  expect(await opens(typed)).toBe(200)
  await enrolled({ link: `#${token}${typed}`, name })
  expect(await idOf(name)).toMatchObject({ status: 'active', roles: ['reviewer'] })
})

it('no link opens that an admin sent who is none any more, and none that such a one was given', async () => {
  const gone = await app.asMember({ name: 'Gone Admin', roles: ['admin'] })
  const clerk = await invite(gone, 'clerk')
  const reviewer = await invite(rosa, 'reviewer')
  const asked = (await waitingFor(rosa)).find(({ person }) => person?.id === reviewer.id)
  const confirmed = okay(await gone.post(`/api/proposals/${asked?.id}/confirm`, undefined))
  const { link } = proposalConfirmationSchema.parse(confirmed)
  const tokens = [clerk.link, `${link}${asked?.code?.replaceAll('-', '')}`].map((one) => one?.split('#')[1])
  const open = async () =>
    Promise.all(tokens.map(async (token) => (await app.asNobody().post('/api/enrolment', { token })).status))
  expect(await open()).toEqual([200, 200])
  okay(await rosa.post(`/api/people/${(await idOf('Gone Admin')).id}/suspend`, { distrust: false }))
  expect(await open()).toEqual([410, 410])
})

it('two people whom one admin let in alone are one at an approval, also once a second admin made one a reviewer', async () => {
  const other = await app.asMember({ name: 'Second Pair of Eyes', roles: ['reviewer'] })
  const honest = await app.asMember({ name: 'Diligent Clerk', roles: ['clerk'] })
  const admin = await app.asMember({ name: 'Otto Both', roles: ['admin', 'reviewer'] })
  const { visitor: puppet } = await enrolled(await invite(admin, 'clerk'))
  const reviewer = await letIn(admin, 'reviewer')
  // Who confirms it is shown that.
  expect(reviewer.raised).toMatchObject({ kind: 'rights', letInBy: [{ name: 'Otto Both' }] })
  const approving = async (payout: { readonly id: string }) => {
    const shown = await reveal(reviewer.visitor, payout.id)
    const signature = approvalSignatureSchema.parse(okay(await signList(reviewer, [listedOne(payout.id, shown)])))
    const { version, requestHash, warningsHash, warnings } = shown
    const approval = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings), ...signature }
    return step(reviewer.visitor, { id: payout.id, version }, 'approve', approval)
  }
  const refused = { status: 403, json: { code: 'OWN_ENTRY', params: { why: 'dependent' } } }
  const payout = await enter(puppet, payoutWrite(sampleNamed('Kenya'), { submit: true }))
  expect(await approving(payout)).toMatchObject(refused)
  // Lists, the queue, the count beside it and what admins are shown say the same.
  const { visitor } = reviewer
  const seen = onePayoutSchema.parse(okay(await visitor.get(`/api/payouts/${payout.id}`)))
  expect([seen.actions, seen.whyNotApprove?.params]).toMatchObject([['return'], { why: 'dependent' }])
  const found = async (by: Visitor, search: object) =>
    payoutPageSchema.parse(okay(await by.post('/api/payout-searches', search))).items.map(({ id }) => id)
  for (const search of [{ canApprove: true }, { toReview: true }]) {
    expect(await found(visitor, search)).not.toContain(payout.id)
    expect(await found(other, search)).toContain(payout.id)
  }
  expect((await approve(other, payout)).state).toBe('approved')
  // Nor are they two approvers where it takes two.
  const large = await enter(honest, changed(payoutWrite(undefined, { submit: true }), { amount: '900000' }))
  expect(await approve(admin, large)).toMatchObject({ state: 'in_review', approvalsNeeded: 2 })
  expect(await approving(large)).toMatchObject(refused)
  expect((await approve(other, large)).state).toBe('approved')
})

it('of two clerks whom one admin let in alone, the number that one saves proves nothing of the account that the other saves', async () => {
  const honest = await app.asMember({ name: 'Clerk Who Calls', roles: ['clerk'] })
  const [saver, changer] = [await enrolled(await invite(rosa, 'clerk')), await enrolled(await invite(rosa, 'clerk'))]
  const entry = { ...filledFields(named('Abena', 'Owusu')), accountNumber: '700001' }
  const { id } = beneficiaryReceiptSchema.parse(okay(await honest.post('/api/beneficiaries', { entry, confirmed: [] })))
  const change = (by: Visitor, version: number, changes: object) =>
    by.put(`/api/beneficiaries/${id}`, { entry: changes, confirmed: [] }, { 'if-match': `"${version}"` })
  okay(await change(saver.visitor, 1, { phone: '+233 24 999 0000' }))
  okay(await change(changer.visitor, 2, { accountNumber: '700002' }))
  const { phoneNumbers } = callBacksSchema.parse(okay(await honest.get(`/api/beneficiaries/${id}/call-backs`)))
  expect(phoneNumbers).toMatchObject([{ number: '…0000', flaw: 'same_author' }])
})

it('an admin who suspended another one alone does not let their successor in alone', async () => {
  await app.asMember({ name: 'Otto Admin', roles: ['admin'] })
  const { id } = await idOf('Otto Admin')
  okay(await rosa.post(`/api/people/${id}/suspend`, { distrust: false }))
  // Nor by taking the role away for a moment.
  const { version } = await idOf('Otto Admin')
  const clerk = { roles: ['clerk'], approveUpTo: {}, approveUpToADay: {} }
  okay(await hanna.put(`/api/people/${id}`, clerk, { 'if-match': `"${version}"` }))
  expect(okay(await hanna.post(`/api/people/${id}/reinstate`, undefined))).toMatchObject({
    status: 'suspended',
    waiting: ['reinstatement'],
  })
})

it('a token opens nothing until a second admin has confirmed it', async () => {
  const write = tokenWrite({ name: 'Shop' })
  const { token } = z.object({ token: z.string() }).parse(okay(await rosa.post('/api/tokens', write)))
  const ask = () => app.asNobody().get('/api/rules', { authorization: `Bearer ${token}` })
  expect(problemOf(await ask())).toBe('TOKEN_REFUSED')
  const proposal = (await waitingFor(hanna)).find(({ kind }) => kind === 'token')
  okay(await hanna.post(`/api/proposals/${proposal?.id}/confirm`, undefined))
  expect(problemOf(await ask())).toBeUndefined()
})

it('reviewers and admins are shown what gave or returned power, and clerks are not', async () => {
  const clerk = await app.asMember({ name: 'Cora Clerk', roles: ['clerk'] })
  const reviewer = await app.asMember({ name: 'Rita Reviewer', roles: ['reviewer'] })
  const powerSeenBy = async (by: Visitor) =>
    activityPageSchema.parse(okay(await by.get('/api/activity?kind=power'))).items.map(({ action }) => action)
  okay(await rosa.post('/api/tokens', tokenWrite({ name: 'Withdrawn' })))
  const proposal = (await waitingFor(hanna)).find(({ kind }) => kind === 'token')
  okay(await hanna.delete(`/api/proposals/${proposal?.id}`))
  // Rosa too learns that another has withdrawn what she proposed.
  for (const by of [reviewer, hanna, rosa]) {
    const actions = await powerSeenBy(by)
    expect(actions).toEqual(
      expect.arrayContaining(['proposal.confirmed', 'proposal.withdrawn', 'person.changed', 'person.suspended']),
    )
    expect(actions).not.toContain('session.began')
  }
  expect(await powerSeenBy(clerk)).toEqual([])
})
