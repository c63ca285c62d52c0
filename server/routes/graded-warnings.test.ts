import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { warningsSchema } from '#shared/api/beneficiary.ts'
import { exportConfirmationsSchema, exportSchema } from '#shared/api/export.ts'
import { warningId } from '#shared/api/issue.ts'
import { onePayoutSchema, type Payout, type RevealedPayout } from '#shared/api/payout.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { verifyAudit } from '../programs/verify-audit.ts'
import type { Store } from '../store/store.ts'
import {
  approve,
  changed,
  confirmedIn,
  confirmedWithReason,
  confirming,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import { rewritePayout } from '../testing/rewrite-payout.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

describe.each(someStores)('On $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let app: TestApp
  let bruno: Visitor
  let carla: Visitor

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp({ ...place.environment, NOTIFICATION_HOSTS: 'hooks.example, Zahlung.münchen.example' })
    bruno = app.as('Bruno Lima')
    carla = app.as('Carla Dias')
    store = await place.open()
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })

  afterAll(async () => {
    vi.unstubAllEnvs()
    await app.stop()
    await store.close()
    await place.remove()
  })

  /** A beneficiary with an account that no other has, so that their payouts have no warnings. */
  const someone = () =>
    changed(payoutWrite(sampleNamed('Ghana')), {
      accountNumber: crypto.randomUUID(),
      documentNumber: crypto.randomUUID(),
    })
  const one = async (id: string) => onePayoutSchema.parse((await app.get(`/api/payouts/${id}`)).json)
  const approval = ({ requestHash, warningsHash }: RevealedPayout, confirmed: unknown = []) => ({
    requestHash,
    warningsHash,
    confirmed,
  })
  const undo = (person: Visitor, payout: Pick<Payout, 'id' | 'version'>) => step(person, payout, 'undo')
  const why = ({ json }: Answer) => {
    const { code, params } = problemSchema.parse(json)
    return [code, params?.why]
  }
  const exporting = (...payoutIds: readonly string[]) =>
    bruno.post('/api/exports', { payoutIds, format: 'json', again: false })

  /** A payout to a person whom the provider finds on a sanctions list once it is asked. */
  function listed(documentNumber = '11144477736') {
    const recipientPixKey = `${crypto.randomUUID()}@example.com`
    const changes = {
      beneficiaryLastName: 'Sandbox In International Lists',
      recipientPixKey,
      documentNumber,
      method: 'pix',
    }
    const write = { ...changed(payoutWrite(), changes), submit: true }
    const { beneficiaryFirstName: firstName, beneficiaryLastName: lastName } = write.entry
    const question = { country: 'BR', firstName, lastName, documentType: 'CPF', documentNumber }
    const validate = async () =>
      expect((await app.post('/api/identity-validations', question)).json).toMatchObject({ status: 'NOK' })
    return { write, validate }
  }

  /** The same, once the provider was asked, as it can be sent. */
  async function sanctioned() {
    const { write, validate } = listed()
    await validate()
    return { write, confirmed: await confirming(app, write) }
  }

  it('a payout to a person on a sanctions list goes to review with a reason, and is approved with one of the reviewer', async () => {
    const { write, confirmed } = await sanctioned()
    const isSanction = (id: string) => id.includes('CUSTOMER_IS_IN_INTERNATIONAL_LISTS')
    const withReason = (reason: string) =>
      confirmed.map((each) => (isSanction(each.warningId) ? { ...each, reason } : each))
    for (const lacking of [
      confirmed,
      withReason('  '),
      withReason(' \u200b\u2060'),
      withReason('ok'),
      withReason('x .'),
    ]) {
      const refused = problemSchema.parse((await app.post('/api/payouts', { ...write, confirmed: lacking })).json)
      const place = confirmed.findIndex((each) => isSanction(each.warningId))
      expect(refused.errors).toMatchObject([{ pointer: `#/confirmed/${place}/reason`, code: 'reason_required' }])
    }
    const sent = payoutIn(
      await app.post('/api/payouts', { ...write, confirmed: withReason(' Another person of that name ') }),
    )
    expect(sent.warnings).toMatchObject({ compliance: 1, unconfirmed: 0 })

    const shown = await reveal(bruno, sent.id)
    expect(shown.warnings[0]).toMatchObject({
      grade: 'compliance',
      reason: 'Another person of that name',
      confirmedBy: { name: 'Ana Souza' },
      reviews: [],
    })
    for (const given of [[], confirmedIn({ json: shown })]) {
      const refused = await step(bruno, sent, 'approve', approval(shown, given))
      const problem = problemSchema.parse(refused.json)
      expect(problem.code).toBe('WARNINGS_UNREVIEWED')
      expect(problem.warnings?.[0]).toMatchObject({ code: 'validation_outcome', grade: 'compliance' })
    }
    const reviewed = shown.warnings.map((warning) => ({ warningId: warningId(warning), reason: 'Birth dates differ' }))
    const takenBack = [...reviewed, ...confirmedIn({ json: shown })]
    const unseen = reviewed.map((one) => ({ ...one, reason: '\u200b \u3164' }))
    for (const given of [takenBack, unseen])
      expect(why(await step(bruno, sent, 'approve', approval(shown, given)))[0]).toBe('WARNINGS_UNREVIEWED')
    payoutIn(await step(bruno, sent, 'approve', approval(shown, reviewed)))

    const { confirmations } = await one(sent.id)
    expect(confirmations.filter(({ grade }) => grade === 'compliance')).toMatchObject([
      { by: { name: 'Ana Souza' }, reason: 'Another person of that name', isReview: false },
      { by: { name: 'Bruno Lima' }, reason: 'Birth dates differ', isReview: true },
    ])
    // A person who sees the payout masked sees no more of its secrets in what was confirmed.
    expect(confirmations.find(({ code }) => code === 'check_digit')).toMatchObject({ params: { value: '…7736' } })
    expect(JSON.stringify(confirmations)).not.toContain('11144477736')
    expect((await reveal(carla, sent.id)).warnings[0]?.reviews).toMatchObject([{ by: { name: 'Bruno Lima' } }])
    const { items } = activityPageSchema.parse((await app.get(`/api/activity?thing=${sent.id}`)).json)
    const approved = items.find(({ action }) => action === 'payout.approved')
    expect(approved?.facts.warnings).toContainEqual({ code: 'validation_outcome', grade: 'compliance' })
    expect(JSON.stringify(items.map(({ facts }) => facts))).not.toMatch(/Birth|of that name|@example/)
    const made = exportSchema.parse((await exporting(sent.id)).json)
    expect(made.warnings).toEqual({ ...sent.warnings, unconfirmed: 0 })
    const { items: exported } = exportConfirmationsSchema.parse(
      (await app.get(`/api/exports/${made.id}/confirmations`)).json,
    )
    expect(exported).toMatchObject([{ payoutId: sent.id, externalReference: sent.externalReference, confirmations }])
  })

  it('a payout to a person whom a validation finds on a sanctions list after the approval is not exported until it was reviewed again', async () => {
    const { write, validate } = listed('11144477735')
    const sent = await enter(app, write)
    const approved = await approve(bruno, sent)
    const other = await approve(bruno, await enter(app, { ...someone(), submit: true }))
    await validate()
    const refused = problemSchema.parse((await exporting(other.id, approved.id)).json)
    expect(refused).toMatchObject({ status: 409, code: 'WARNINGS_UNREVIEWED', ids: [approved.id] })
    expect(refused.detail).toMatch(/Withdraw the payout/)
    expect((await one(other.id)).state).toBe('approved')

    const draft = payoutIn(await step(app, approved, 'withdraw'))
    const confirmed = confirmedWithReason((await reveal(app, draft.id)).warnings)
    const seen = { 'if-match': `"${draft.version}"` }
    const { id } = payoutIn(await app.put(`/api/payouts/${draft.id}`, { ...write, confirmed }, seen))
    await approve(bruno, { id })
    expect((await exporting(other.id, id)).status).toBe(201)
  })

  it('a payout that was saved as a draft without the reason is not sent to review as it is', async () => {
    const { write, confirmed } = await sanctioned()
    const draft = payoutIn(await app.post('/api/payouts', { ...write, confirmed, submit: false }))
    const refused = problemSchema.parse((await step(app, draft, 'submit')).json)
    expect([refused.code, refused.warnings?.map(({ grade }) => grade)]).toEqual([
      'WARNINGS_UNCONFIRMED',
      ['compliance'],
    ])
  })

  it('a payout with a duplicate is approved once the reviewer confirms it, and one without any warning without a word', async () => {
    const write = { ...someone(), submit: true }
    const first = await enter(app, write)
    expect(first.warnings).toEqual({ compliance: 0, serious: 0, minor: 0, unconfirmed: 0 })
    const shownFirst = await reveal(bruno, first.id)
    expect(payoutIn(await step(bruno, first, 'approve', approval(shownFirst))).state).toBe('approved')

    const again = await enter(app, write)
    expect(again.warnings).toMatchObject({ serious: expect.any(Number), unconfirmed: 0 })
    expect(again.warnings.serious).toBeGreaterThan(0)
    const shown = await reveal(bruno, again.id)
    const refused = problemSchema.parse((await step(bruno, again, 'approve', approval(shown))).json)
    expect(refused.warnings?.map(({ grade }) => grade)).toContain('serious')
    const ticked = confirmedIn({ json: shown })
    expect(payoutIn(await step(bruno, again, 'approve', approval(shown, ticked))).state).toBe('approved')
    const { confirmations } = await one(again.id)
    const [entered, reviewed] = [false, true].map((of) => confirmations.filter(({ isReview }) => isReview === of))
    expect(reviewed?.map(({ code }) => code)).toEqual(entered?.map(({ code }) => code))
  })

  it('a payout that the provider is to report to a host that the merchant has not listed is approved once the reviewer confirms it', async () => {
    const hostsDoubted = async (NotificationUrl: string) => {
      const { json } = await app.post('/api/payout-warnings', { entry: { ...someone().entry, NotificationUrl } })
      const { warnings } = warningsSchema.parse(json)
      return warnings.flatMap(({ code, grade, params }) => (code === 'notification_host' ? [grade, params.host] : []))
    }
    for (const listed of [
      'https://hooks.example',
      'HTTPS://Hooks.Example:8443/p?q',
      'https://zahlung.münchen.example/',
    ])
      expect(await hostsDoubted(listed)).toEqual([])
    for (const [address, host] of [
      ['https://evil.hooks.example/', 'evil.hooks.example'],
      ['https://hooks.example.evil.net/', 'hooks.example.evil.net'],
      ['https://hооks.example/', 'xn--hks-seda.example'],
      ['https://evil.net/‮elpmaxe.skooh//:sptth', 'evil.net'],
      ['https://8.8.8.8/', '8.8.8.8'],
    ] as const)
      expect(await hostsDoubted(address), address).toEqual(['serious', host])

    const write = { ...changed(someone(), { NotificationUrl: 'https://evil.net/' }), submit: true }
    const sent = await enter(app, write)
    const shown = await reveal(bruno, sent.id)
    const refused = problemSchema.parse((await step(bruno, sent, 'approve', approval(shown))).json)
    expect(refused.warnings?.map(({ detail }) => detail)).toEqual([expect.stringContaining('to evil.net, which')])
    const ticked = confirmedIn({ json: shown })
    expect(payoutIn(await step(bruno, sent, 'approve', approval(shown, ticked))).state).toBe('approved')
  })

  it('an approval is undone by who approved, with the comment of an earlier return back and no confirmation of the reviewer left', async () => {
    const draft = await enter(app, { ...someone(), submit: true })
    const returned = payoutIn(await step(carla, draft, 'return', { comment: 'Which key?' }))
    const { updatedAt, decidedAt } = returned
    const sent = payoutIn(await step(app, returned, 'submit'))
    expect(sent).toMatchObject({ comment: 'Which key?', decidedBy: { name: 'Carla Dias' } })
    const approved = await approve(bruno, sent)
    expect(approved).toMatchObject({ comment: null, decidedBy: { name: 'Bruno Lima' } })
    expect(approved.actions).toContain('undo')
    expect(Date.parse(`${approved.undoUntil}`) - Date.parse(`${approved.decidedAt}`)).toBe(10_000)
    const asCarla = payoutIn(await carla.get(`/api/payouts/${sent.id}`))
    expect([asCarla.undoUntil, asCarla.actions.includes('undo')]).toEqual([null, false])
    expect(why(await undo(carla, approved))).toEqual(['UNDO_REFUSED', 'decider'])

    const undone = payoutIn(await undo(bruno, approved))
    expect(undone).toMatchObject({
      state: 'in_review',
      comment: 'Which key?',
      decidedBy: { name: 'Carla Dias' },
      decidedAt,
      submittedAt: sent.submittedAt,
      warnings: sent.warnings,
      undoUntil: null,
    })
    expect(updatedAt).toBe(decidedAt)
    expect((await one(sent.id)).confirmations.filter(({ isReview }) => isReview)).toEqual([])
    expect((await exporting(sent.id)).status).toBe(409)
    expect(why(await undo(bruno, undone))).toEqual(['UNDO_REFUSED', 'changed'])
    expect((await approve(bruno, undone)).state).toBe('approved')
  })

  it('a payout is returned with a comment that can be read, and that is undone once', async () => {
    const sent = await enter(app, { ...someone(), submit: true })
    for (const comment of [' ', '\u200b\u2060 '])
      expect((await step(bruno, sent, 'return', { comment })).json).toMatchObject({
        errors: [{ pointer: '#/comment', code: 'too_short' }],
      })
    const returned = payoutIn(await step(bruno, sent, 'return', { comment: 'Oops' }))
    const undone = payoutIn(await undo(bruno, returned))
    expect(undone).toMatchObject({ state: 'in_review', comment: null, decidedAt: null, decidedBy: null })
    expect((await undo(bruno, returned)).status).toBe(409)
  })

  it('a decision is not undone after ten seconds, once it was exported, nor once something was done since', async () => {
    const late = await approve(bruno, await enter(app, { ...someone(), submit: true }))
    const decided_at = new Date(Date.now() - 10_500).toISOString()
    await rewritePayout(store, late.id, { decided_at })
    expect(payoutIn(await bruno.get(`/api/payouts/${late.id}`)).undoUntil).toBeNull()
    expect(why(await undo(bruno, late))).toEqual(['UNDO_REFUSED', 'late'])

    const exported = await approve(bruno, await enter(app, { ...someone(), submit: true }))
    expect((await exporting(exported.id)).status).toBe(201)
    expect(why(await undo(bruno, exported))).toEqual(['UNDO_REFUSED', 'exported'])

    const withdrawn = await approve(bruno, await enter(app, { ...someone(), submit: true }))
    const { version } = payoutIn(await step(app, withdrawn, 'withdraw'))
    expect(why(await undo(bruno, { id: withdrawn.id, version }))).toEqual(['UNDO_REFUSED', 'changed'])
    expect((await one(withdrawn.id)).confirmations.filter(({ isReview }) => isReview)).toEqual([])
  })

  it('a row that was put back to when it was approved, before that was undone, is not exported', async () => {
    const approved = await approve(bruno, await enter(app, { ...someone(), submit: true }))
    const query = store.db.selectFrom('payouts').selectAll().where('id', '=', approved.id)
    const then = await query.executeTakeFirstOrThrow()
    const undone = payoutIn(await undo(bruno, approved))
    const now = await query.executeTakeFirstOrThrow()
    const put = (row: typeof then) =>
      store.write(({ db }) => db.updateTable('payouts').set(row).where('id', '=', approved.id).execute())
    await put(then)
    expect((await exporting(approved.id)).status).toBe(409)
    await put(now)
    expect((await approve(carla, undone)).state).toBe('approved')
  })

  it('verify-audit finds nothing wrong with what was confirmed and undone', async () => {
    expect(await verifyAudit([])).toMatchObject({ isDone: true })
  })
})
