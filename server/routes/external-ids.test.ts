import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedRowsSchema } from '#shared/api/batch-rows.ts'
import { beneficiaryPageSchema, beneficiaryReceiptSchema } from '#shared/api/beneficiary.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { externalIdColumns } from '../entry/external-ids.ts'
import { souza } from '../testing/beneficiaries.ts'
import { payoutIn } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp } from '../testing/test-app.ts'

describe.each(stores)('On $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  const path = '/api/beneficiaries'
  const cpfs = [
    ...['11144477735', '52998224725', '39053344705', '15350946056'],
    ...['16899535009', '71428793860', '86288366757', '12345678909', '98765432100', '11122233396'],
  ].values()
  const problem = ({ json }: Answer) => problemSchema.parse(json)

  async function save(externalId?: string | null) {
    const documentNumber = cpfs.next().value ?? ''
    const email = `q${documentNumber}@example.com`
    const entry = souza({ documentNumber, accountNumber: `${documentNumber.slice(0, 7)}-1`, email })
    const answer = await app.post(path, { entry, confirmed: [], externalId })
    return { answer, entry }
  }

  async function saved(externalId?: string) {
    const { answer, entry } = await save(externalId)
    expect(answer.status, answer.text).toBe(201)
    return { ...beneficiaryReceiptSchema.parse(answer.json), entry }
  }

  const lookUp = async (externalId: string) =>
    beneficiaryPageSchema.parse((await app.get(`${path}?externalId=${encodeURIComponent(externalId)}`)).json).items
  const theOne = async (externalId: string) => {
    const [found] = await lookUp(externalId)
    if (found === undefined) throw new Error(`No one has ${externalId}.`)
    return found
  }
  const put = (id: string, version: number, body: object) =>
    app.put(`${path}/${id}`, { entry: {}, confirmed: [], ...body }, { 'if-match': `"${version}"` })
  const pay = (beneficiary: object, entry: object = { amount: '12', currencyCode: 'BRL' }) =>
    app.post('/api/payouts', { entry, beneficiary, confirmed: [], submit: false })

  it('a beneficiary is found by the id that the merchant’s own system has for them, exactly as it is', async () => {
    const { id } = await saved('EMP-1/a')
    expect(await lookUp('EMP-1/a')).toMatchObject([{ id, externalId: 'EMP-1/a' }])
    expect(await lookUp('EMP-1/A')).toEqual([])
    expect((await saved()).id).not.toBe(id)
  })

  it('an id that another beneficiary has is refused with theirs, when one is entered and when one is changed', async () => {
    const first = await saved('EMP-2')
    const { answer } = await save('EMP-2')
    expect(answer.status).toBe(409)
    expect(problem(answer)).toMatchObject({
      code: 'EXTERNAL_ID_TAKEN',
      errors: [{ pointer: '#/externalId', code: 'external_id_taken', params: { beneficiaryId: first.id } }],
    })
    const other = await saved('EMP-3')
    expect(problem(await put(other.id, 1, { externalId: 'EMP-2' })).code).toBe('EXTERNAL_ID_TAKEN')
  })

  it('a change keeps the id that it leaves out, gives one to who has none, and moves none to another beneficiary', async () => {
    const { id } = await theOne('EMP-3')
    expect((await put(id, 1, { entry: { city: 'Natal' } })).json).toEqual({ id, version: 2 })
    expect((await put(id, 2, { externalId: 'EMP-3' })).json).toEqual({ id, version: 2 })
    const stays = { code: 'FIELDS_INVALID', errors: [{ pointer: '#/externalId', code: 'external_id_stays' }] }
    for (const externalId of ['EMP-4', null]) expect(problem(await put(id, 2, { externalId }))).toMatchObject(stays)
    expect(await lookUp('EMP-3')).toMatchObject([{ id, version: 2 }])
    const other = await saved()
    expect((await put(other.id, 1, { externalId: 'EMP-30' })).json).toEqual({ id: other.id, version: 2 })
    expect(await lookUp('EMP-30')).toMatchObject([{ id: other.id }])
  })

  it('a payout and a row of a batch pay who is saved under an id, whose details they leave out', async () => {
    const { id } = await saved('EMP-5')
    const answer = await pay({ externalId: 'EMP-5' })
    expect(answer.status, answer.text).toBe(201)
    expect(payoutIn(answer).beneficiaryId).toBe(id)
    expect(problem(await pay({ externalId: 'EMP-99' }))).toMatchObject({ code: 'NOT_FOUND', status: 404 })

    const batch = { name: 'July', source: { kind: 'api', name: 'payroll' }, rowsGiven: 2 }
    const { location } = (await app.post('/api/batches', batch)).headers
    const rows = ['EMP-5', 'EMP-99'].map((externalId, row) => ({
      row: row + 1,
      entry: { amount: '13', currencyCode: 'BRL' },
      beneficiary: { externalId },
      confirmed: [],
    }))
    const checks = rows.map(({ confirmed: _, ...row }) => row)
    expect((await app.post('/api/batch-checks', { rows: checks })).json).toMatchObject({
      rows: [
        { row: 1, beneficiary: { id }, isCompared: true, warnings: [] },
        { row: 2, beneficiary: null, problem: { code: 'NOT_FOUND' } },
      ],
    })
    const given = await app.post(`${location}/rows`, { rows })
    expect(given.json).toMatchObject({ rows: [{ row: 1 }, { row: 2, problem: { code: 'NOT_FOUND' } }] })
  })

  it('the warnings of a payout are asked by the id that its beneficiary has elsewhere', async () => {
    const question = { entry: { amount: '12', currencyCode: 'BRL' }, externalId: 'EMP-5' }
    const { status, json } = await app.post('/api/payout-warnings', question)
    expect(status).toBe(200)
    expect(json).toMatchObject({ warnings: [{ code: 'duplicate_payout' }] })
    expect((await app.post('/api/payout-warnings', { ...question, externalId: 'EMP-99' })).status).toBe(404)
    const [{ id: beneficiaryId } = { id: '' }] = await lookUp('EMP-5')
    expect(problem(await app.post('/api/payout-warnings', { ...question, beneficiaryId }))).toMatchObject({
      code: 'FIELDS_INVALID',
      detail: 'Give exactly one of beneficiaryId, externalId.',
      errors: [{ pointer: '#/externalId', code: 'one_of_these' }],
    })
  })

  it('a check of a row does not give away whether a guessed number is that of a saved beneficiary', async () => {
    const { entry } = await saved('EMP-8')
    const stranger = app.as('Bruno Lima')
    const check = async (more: object) => {
      const rows = [{ row: 1, entry: { amount: '5', ...more }, beneficiary: { externalId: 'EMP-8' } }]
      const { json } = await stranger.post('/api/batch-checks', { rows })
      return checkedRowsSchema.parse(json).rows[0]
    }
    expect(await check({})).toMatchObject({ isCompared: true })
    const { documentNumber } = entry
    for (const guess of [documentNumber, '11144477735'])
      expect(await check({ documentNumber: guess })).toMatchObject({ isCompared: false })
  })

  it('a batch of beneficiaries saves each under its own id, and refuses a row whose id another one has, also of the same batch', async () => {
    const batch = { name: 'People', source: { kind: 'api', name: 'ERP' }, rowsGiven: 3, makes: 'beneficiaries' }
    const { location } = (await app.post('/api/batches', batch)).headers
    const rows = ['EMP-7', 'EMP-7', 'EMP-5'].map((externalId, place) => ({
      row: place + 1,
      externalId,
      entry: {
        ...{
          country: 'GH',
          method: 'account',
          beneficiaryFirstName: 'Kofi',
          beneficiaryLastName: ['Mensah', 'Owusu', 'Asante'][place],
        },
        ...{ documentNumber: `GHA-00000000${place}-0`, accountNumber: `024123456${place}` },
      },
      confirmed: [],
    }))
    const taken = { problem: { code: 'EXTERNAL_ID_TAKEN' } }
    const answer = await app.post(`${location}/rows`, { rows })
    expect(answer.json, answer.text).toMatchObject({ rows: [{ beneficiary: { version: 1 } }, taken, taken] })
    expect(await lookUp('EMP-7')).toMatchObject([{ name: 'Kofi Mensah' }])
  })

  it('a beneficiary is named by one thing alone', async () => {
    const { id } = await saved()
    const both = problem(await pay({ id, version: 1, externalId: 'EMP-5' }))
    expect(both.errors).toMatchObject([{ pointer: '#/beneficiary/externalId', code: 'unknown_field' }])
    const neither = problem(await pay({ id }))
    expect(neither.errors).toMatchObject([{ pointer: '#/beneficiary/version', code: 'missing' }])
  })

  it('an id that was written into another row of the database finds no one', async () => {
    const owner = await theOne('EMP-5')
    const thief = await theOne('EMP-1/a')
    const store = await app.openStore()
    const set = ({ id }: { id: string }, external_id_hash: string | null) =>
      store.write(({ db }) => db.updateTable('beneficiaries').set({ external_id_hash }).where('id', '=', id).execute())
    await set(owner, null)
    await set(thief, externalIdColumns(store, owner.id, 'EMP-5').external_id_hash)
    await store.close()
    expect(problem(await pay({ externalId: 'EMP-5' })).code).toBe('NOT_FOUND')
    expect(await lookUp('EMP-5')).toEqual([])
  })

  it('an erasure takes the id with it, and the file of all beneficiaries has it', async () => {
    const { id, version } = await theOne('EMP-2')
    expect((await app.get('/api/beneficiary-file?format=csv')).text).toMatch(/externalId[\s\S]*EMP-2/)
    const erased = await app.post(`${path}/${id}/erase`, { confirm: true }, { 'if-match': `"${version}"` })
    expect(erased.status, erased.text).toBe(200)
    expect(await lookUp('EMP-2')).toEqual([])
    expect((await save('EMP-2')).answer.status).toBe(201)
  })
})
