import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Batch, batchSchema } from '#shared/api/batch.ts'
import { type BatchRows, type SavedRows, savedRowsSchema } from '#shared/api/batch-rows.ts'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { filledFields, type RawEntry } from '#shared/payout/entry.ts'
import { runs } from '#shared/testing/runs.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Store } from '../store/store.ts'
import { nthRow } from '../testing/many-rows.ts'
import { someStores, stores } from '../testing/stores.ts'
import type { TestApp, Visitor } from '../testing/test-app.ts'
import { withApp } from '../testing/with-app.ts'

type Row = BatchRows['rows'][number]

const rowOf = (row: number, entry: RawEntry, more: Partial<Row> = {}): Row => ({ row, entry, confirmed: [], ...more })

describe.each(stores)('rows of a batch on $name', (kind) => {
  const { makePlace } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
  let app: TestApp
  let store: Store
  withApp(makePlace, (running) => {
    app = running.app
    store = running.store
  })

  const begin = async (): Promise<Batch> => {
    const write = { name: 'July', source: { kind: 'api', name: null }, rowsGiven: null }
    return batchSchema.parse((await app.post('/api/batches', write)).json)
  }
  const send = (id: string, rows: readonly Row[], key: string = crypto.randomUUID(), visitor: Visitor = app) =>
    visitor.post(`/api/batches/${id}/rows`, { rows }, { 'idempotency-key': key })
  const save = async (...given: Parameters<typeof send>): Promise<SavedRows['rows']> => {
    const { status, json, text } = await send(...given)
    if (status !== 200) throw new Error(text)
    return savedRowsSchema.parse(json).rows
  }
  const payoutOf = (saved: SavedRows['rows'][number] | undefined) => {
    if (saved === undefined || !('payout' in saved)) throw new Error(JSON.stringify(saved))
    return saved.payout.id
  }
  const codesOf = (saved: SavedRows['rows']) => saved.map((one) => ('problem' in one ? one.problem.code : 'saved'))
  const find = async (id: string) => batchSchema.parse((await app.get(`/api/batches/${id}`)).json)
  const rowsIn = (id: string) =>
    store.db.selectFrom('payouts').selectAll().where('batch_id', '=', id).orderBy('batch_row').execute()
  /** Other people than those of any other test. */
  let used = 1_000
  const fresh = (): RawEntry => {
    used += 1
    return nthRow(used)
  }

  it('each good row becomes a draft of the batch with a new beneficiary, audited with its row', async () => {
    const { id } = await begin()
    const entries = [fresh(), fresh(), fresh()]
    const saved = await save(
      id,
      entries.map((entry, place) => rowOf(place + 1, entry)),
    )
    expect(saved).toMatchObject([1, 2, 3].map((row) => ({ row, payout: { version: 1 }, warnings: { unconfirmed: 0 } })))
    const rows = await rowsIn(id)
    expect(rows.map((row) => payoutEntry(store, row))).toMatchObject(entries)
    expect(rows.every((row) => isIntact(store.encryption, 'payouts', row) && row.state === 'draft')).toBe(true)
    const { text } = await app.get(`/api/activity?thing=${payoutOf(saved[1])}`)
    expect(JSON.parse(text).items).toMatchObject([
      { action: 'payout.created', facts: { batch: id, row: 2, version: 1 } },
    ])
    expect(await find(id)).toMatchObject({ rows: { saved: 3 }, counts: { draft: 3 }, state: 'draft' })
  })

  it('a row that cannot be saved is refused as a payout would be, and the others are saved', async () => {
    const { id } = await begin()
    const taken = fresh()
    await app.post('/api/payouts', { entry: taken, confirmed: [], submit: false })
    const bad = { ...fresh(), amount: '-5', city: 1 }
    const saved = await save(id, [
      rowOf(1, fresh()),
      rowOf(2, bad),
      rowOf(3, { ...fresh(), externalReference: taken.externalReference }),
      rowOf(4, fresh(), { beneficiary: { id: 'nobody', version: 1 } }),
      rowOf(5, fresh()),
    ])
    expect(codesOf(saved)).toEqual(['saved', 'FIELDS_INVALID', 'REFERENCE_TAKEN', 'NOT_FOUND', 'saved'])
    const alone = problemSchema.parse(
      (await app.post('/api/payouts', { entry: bad, confirmed: [], submit: false })).json,
    )
    const { code, detail, errors } = alone
    expect(saved[1]).toEqual({ row: 2, problem: { code, detail, errors } })
    expect(await find(id)).toMatchObject({ rows: { saved: 2 }, counts: { draft: 2 } })
  })

  it('rows see one another: the same new beneficiary is saved once, duplicates warn, a reference is taken', async () => {
    const { id } = await begin()
    const entry = fresh()
    const reference = (externalReference: string) => ({ ...entry, externalReference })
    const saved = await save(id, [
      rowOf(1, reference(`${entry.externalReference}-a`)),
      rowOf(2, reference(`${entry.externalReference}-b`)),
      rowOf(3, reference(`${entry.externalReference}-a`)),
    ])
    expect(codesOf(saved)).toEqual(['saved', 'saved', 'REFERENCE_TAKEN'])
    expect(saved[1]).toMatchObject({ warnings: { serious: 1, unconfirmed: 1 } })
    const [first, second] = await rowsIn(id)
    expect(second).toMatchObject({ beneficiary_id: first?.beneficiary_id, beneficiary_version: 1 })
    const [payee] = await store.db
      .selectFrom('beneficiaries')
      .selectAll()
      .where('id', '=', `${first?.beneficiary_id}`)
      .execute()
    expect(payee?.version).toBe(1)
  })

  it('a row without a beneficiary pays who is saved with exactly its details, who stays as they are', async () => {
    const { id } = await begin()
    const entry = fresh()
    const [known] = await save(id, [rowOf(1, { ...entry, city: 'Recife' })])
    const next = await save((await begin()).id, [
      rowOf(1, { ...entry, externalReference: 'next', email: 'new@example.com', amount: '7' }),
    ])
    const [one, other] = await Promise.all(
      [known, next[0]].map((saved) => app.get(`/api/payouts/${payoutOf(saved)}`).then(({ text }) => JSON.parse(text))),
    )
    expect(other.beneficiaryId).toBe(one.beneficiaryId)
    const row = await store.db.selectFrom('payouts').selectAll().where('id', '=', other.id).executeTakeFirstOrThrow()
    expect(payoutEntry(store, row)).toMatchObject({ city: 'Recife', email: 'new@example.com' })
    expect(row.beneficiary_version).toBe(1)
  })

  it('a new beneficiary with the document of another is saved once its warnings are confirmed', async () => {
    const { id } = await begin()
    const entry = { ...fresh(), beneficiaryLastName: 'Primeira' }
    await save(id, [rowOf(1, entry)])
    const twin = { ...entry, beneficiaryLastName: 'Segunda', externalReference: 'twin' }
    const [refused] = await save(id, [rowOf(2, twin)])
    if (refused === undefined || !('problem' in refused)) throw new Error('It was saved.')
    expect(refused.problem.code).toBe('WARNINGS_UNCONFIRMED')
    const confirmed = (refused.problem.warnings ?? []).map((warning: ReceivedIssue) => ({
      warningId: warningId(warning),
    }))
    expect(codesOf(await save(id, [rowOf(2, twin, { confirmed })]))).toEqual(['saved'])
  })

  it('a row that changes a saved beneficiary does so, or not at all', async () => {
    const { id } = await begin()
    const entry = fresh()
    await save(id, [rowOf(1, entry)])
    const [first] = await rowsIn(id)
    const beneficiary = { id: `${first?.beneficiary_id}`, version: 1 }
    const versionNow = async () => {
      const row = store.db.selectFrom('beneficiaries').select('version').where('id', '=', beneficiary.id)
      return (await row.executeTakeFirstOrThrow()).version
    }
    const taken = await save(id, [
      rowOf(2, fresh()),
      rowOf(3, { ...entry, city: 'Olinda', externalReference: entry.externalReference }, { beneficiary }),
      rowOf(4, fresh()),
    ])
    expect([codesOf(taken), await versionNow()]).toEqual([['saved', 'REFERENCE_TAKEN', 'saved'], 1])
    const changed = await save(id, [
      rowOf(3, { ...entry, city: 'Olinda', externalReference: 'olinda' }, { beneficiary }),
    ])
    expect([codesOf(changed), await versionNow()]).toEqual([['saved'], 2])
  })

  it('a row that was saved answers its payout for the same content, under whatever key, and refuses other content', async () => {
    const { id } = await begin()
    const rows = [rowOf(1, fresh()), rowOf(2, fresh())]
    const first = await save(id, rows)
    expect(await save(id, [...rows, rowOf(3, fresh())])).toMatchObject([...first, { row: 3 }])
    const other = await save(id, [rowOf(2, { ...rows[1]?.entry, amount: '9' })])
    expect(other).toMatchObject([{ row: 2, problem: { code: 'STATE_CONFLICT', ids: [payoutOf(first[1])] } }])
    expect(await find(id)).toMatchObject({ rows: { saved: 3 }, counts: { draft: 3 } })
  })

  it('an Idempotency-Key is for one body', async () => {
    const { id } = await begin()
    const rows = [rowOf(1, fresh())]
    const saved = await Promise.all([save(id, rows, 'a-chunk'), save(id, rows, 'a-chunk')])
    expect(saved[0]).toEqual(saved[1])
    const { json, status } = await send(id, [rowOf(2, fresh())], 'a-chunk')
    expect([status, problemSchema.parse(json).code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('an Idempotency-Key is for one body also where its first rows were refused, and so undone', async () => {
    const { id } = await begin()
    const [one, , , , , other] = Array.from({ length: 6 }, fresh)
    await save(id, [rowOf(1, one ?? {}), rowOf(2, other ?? {})])
    const beneficiary = { id: `${(await rowsIn(id))[0]?.beneficiary_id}`, version: 1 }
    // It would have the account of the other.
    const rows = [rowOf(3, { ...other, beneficiaryLastName: 'Segunda', externalReference: 'twin-3' }, { beneficiary })]
    const refused = await save(id, rows, 'refused-first')
    expect(codesOf(refused)).toEqual(['WARNINGS_UNCONFIRMED'])
    const { json, status } = await send(id, [rowOf(3, fresh())], 'refused-first')
    expect([status, problemSchema.parse(json).code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await save(id, rows, 'refused-first')).toEqual(refused)
  })

  it('only who began a batch saves rows into it, and not once it is finished; each row is sent once', async () => {
    const batch = await begin()
    const rows = [rowOf(1, fresh())]
    const codeOf = async (sending: ReturnType<typeof send>) => problemSchema.parse((await sending).json).code
    expect(await codeOf(send('nothing', rows))).toBe('NOT_FOUND')
    expect(await codeOf(send(batch.id, rows, 'a', app.as('Bruno Lima')))).toBe('NOT_PERMITTED')
    expect(problemSchema.parse((await send(batch.id, [...rows, ...rows])).json)).toMatchObject({
      errors: [{ pointer: '#/rows/1/row', code: 'row_given_twice', params: { row: 1 } }],
    })
    await app.post(`/api/batches/${batch.id}/finish`, { refused: 0, skipped: 0 }, { 'if-match': '"1"' })
    expect(await codeOf(send(batch.id, rows))).toBe('STATE_CONFLICT')
  })

  it('a list of payouts can be that of a batch', async () => {
    const { id } = await begin()
    await save(id, [rowOf(1, fresh()), rowOf(2, fresh())])
    const { json } = await app.post('/api/payout-searches', { batchId: id, totals: true })
    const { items, totals } = payoutPageSchema.parse(json)
    expect(items.map(({ batchId, batchRow }) => [batchId, batchRow]).toSorted()).toEqual([
      [id, 1],
      [id, 2],
    ])
    expect(totals?.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })

  itOnSome(
    'a file gives the same payouts in whatever parts it is sent, and however often, as by single saves',
    async () => {
      const cut = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(cut, fc.infiniteStream(fc.boolean()), async (sizes, repeats) => {
          const payees = Array.from({ length: 8 }, fresh)
          const count = sizes.reduce((sum, size) => sum + size, 0)
          // Some are paid twice, some of those the same: what a row is warned of depends on the rows before it.
          const entries = Array.from({ length: count }, (_, i) => ({
            ...payees[(i * 3) % payees.length],
            externalReference: `${used}-${i}`,
            ...(i % 4 === 0 && { amount: '55' }),
          }))
          const { id } = await begin()
          for (let from = 0, part = 0; from < count; part += 1) {
            const size = sizes[part] ?? 1
            const rows = entries.slice(from, from + size).map((entry, place) => rowOf(from + place + 1, entry))
            const first = await save(id, rows)
            if (repeats.next().value) expect(await save(id, rows)).toEqual(first)
            from += size
          }
          const other = await begin()
          // Of other people, so that the two files do not warn of each other.
          const renamed = entries.map((entry) => ({ ...entry, ...elsewhere(entry) }))
          for (const [place, entry] of renamed.entries()) await save(other.id, [rowOf(place + 1, entry)])
          const [together, alone] = [await rowsIn(id), await rowsIn(other.id)]
          expect(together.map(likeness)).toEqual(alone.map(likeness))
          const payeesOf = (rows: typeof together) =>
            rows.map((row) => rows.findIndex((one) => one.beneficiary_id === row.beneficiary_id))
          expect(payeesOf(together)).toEqual(payeesOf(alone))
        }),
        { numRuns: runs(8) },
      )
    },
  )

  /** What does not differ between two people who are paid alike. */
  function likeness(row: Awaited<ReturnType<typeof rowsIn>>[number]) {
    const { warnings_compliance, warnings_serious, warnings_minor, warnings_unconfirmed } = row
    const {
      documentNumber: _,
      accountNumber: __,
      recipientPixKey: ___,
      externalReference: ____,
      ...entry
    } = filledFields(payoutEntry(store, row))
    return {
      entry,
      batch_row: row.batch_row,
      warnings_compliance,
      warnings_serious,
      warnings_minor,
      warnings_unconfirmed,
    }
  }

  /** Another number of the same kind, and another reference. */
  const others = new Map<unknown, RawEntry>()
  function elsewhere(entry: RawEntry): RawEntry {
    const key = JSON.stringify([entry.documentNumber, entry.accountNumber, entry.recipientPixKey])
    const known = others.get(key) ?? alike(entry)
    others.set(key, known)
    return { ...known, externalReference: `other-${entry.externalReference}` }
  }

  function alike(entry: RawEntry): RawEntry {
    for (;;) {
      const { country, documentNumber, accountNumber, recipientPixKey } = fresh()
      const isSameKind = (recipientPixKey === undefined) === (entry.recipientPixKey === undefined)
      if (country === entry.country && isSameKind)
        return {
          ...(documentNumber !== undefined && { documentNumber }),
          ...(accountNumber !== undefined && { accountNumber }),
          ...(recipientPixKey !== undefined && { recipientPixKey }),
        }
    }
  }
})
