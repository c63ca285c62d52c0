import { describe, expect, it } from 'vitest'
import { batchSchema } from '#shared/api/batch.ts'
import { checkedRowsSchema, type SavedRows, savedRowsSchema } from '#shared/api/batch-rows.ts'
import { warningsSchema } from '#shared/api/beneficiary.ts'
import { exportPageSchema, exportSchema } from '#shared/api/export.ts'
import { warningId } from '#shared/api/issue.ts'
import { refusedPayoutsSchema } from '#shared/api/outcome.ts'
import { onePayoutSchema, type Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import type { Store } from '../store/store.ts'
import { approve, enter, payoutWrite } from '../testing/payouts.ts'
import { stores } from '../testing/stores.ts'
import type { TestApp } from '../testing/test-app.ts'
import { withApp } from '../testing/with-app.ts'

describe.each(stores)('refused payouts on $name', ({ makePlace }) => {
  let app: TestApp
  let store: Store
  withApp(makePlace, (running) => {
    app = running.app
    store = running.store
  })

  type Id = Pick<Payout, 'id'>
  const state = ({ id }: Id, outcome: string) => app.post('/api/outcomes', { outcomes: [{ payoutId: id, outcome }] })
  /** Payouts in an export of their own. */
  const exported = async (count: number, again: readonly Id[] = []) => {
    const payouts: Payout[] = []
    for (let i = 0; i < count; i += 1)
      payouts.push(await approve(app.as('Bruno Lima'), await enter(app, payoutWrite(undefined, { submit: true }))))
    const payoutIds = [...payouts, ...again].map(({ id }) => id)
    const made = await app.post('/api/exports', { payoutIds, format: 'json', again: again.length > 0 })
    return { payouts, exportId: exportSchema.parse(made.json).id }
  }
  const refusedOf = async (search: object) =>
    refusedPayoutsSchema.parse((await app.post('/api/refused-payouts', search)).json)
  const listed = async (search: object) =>
    payoutPageSchema.parse((await app.post('/api/payout-searches', search)).json).items.map(({ id }) => id)
  const begin = async () => {
    const write = { name: 'Again', source: { kind: 'refused', name: null }, rowsGiven: null }
    return batchSchema.parse((await app.post('/api/batches', write)).json)
  }
  const save = async (batchId: string, rows: readonly object[]): Promise<SavedRows['rows']> => {
    const send = async (given: readonly object[]) => {
      const key = { 'idempotency-key': crypto.randomUUID() }
      return savedRowsSchema.parse((await app.post(`/api/batches/${batchId}/rows`, { rows: given }, key)).json).rows
    }
    // The same was paid a moment ago: the warning is confirmed.
    const first = await send(rows.map((row) => ({ confirmed: [], ...row })))
    return send(
      rows.map((row, place) => {
        const answer = first[place]
        const warnings = answer !== undefined && 'problem' in answer ? (answer.problem.warnings ?? []) : []
        return { ...row, confirmed: warnings.map((warning) => ({ warningId: warningId(warning), reason: 'Refused' })) }
      }),
    )
  }

  it('an export counts what is stated of its payouts, and lists each kind of them', async () => {
    const { payouts, exportId } = await exported(4)
    const [paid, refused, both, open] = [payouts[0]!, payouts[1]!, payouts[2]!, payouts[3]!]
    await state(paid, 'paid')
    for (const outcome of ['refused', 'refused']) await state(refused, outcome)
    for (const outcome of ['paid', 'refused']) await state(both, outcome)
    const { outcomes } = exportSchema.parse((await app.get(`/api/exports/${exportId}`)).json)
    expect(outcomes).toEqual({ paid: 1, refused: 1, contradicted: 1 })
    const { items } = exportPageSchema.parse((await app.get('/api/exports')).json)
    expect(items.find(({ id }) => id === exportId)?.outcomes).toEqual(outcomes)
    for (const [outcome, payout] of Object.entries({ paid, refused, contradicted: both, none: open }))
      expect(await listed({ exportId, outcome })).toEqual([payout.id])
    expect((await listed({ exportId })).toSorted()).toEqual(payouts.map(({ id }) => id).toSorted())
    const again = await exported(0, [refused, open])
    const counted = exportSchema.parse((await app.get(`/api/exports/${again.exportId}`)).json)
    expect(counted.outcomes).toEqual({ paid: 0, refused: 1, contradicted: 0 })
  })

  it('POST /api/refused-payouts gives the refused ones that were not paid again, audited, without their references', async () => {
    const { payouts, exportId } = await exported(3)
    const other = (await exported(1)).payouts[0]!
    for (const payout of [payouts[0]!, payouts[1]!, other]) await state(payout, 'refused')
    await state(payouts[2]!, 'paid')
    const { items, hidden } = await refusedOf({ exportId })
    expect(items.map(({ payoutId }) => payoutId)).toEqual([payouts[0]!.id, payouts[1]!.id])
    expect(items[0]?.entry).toMatchObject({ country: 'BR', beneficiaryLastName: expect.any(String) })
    expect(items[0]?.entry).not.toHaveProperty('externalReference')
    expect(hidden).toBe(0)
    const { json } = await app.get(`/api/activity?thing=${payouts[0]!.id}&action=payout.revealed`)
    expect(json).toMatchObject({ items: [{ by: { name: 'Ana Souza' } }, { by: { name: 'Bruno Lima' } }] })
    expect((await refusedOf({})).items.map(({ payoutId }) => payoutId)).toContain(other.id)
    await store.write(({ db }) =>
      db.updateTable('payouts').set({ amount: '1' }).where('id', '=', payouts[0]!.id).execute(),
    )
    expect(await refusedOf({ exportId })).toMatchObject({ items: [{ payoutId: payouts[1]!.id }], hidden: 1 })
  })

  it('a payout in the place of a refused one says why that was refused, and is no repetition of it until it is reported as paid', async () => {
    const { payouts, exportId } = await exported(2)
    const [old, other] = [payouts[0]!, payouts[1]!]
    await app.post('/api/outcomes', { outcomes: [{ payoutId: old.id, outcome: 'refused', words: 'Account closed' }] })
    const { items } = await refusedOf({ exportId })
    expect(items[0]).toMatchObject({ payoutId: old.id, words: 'Account closed' })
    const repeated = (warnings: readonly { code: string; params: object }[]) =>
      warnings.flatMap(({ code, params }) => (code === 'duplicate_payout' ? [params] : []))
    const entry = { ...items[0]!.entry, externalReference: undefined }
    const ids = (found: readonly object[]) => found.map((params) => ('payoutId' in params ? params.payoutId : ''))
    const asked = async (replaces?: string) => {
      const named = replaces === undefined ? {} : { replaces }
      checkedRowsSchema.parse((await app.post('/api/batch-checks', { rows: [{ row: 1, entry, ...named }] })).json)
      const form = await app.post('/api/payout-warnings', { entry, ...named })
      return ids(repeated(warningsSchema.parse(form.json).warnings))
    }
    expect(await asked()).toContain(old.id)
    expect(await asked(old.id)).not.toContain(old.id)
    // Nothing but the refused payout itself is left out.
    expect(await asked(other.id)).toContain(old.id)
    const { id } = await begin()
    const [saved] = await save(id, [{ row: 1, entry: items[0]!.entry, replaces: old.id }])
    const made = saved !== undefined && 'payout' in saved ? saved.payout.id : ''
    const { replaces } = onePayoutSchema.parse((await app.get(`/api/payouts/${made}`)).json)
    expect(replaces).toEqual({ id: old.id, externalReference: old.externalReference, words: 'Account closed' })
    const now = async () => {
      const form = await app.post('/api/payout-warnings', { entry, payoutId: made })
      return ids(repeated(warningsSchema.parse(form.json).warnings))
    }
    expect(await now()).not.toContain(old.id)
    await state(old, 'paid')
    expect(await now()).toContain(old.id)
  })

  it('rows of a batch pay refused payouts again: each names the other, and none is paid again twice', async () => {
    const { payouts, exportId } = await exported(3)
    const [first, second, paid] = [payouts[0]!, payouts[1]!, payouts[2]!]
    for (const payout of [first, second]) await state(payout, 'refused')
    await state(paid, 'paid')
    const { items } = await refusedOf({ exportId })
    const { id } = await begin()
    const entry = items[0]?.entry
    const rows = [
      { row: 1, entry, replaces: first.id },
      { row: 2, entry: { ...entry, amount: '12' }, replaces: first.id },
      { row: 3, entry: { ...items[1]?.entry, amount: '13' }, replaces: second.id },
      { row: 4, entry: { ...entry, amount: '14' }, replaces: paid.id },
    ]
    const saved = await save(id, rows)
    expect(saved.map((one) => ('problem' in one ? one.problem.params?.why : 'saved'))).toEqual([
      'saved',
      'replaced',
      'saved',
      'notRefused',
    ])
    const made = saved.flatMap((one) => ('payout' in one ? [one.payout.id] : []))
    for (const [place, old] of [first, second].entries()) {
      const newer = onePayoutSchema.parse((await app.get(`/api/payouts/${made[place]}`)).json)
      expect(newer).toMatchObject({ batchId: id, replaces: { id: old.id } })
      const older = onePayoutSchema.parse((await app.get(`/api/payouts/${old.id}`)).json)
      expect(older.replacedBy).toEqual({ id: newer.id, externalReference: newer.externalReference })
    }
    expect(await refusedOf({ exportId })).toMatchObject({ items: [] })
    expect((await save(id, rows.slice(0, 1)))[0]).toMatchObject({ payout: { id: made[0] } })
    const elsewhere = await save(id, [{ ...rows[0], replaces: second.id }])
    expect(elsewhere[0]).toMatchObject({ problem: { code: 'STATE_CONFLICT', params: { why: 'saved' } } })
    const batch = batchSchema.parse((await app.get(`/api/batches/${id}`)).json)
    expect(batch).toMatchObject({ source: { kind: 'refused' }, rows: { saved: 2 } })
  })
})
