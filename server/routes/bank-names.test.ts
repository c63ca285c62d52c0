import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { type BankName, bankNameSchema, bankNamesSchema } from '#shared/api/bank-name.ts'
import { payoutSchema } from '#shared/api/payout.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const isNew = { 'if-none-match': '*' }
const seen = (version: number) => ({ 'if-match': `"${version}"` })

describe.each(someStores)('The merchant’s names of banks, on $name', ({ makePlace }) => {
  let app: TestApp
  let end = async () => {}
  beforeAll(async () => {
    const place = await makePlace()
    app = await startTestApp(place.environment)
    end = async () => {
      await app.stop()
      await place.remove()
    }
  })
  afterAll(() => end())

  const named = async (id: string): Promise<BankName> =>
    bankNameSchema.parse((await app.get(`/api/bank-names/${id}`)).json)
  const name = (id: string, text: string, headers: Record<string, string> = isNew) =>
    app.put(`/api/bank-names/${id}`, { name: text }, headers)

  it('A code without a public name is named, renamed and unnamed, and the audit log shows by whom', async () => {
    const made = await name('PE-0029', '  Yape   wallet ')
    expect([made.status, made.headers.etag]).toEqual([200, '"1"'])
    expect(made.json).toMatchObject({
      country: 'PE',
      code: '0029',
      name: 'Yape wallet',
      updatedBy: { name: 'Ana Souza' },
    })
    const renamed = await app.as('Berta Lima').put('/api/bank-names/PE-0029', { name: 'Yape' }, seen(1))
    expect(renamed.json).toMatchObject({ name: 'Yape', version: 2, updatedBy: { name: 'Berta Lima' } })
    expect((await app.delete('/api/bank-names/PE-0029', seen(2))).status).toBe(204)
    expect((await app.get('/api/bank-names/PE-0029')).status).toBe(404)
    const { items } = activityPageSchema.parse((await app.get('/api/activity?thing=PE-0029')).json)
    expect(items.map(({ by, action, thing, facts }) => [by?.name, action, thing.reference, facts])).toEqual([
      ['Ana Souza', 'bank.unnamed', 'PE 0029', { before: 'Yape' }],
      ['Berta Lima', 'bank.named', 'PE 0029', { name: 'Yape', before: 'Yape wallet' }],
      ['Ana Souza', 'bank.named', 'PE 0029', { name: 'Yape wallet' }],
    ])
  })

  it('All names are listed by country and code', async () => {
    for (const id of ['PE-0037', 'KE-01', 'BR-999', 'PE-0006']) expect((await name(id, `Bank ${id}`)).status).toBe(200)
    const { items } = bankNamesSchema.parse((await app.get('/api/bank-names')).json)
    expect(items.map(({ id }) => id)).toEqual(['BR-999', 'KE-01', 'PE-0006', 'PE-0037'])
  })

  it('Banks that payouts are entered to are listed with the most used first, and an edit counts nothing', async () => {
    const used = async () => bankNamesSchema.parse((await app.get('/api/bank-names')).json).used
    expect(await used()).toEqual([])
    const sample = sampleEntries.find(({ country, method }) => country.code === 'CO' && method.id === 'bank')?.entry
    const write = (bankName: string, number: string) => ({
      entry: { ...sample, bankName, documentNumber: number, accountNumber: number },
      confirmed: [],
      submit: false,
    })
    const enter = async (bankName: string, number: string) =>
      payoutSchema.parse((await app.post('/api/payouts', write(bankName, number))).json)
    await enter('0051', '1020304051')
    await enter('0007', '1020304052')
    const { id, version } = await enter('0007', '1020304053')
    expect((await app.put(`/api/payouts/${id}`, write('0051', '1020304053'), seen(version))).status).toBe(200)
    expect(await used()).toEqual(['CO-0007', 'CO-0051'])
  })

  it.each([
    ['PE-0001', 'Interbank'],
    ['BR-070', 'BRB'],
    ['MX-40012', 'BBVA'],
  ])('A code that has a public name keeps it: %s', async (id, publicName) => {
    const { status, json } = await name(id, 'Another')
    const code = id.slice(3)
    expect([status, json]).toMatchObject([
      422,
      {
        errors: [
          {
            pointer: '#/name',
            code: 'bank_named_publicly',
            params: { code, publicName: expect.stringContaining(publicName) },
          },
        ],
      },
    ])
  })

  it.each(['PE-9999', 'PE-', 'PEx0029', 'pe-0029', 'XX-0029', 'CR-0001', 'BR-12', 'KE--'])(
    'There is no bank %s to be named',
    async (id) => {
      expect((await name(id, 'Yape')).status).toBe(404)
    },
  )

  it.each([
    ['', 'length'],
    ['x'.repeat(61), 'length'],
    ['Ya\npe', 'control_character'],
    ['Y\u0430pe', 'mixed_letters'],
  ])('A name is cleaned and checked as those of people are: %j', async (text, code) => {
    const { status, json } = await name('PE-0030', text)
    expect([status, json]).toMatchObject([422, { errors: [{ pointer: '#/name', code }] }])
  })

  it('Two who name a bank at once: the second is told, the same name is no conflict', async () => {
    expect((await name('PE-0032', 'Plin')).status).toBe(200)
    expect((await name('PE-0032', 'Plin')).json).toMatchObject({ version: 1 })
    const other = await name('PE-0032', 'Another')
    expect([other.status, other.json]).toMatchObject([412, { code: 'VERSION_CONFLICT', ids: ['PE-0032'] }])
    expect((await name('PE-0032', 'Another', seen(2))).status).toBe(412)
    expect((await app.delete('/api/bank-names/PE-0032', seen(2))).status).toBe(412)
    expect((await name('PE-0019', 'Caja', seen(1))).status).toBe(404)
    expect(await named('PE-0032')).toMatchObject({ name: 'Plin', version: 1 })
  })
})
