import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exportSchema } from '#shared/api/export.ts'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { verifyAudit } from '../programs/verify-audit.ts'
import type { Tables } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { approve, changed, confirming, enter, payoutIn, payoutWrite, reveal, step } from '../testing/payouts.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

/* What a person can do who writes to the database and has no data key. */

describe.each(someStores)('On $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let app: TestApp
  let ana: Visitor
  let bruno: Visitor

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    ana = app
    bruno = app.as('Bruno Lima')
    store = await place.open()
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })

  afterAll(async () => {
    vi.unstubAllEnvs()
    await app.stop()
    await store.close()
    await place.remove()
  })

  const forge = (work: (db: Kysely<Tables>) => Promise<unknown>) => store.write(({ db }) => work(db))
  const rowOf = ({ id }: Pick<Payout, 'id'>) =>
    store.db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const put = (row: Partial<PayoutRow>, { id }: Pick<Payout, 'id'>) =>
    forge((db) => db.updateTable('payouts').set(row).where('id', '=', id).execute())
  const exporting = (...payouts: readonly Pick<Payout, 'id'>[]) =>
    bruno.post('/api/exports', { payoutIds: payouts.map(({ id }) => id), format: 'json', again: false })
  const submitted = async () => payoutIn(await step(ana, await enter(ana), 'submit'))
  const approved = async () => approve(bruno, await submitted())

  it('verify-audit finds nothing wrong with payouts that were sent, withdrawn, returned, edited, approved, exported twice, deleted and erased', async () => {
    const [withdrawn, returned, edited, deleted] = [
      await approved(),
      await submitted(),
      await submitted(),
      await enter(ana),
    ]
    await step(bruno, withdrawn, 'withdraw')
    await step(bruno, returned, 'return', { comment: 'Which account?' })
    const { body } = { body: { ...payoutWrite(), submit: true, confirmed: await confirming(bruno, payoutWrite()) } }
    await bruno.put(`/api/payouts/${edited.id}`, body, { 'if-match': `"${edited.version}"` })
    await ana.delete(`/api/payouts/${deleted.id}`, { 'if-match': `"${deleted.version}"` })
    const [exported, erased] = [await approved(), await approved()]
    expect((await exporting(exported, erased)).status).toBe(201)
    const again = { payoutIds: [exported.id], format: 'csv', again: true }
    expect((await bruno.post('/api/exports', again)).status).toBe(201)
    const { headers } = await ana.get(`/api/beneficiaries/${erased.beneficiaryId}`)
    const erase = `/api/beneficiaries/${erased.beneficiaryId}/erase`
    expect((await ana.post(erase, { confirm: true }, { 'if-match': String(headers.etag) })).status).toBe(200)
    expect(await verifyAudit([])).toMatchObject({
      isDone: true,
      text: expect.stringMatching(/as the audit log says\.$/),
    })
  })

  it('a time or an outcome that is none is shown nowhere, and stops nothing but its payout', async () => {
    const [payout, other] = [await submitted(), await submitted()]
    await put({ created_at: 'x' }, payout)
    await forge((db) => sql`update payouts set outcome = 'x' where id = ${payout.id}`.execute(db))
    const { entry } = payoutWrite()
    const warned = await ana.post('/api/payout-warnings', { entry, payoutId: payout.id })
    expect(warned.json).toMatchObject({ code: 'TAMPERED' })
    expect((await ana.post('/api/payout-warnings', { entry, payoutId: other.id })).status).toBe(200)
    const { items } = payoutPageSchema.parse((await ana.post('/api/payout-searches', {})).json)
    expect(items.find(({ id }) => id === payout.id)).toMatchObject({ outcome: null, tampered: { code: 'TAMPERED' } })
  })

  it('a request without an approval is not exported, whatever its row says', async () => {
    const payout = await submitted()
    await forge((db) =>
      sql`update payouts set state = 'approved', approved_hash = request_hash where id = ${payout.id}`.execute(db),
    )
    expect((await exporting(payout)).status).toBe(409)
    expect(await verifyAudit([])).toMatchObject({ isDone: false, text: expect.stringContaining(payout.id) })
  })

  it('an exported payout that was set back to approved is not exported again', async () => {
    const payout = await approved()
    expect((await exporting(payout)).status).toBe(201)
    await put({ state: 'approved' }, payout)
    expect((await exporting(payout)).status).toBe(409)
    expect(await verifyAudit([])).toMatchObject({ isDone: false, text: expect.stringContaining(payout.id) })
  })

  it('a person on a sanctions list is one, also when the row of the validation was removed or another one put in', async () => {
    const payee = {
      beneficiaryLastName: 'Sandbox In International Lists',
      recipientPixKey: `${crypto.randomUUID()}@example.com`,
      documentNumber: '11144477736',
      method: 'pix',
    }
    const write = changed(payoutWrite(), payee)
    const { beneficiaryFirstName: firstName, beneficiaryLastName: lastName, documentNumber } = write.entry
    const payout = await approve(bruno, payoutIn(await step(ana, await enter(ana, write), 'submit')))
    const question = { country: 'BR', firstName, lastName, documentType: 'CPF', documentNumber }
    expect((await ana.post('/api/identity-validations', question)).json).toMatchObject({ status: 'NOK' })
    const rows = await store.db.selectFrom('validations').selectAll().execute()
    const found = async () =>
      (await reveal(bruno, payout.id)).warnings.flatMap(({ code, params }) =>
        code === 'validation_outcome' ? [params] : [],
      )
    const hit = await found()
    expect(hit).toMatchObject([{ reason: 'CUSTOMER_IS_IN_INTERNATIONAL_LISTS' }])
    for (const forged of [{ outcome: 'OK', reason_encrypted: null }, { asked_at: '9', ran: 0 }, undefined]) {
      await forge((db) => db.deleteFrom('validations').execute())
      if (forged !== undefined)
        await forge((db) =>
          db
            .insertInto('validations')
            .values(rows.map((row) => ({ ...row, ...forged })))
            .execute(),
        )
      expect((await exporting(payout)).json).toMatchObject({ code: 'WARNINGS_UNREVIEWED', ids: [payout.id] })
      expect(await found()).toEqual(hit)
    }
    const restarted = await startTestApp(place.environment)
    const body = { payoutIds: [payout.id], format: 'json', again: false }
    expect((await restarted.as('Bruno Lima').post('/api/exports', body)).json).toMatchObject({
      code: 'WARNINGS_UNREVIEWED',
    })
    await restarted.stop()
  })

  it('a payout whose authors were taken out is approved by none of them', async () => {
    const payout = await submitted()
    const { version, requestHash, warningsHash } = await reveal(ana, payout.id)
    await put({ entered_by: '[]' }, payout)
    expect(
      (await step(ana, { id: payout.id, version }, 'approve', { requestHash, warningsHash, confirmed: [] })).status,
    ).toBe(409)
    expect(await verifyAudit([])).toMatchObject({ isDone: false, text: expect.stringContaining(payout.id) })
  })

  it('a row that was put back to when it was approved is not exported', async () => {
    const payout = await approved()
    const then = await rowOf(payout)
    await step(ana, payout, 'withdraw')
    await put(then, payout)
    expect((await exporting(payout)).status).toBe(409)
    expect(await verifyAudit([])).toMatchObject({ isDone: false, text: expect.stringContaining(payout.id) })
    const { version, state, approved_hash: requestHash, decided_by: personId } = then
    const facts = { version, state, requestHash, enteredBy: JSON.parse(then.entered_by) }
    const thing = { type: 'payout', id: payout.id } as const
    await store.write(({ audit }) => audit({ personId, action: 'payout.approved', thing, facts }))
    expect((await exporting(payout)).status).toBe(409)
  })

  it('a payout is not exported again when its row was put back and its export deleted', async () => {
    const payout = await approved()
    const then = await rowOf(payout)
    const { id } = exportSchema.parse((await exporting(payout)).json)
    await forge(async (db) => {
      await db.deleteFrom('export_payouts').where('export_id', '=', id).execute()
      await db.deleteFrom('exports').where('id', '=', id).execute()
    })
    await put(then, payout)
    expect((await exporting(payout)).status).toBe(409)
    expect(await verifyAudit([])).toMatchObject({ isDone: false, text: expect.stringContaining(payout.id) })
  })

  it('a payout is not exported again when the entry of its export was taken out of the audit log as well', async () => {
    const payout = await approved()
    const then = await rowOf(payout)
    const { id } = exportSchema.parse((await exporting(payout)).json)
    const entry = store.db.selectFrom('audit').selectAll().where('thing_id', '=', payout.id)
    const taken = await entry.where('action', '=', 'payout.exported').executeTakeFirstOrThrow()
    await forge(async (db) => {
      await db.deleteFrom('export_payouts').where('export_id', '=', id).execute()
      await db.deleteFrom('audit').where('seq', '=', taken.seq).execute()
    })
    await put(then, payout)
    expect((await exporting(payout)).json).toMatchObject({ code: 'TAMPERED' })
    await forge((db) => db.insertInto('audit').values(taken).execute())
  })

  it('a payout whose row was removed is missed, and one that was moved to another export is not in its file', async () => {
    const [gone, sent, other] = [await submitted(), await approved(), await approved()]
    const { id } = exportSchema.parse((await exporting(sent)).json)
    await exporting(other)
    await forge(async (db) => {
      await db.deleteFrom('payouts').where('id', '=', gone.id).execute()
      await db
        .updateTable('export_payouts')
        .set({ payout_id: other.id, again: 1 })
        .where('export_id', '=', id)
        .execute()
    })
    expect((await bruno.get(`/api/exports/${id}/file`)).json).toMatchObject({ code: 'TAMPERED' })
    const { text } = await verifyAudit([])
    expect(text).toContain(`Payout ${gone.id}: it is missing, and was in_review.`)
    expect(text).toContain(`Export ${id}: other payouts stand in it than went out.`)
  })

  it('a payout that was changed is listed as such, and everything else goes on', async () => {
    const [payout, other] = [await submitted(), await submitted()]
    await put({ amount: '7234567', entry_encrypted: 'nonsense', entered_by: 'nonsense' }, payout)
    const { items } = payoutPageSchema.parse((await bruno.post('/api/payout-searches', { limit: 2 })).json)
    const told = items.find(({ id }) => id === payout.id)
    expect(told).toMatchObject({ name: 'Tampered', masked: {}, actions: [], tampered: { code: 'TAMPERED' } })
    expect(told?.tampered?.detail).toContain('npm run verify-audit')
    expect(items.find(({ id }) => id === other.id)).toMatchObject({
      tampered: null,
      actions: expect.arrayContaining(['approve']),
    })
    expect((await bruno.post(`/api/payouts/${payout.id}/reveal`, {})).json).toMatchObject({
      code: 'TAMPERED',
      ids: [payout.id],
    })
    expect((await ana.get('/api/activity')).status).toBe(200)
    expect((await ana.get('/api/overview')).status).toBe(200)
    const restarted = await startTestApp(place.environment)
    expect((await restarted.get(`/api/payouts/${payout.id}`)).json).toMatchObject({ tampered: { code: 'TAMPERED' } })
    await restarted.stop()
    expect((await approve(bruno, other)).state).toBe('approved')
  })

  it('who changed the details of a beneficiary is an author, also when that was taken out of the database', async () => {
    const first = await enter(bruno)
    await forge((db) => db.deleteFrom('details_changes').where('beneficiary_id', '=', first.beneficiaryId).execute())
    const beneficiary = { id: first.beneficiaryId, version: 1 }
    const write = { entry: { amount: '10' }, beneficiary, submit: true }
    const confirmed = await confirming(ana, { ...payoutWrite(), beneficiary })
    const payout = payoutIn(await ana.post('/api/payouts', { ...write, confirmed }))
    expect(payout.enteredBy.map(({ name }) => name).toSorted()).toEqual(['Ana Souza', 'Bruno Lima'])
    expect(await verifyAudit([])).toMatchObject({
      text: expect.stringContaining(`Beneficiary ${first.beneficiaryId}: others`),
    })
  })

  it('a payout is not exported where the names of those who entered and approved it were swapped', async () => {
    const payout = await approved()
    const { created_by, decided_by } = await rowOf(payout)
    await forge(async (db) => {
      await db.updateTable('people').set({ name: 'Bruno Lima' }).where('id', '=', created_by).execute()
      await db.updateTable('people').set({ name: 'Ana Souza' }).where('id', '=', decided_by).execute()
    })
    expect((await exporting(payout)).status).toBe(409)
    expect(await verifyAudit([])).toMatchObject({ isDone: false, text: expect.stringContaining(created_by) })
    const answer = await app.asNobody().post('/api/session', { name: 'Ana Souza' })
    expect(answer.json).toMatchObject({ code: 'TAMPERED', params: { why: 'person' } })
  })
})
