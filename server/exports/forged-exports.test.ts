import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { exportSchema } from '#shared/api/export.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { findJob, saveJob } from '../jobs/job-rows.ts'
import { systemClock } from '../kernel/clock.ts'
import { requestColumns, savedRequest } from '../payout-state/saved-payout.ts'
import type { Member } from '../people/member.ts'
import { verifyRows } from '../programs/verify-rows.ts'
import { rowMac } from '../store/row-mac.ts'
import type { Store } from '../store/store.ts'
import { exportJob, memberNamed } from '../testing/acts.ts'
import { souza } from '../testing/beneficiaries.ts'
import { dyingStore, letLeasesEnd, runnerOver } from '../testing/job-runner.ts'
import { fillApproved } from '../testing/many-approved.ts'
import { staffOf } from '../testing/staff.ts'
import { type Place, someStores, stores } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'
import { quickClock } from '../testing/virtual-clock.ts'
import { stopExport } from './export-kind.ts'
import { findExport } from './export-rows.ts'
import { findExportPage, findOneExport, openExportFile } from './find-exports.ts'
import { makeExport } from './make-export.ts'

/* What a person makes of exports who writes to the database and has no data key. */

describe.each(stores)('Exports that were changed past the app on $name', (kind) => {
  const { makePlace } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
  let place: Place
  let store: Store
  let ana: Member
  let bruno: Member

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    ana = await memberNamed(store, 'Ana Souza')
    bruno = await memberNamed(store, 'Bruno Lima')
  })
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  const fill = (count: number) => fillApproved(store, count, { clerkId: ana.id, reviewerId: bruno.id })
  const begun = (payoutIds: readonly string[], again = false) => exportJob(store, bruno, payoutIds, again)
  const made = async (payoutIds: readonly string[]) =>
    (await store.write((tx) => makeExport(tx, bruno, { payoutIds, format: 'json', again: false }))).id
  const run = async (id: string) => {
    const runner = runnerOver(store, 'local', systemClock)
    await runner.settledWithin(id, 60_000)
    await runner.stop()
    return findJob(store, id)
  }
  /** An export that a kill cuts off once some of its payouts are marked; for a while no other server goes on with it. */
  const killed = async (payoutIds: readonly string[], again = false) => {
    const id = await begun(payoutIds, again)
    const dying = dyingStore(store, 2)
    const runner = runnerOver(dying.store)
    await dying.dead
    await runner.stop()
    expect((await findJob(store, id))?.done).toBeGreaterThan(0)
    return id
  }
  const cutOff = async (payoutIds: readonly string[], again = false) => {
    const id = await killed(payoutIds, again)
    await letLeasesEnd(store)
    return id
  }
  const putIn = (export_id: string, payout_id: string, at: number) =>
    store.write(({ db }) =>
      db.insertInto('export_payouts').values({ export_id, place: at, payout_id, again: 1 }).execute(),
    )
  /** As a row of before that is put back. */
  const putJob = (id: string, change: { readonly state: 'undoing' | 'running'; readonly done?: number }) =>
    store.write(async (tx) => saveJob(tx, { ...(await findJob(tx, id))!, ...change, dueAt: '' }))
  const statesOf = async (ids: readonly string[]) => [
    ...new Set((await findPayouts(store.db, ids)).map(({ state }) => state)),
  ]
  const sentIn = async (id: string, meanwhile: () => Promise<unknown>) => {
    const { pieces } = await openExportFile(store, undefined, id, 'json')
    await meanwhile()
    let text = ''
    for await (const piece of pieces) text += String(piece)
    return z.array(z.unknown()).parse(JSON.parse(text)).length
  }

  it('a payout in review that is put into an export while it is prepared is not exported, and the others wait for another one', async () => {
    const staff = staffOf(store)
    const other = await staff.pay(ana, await staff.save(ana, souza()), { amount: '99999' })
    const paid = await fill(1)
    const earlier = await made(paid)
    const ids = await fill(30)
    const id = await cutOff(ids)
    for (const [at, one] of [other.id, ...paid].entries()) await putIn(id, one, 5_000 + at)
    await run(id)
    const row = await findExport(store.db, id)
    expect(row).toMatchObject({ state: 'undone', problem: expect.stringContaining('TAMPERED') })
    expect(await statesOf(ids)).toEqual(['approved'])
    expect(await statesOf([other.id])).toEqual(['in_review'])
    expect(await statesOf(paid)).toEqual(['exported'])
    expect(await sentIn(earlier, async () => {})).toBe(1)
    expect(await verifyRows(store.db, store.encryption)).toEqual([])
  })

  it('an export is undone whose list was put in the place of another one by the ids of their parts', async () => {
    const [mine, stopped] = [await fill(21), await fill(21)]
    const other = await begun(stopped)
    await stopExport(store, bruno, other)
    const id = await begun(mine)
    await store.write(async ({ db }) => {
      const rename = (from: string, to: string) =>
        db.updateTable('job_parts').set({ id: to }).where('id', '=', from).execute()
      await rename(`${id}-0`, 'aside')
      await rename(`${other}-0`, `${id}-0`)
    })
    await run(other)
    await run(id)
    expect(await statesOf(stopped)).toEqual(['approved'])
    expect((await findExport(store.db, other))?.state).toBe('undone')
    expect(await statesOf(mine)).toEqual(['exported'])
  })

  it('a file has the requests that went out, whatever is written once it was verified', async () => {
    const [ids, [stranger = '']] = [await fill(2), await fill(1)]
    const id = await made(ids)
    expect(await sentIn(id, () => putIn(id, stranger, 9_999))).toBe(2)
    await store.write(({ db }) => db.deleteFrom('export_payouts').where('place', '=', 9_999).execute())
    const [row] = await findPayouts(store.db, ids.slice(0, 1))
    if (row === undefined) throw new Error('It was filled.')
    const request = { ...savedRequest(store, row), beneficiaryLastName: 'Evil' }
    const evil = requestColumns(store, row.id, request)
    const forged: Partial<PayoutRow>[] = [
      { request_encrypted: evil.request_encrypted },
      { request_encrypted: null },
      // The whole row of an earlier version.
      { ...evil, row_mac: rowMac(store.encryption, 'payouts', { ...row, ...evil }) },
    ]
    const put = (columns: Partial<PayoutRow>) =>
      store.write(({ db }) => db.updateTable('payouts').set(columns).where('id', '=', row.id).execute())
    for (const columns of forged) {
      await expect(sentIn(id, () => put(columns))).rejects.toMatchObject({ code: 'TAMPERED' })
      await put(row)
    }
    expect(await sentIn(id, async () => {})).toBe(2)
  })

  it('an export that is made is not undone, whatever its rows and its job say', async () => {
    const ids = await fill(25)
    const id = await begun(ids)
    expect(await run(id)).toMatchObject({ state: 'done' })
    const forged = [{ state: 'undoing' }, { state: 'running', done: 0 }] as const
    for (const job of forged) {
      await store.write(({ db }) =>
        db.updateTable('exports').set({ state: 'preparing' }).where('id', '=', id).execute(),
      )
      await putJob(id, job)
      expect(await run(id)).toMatchObject({ state: 'failed', problem: { code: 'TAMPERED' } })
      expect(await statesOf(ids)).toEqual(['exported'])
    }
    await store.write(({ db }) => db.updateTable('exports').set({ state: 'made' }).where('id', '=', id).execute())
    expect(await sentIn(id, async () => {})).toBe(25)
    expect(await verifyRows(store.db, store.encryption)).toEqual([])
  })

  it('a payout that is moved to an export that is undone, or called new in one, stays exported', async () => {
    const [moved, twice, ids] = [await fill(1), await fill(1), await fill(30)]
    const earlier = await made([...moved, ...twice])
    const id = await cutOff([...twice, ...ids], true)
    await store.write(async ({ db }) => {
      const moving = db.updateTable('export_payouts').set({ export_id: id, place: 5_000 })
      await moving.where('export_id', '=', earlier).where('payout_id', 'in', moved).execute()
      await db.updateTable('export_payouts').set({ again: 1 }).where('export_id', '=', earlier).execute()
      await db.updateTable('export_payouts').set({ again: 0 }).where('export_id', '=', id).execute()
    })
    await putJob(id, { state: 'undoing' })
    expect(await run(id)).toMatchObject({ state: 'stopped', problem: { code: 'TAMPERED', ids: moved } })
    expect(await statesOf(ids)).toEqual(['approved'])
    expect(await statesOf([...moved, ...twice])).toEqual(['exported'])
    const lines = await verifyRows(store.db, store.encryption)
    expect(lines).toEqual([`Export ${earlier}: other payouts stand in it than went out.`])
  })

  const rowOf = (id: string) => store.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const putBack = (row: Awaited<ReturnType<typeof rowOf>>) =>
    store.write(async ({ db }) => {
      await db.deleteFrom('jobs').where('id', '=', row.id).execute()
      await db
        .insertInto('jobs')
        .values({ ...row, lease_until: null, holder: null, due_at: '' })
        .execute()
    })

  itOnSome(
    'an export that was stopped is not made: neither from its row of before, nor where the row was hidden meanwhile',
    async () => {
      const hidings = [
        async () => {},
        (id: string) => store.write(({ db }) => db.deleteFrom('jobs').where('id', '=', id).execute()),
        (id: string) =>
          store.write(({ db }) => db.updateTable('jobs').set({ count: 99 }).where('id', '=', id).execute()),
      ]
      for (const [place, hide] of hidings.entries()) {
        const ids = await fill(30)
        const id = await cutOff(ids)
        const before = await rowOf(id)
        await hide(id)
        const stopping = stopExport(store, bruno, id)
        if (place === 0) await stopping
        else
          await expect(stopping).rejects.toMatchObject({
            code: 'TAMPERED',
            particulars: { params: { why: 'stopped' } },
          })
        await putBack(before)
        expect(await run(id)).toMatchObject({ state: 'stopped' })
        expect((await findExport(store.db, id))?.state).toBe('undone')
        expect(await statesOf(ids)).toEqual(['approved'])
      }
    },
  )

  it('an export that cannot be undone says which payout is in the way, is tried again after longer and longer pauses, and undone once that is put back', async () => {
    const ids = await fill(30)
    const id = await cutOff(ids)
    await stopExport(store, bruno, id)
    const [marked] = await store.db.selectFrom('export_payouts').selectAll().where('export_id', '=', id).execute()
    const payoutId = marked?.payout_id ?? ''
    const [row] = await findPayouts(store.db, [payoutId])
    const tamper = (amount: string) =>
      store.write(({ db }) => db.updateTable('payouts').set({ amount }).where('id', '=', payoutId).execute())
    await tamper('99999')
    const pauses: number[] = []
    for (let tries = 0; tries < 3; tries += 1) {
      await store.write(({ db }) => db.updateTable('jobs').set({ due_at: '' }).where('id', '=', id).execute())
      const runner = runnerOver(store)
      await expect.poll(async () => (await rowOf(id)).due_at).not.toBe('')
      await runner.stop()
      pauses.push(Date.parse((await rowOf(id)).due_at) - store.now().getTime())
    }
    expect(pauses[1]).toBeGreaterThan(pauses[0]!)
    expect(pauses[2]).toBeGreaterThan(pauses[1]!)
    expect(await findOneExport(store.db, id)).toMatchObject({
      state: 'preparing',
      problem: { code: 'TAMPERED', ids: [payoutId] },
    })
    await tamper(row?.amount ?? '')
    // At once, as a person says so.
    await stopExport(store, bruno, id)
    expect(await run(id)).toMatchObject({ state: 'stopped', problem: { code: 'EXPORT_UNDONE' } })
    expect(await statesOf(ids)).toEqual(['approved'])

    const lost = await cutOff(ids)
    await store.write(({ db }) => db.updateTable('jobs').set({ count: 99 }).where('id', '=', lost).execute())
    const runner = runnerOver(store)
    await expect.poll(async () => (await rowOf(lost)).why).toBe('tampered')
    await runner.stop()
    expect(await findOneExport(store.db, lost)).toMatchObject({ state: 'preparing', problem: { code: 'TAMPERED' } })
  })

  it.each(['totals', 'warnings', 'problem'] as const)(
    'the list marks an export whose %s are no longer what the app writes, and shows the others',
    async (column) => {
      const [one, other] = await fill(2)
      const [forged, whole] = [await made([one ?? '']), await made([other ?? ''])]
      for (const text of ['x', '{"x":1}', '7']) {
        await store.write(({ db }) =>
          db
            .updateTable('exports')
            .set({ [column]: text })
            .where('id', '=', forged)
            .execute(),
        )
        const { items } = await findExportPage(store.db, undefined)
        const problemOf = (id: string) => items.find((item) => item.id === id)?.problem
        expect(problemOf(forged)).toMatchObject({ code: 'TAMPERED' })
        expect(problemOf(whole)).toBeNull()
        expect((await findOneExport(store.db, forged)).problem).toMatchObject({ code: 'TAMPERED' })
      }
    },
  )

  itOnSome('an export under way ends undone once a person who approved what it has marked is distrusted', async () => {
    const [carla, dora] = [await memberNamed(store, 'Carla Dias'), await memberNamed(store, 'Dora Melo')]
    const approvedBy = (count: number, { id }: Member) =>
      fillApproved(store, count, { clerkId: ana.id, reviewerId: id })
    const [hers, others] = [await approvedBy(3, carla), await approvedBy(30, dora)]
    const id = await cutOff([...hers, ...others])
    expect(await statesOf(hers)).toEqual(['exported'])
    await store.write(async (tx) => {
      const thing = { type: 'person', id: carla.id } as const
      await tx.audit({ personId: ana.id, action: 'person.suspended', thing, facts: { distrust: true } })
    })
    await run(id)
    expect(await findExport(store.db, id)).toMatchObject({ state: 'undone' })
    expect(await statesOf(hers)).toEqual(['in_review'])
    expect(await statesOf(others)).toEqual(['approved'])
  })

  itOnSome(
    'an export under way ends undone once a validation finds a payee whom it has marked on a sanctions list',
    async () => {
      const staff = staffOf(store)
      const payee = souza({ beneficiaryLastName: 'Sandbox In International Lists', documentNumber: '111.444.777-36' })
      const sent = await staff.pay(ana, await staff.save(ana, payee))
      const listed = await staff.approve(bruno, sent.id)
      const ids = [listed.id, ...(await fill(30))]
      const id = await killed(ids)
      expect(await statesOf([listed.id])).toEqual(['exported'])
      const app = await startTestApp(place.environment, { clock: quickClock(10) })
      const question = { country: 'BR', firstName: 'Ana', lastName: payee.beneficiaryLastName, documentType: 'CPF' }
      const { json } = await app.post('/api/identity-validations', { ...question, documentNumber: '11144477736' })
      expect(json).toMatchObject({ status: 'NOK' })
      await letLeasesEnd(store)
      const state = async () => exportSchema.parse((await app.get(`/api/exports/${id}`)).json).state
      await expect.poll(state, { timeout: 30_000 }).not.toBe('preparing')
      expect((await app.get(`/api/exports/${id}`)).json).toMatchObject({
        state: 'undone',
        problem: { code: 'WARNINGS_UNREVIEWED', ids: [listed.id] },
      })
      expect(await statesOf(ids)).toEqual(['approved'])
      await app.stop()
    },
  )
})
