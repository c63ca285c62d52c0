import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  beneficiaryPageSchema,
  beneficiaryReceiptSchema,
  beneficiarySchema,
  revealedSchema,
} from '#shared/api/beneficiary.ts'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { completeEntry, type Entry, filledFields } from '#shared/payout/entry.ts'
import { named, souza } from '../testing/beneficiaries.ts'
import { confirmedIn } from '../testing/payouts.ts'
import { type Answer, startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const path = '/api/beneficiaries'
let persons = 0

/** A document and an account that no other beneficiary has. */
function somebody(changes: Partial<Entry> = {}): Entry {
  persons += 1
  const digits = String(100_000_000 + persons)
  const account = changes.method === 'pix' ? {} : { accountNumber: `7700${digits}` }
  return souza({ documentNumber: withCheckDigits(digits), ...account, ...changes })
}

function withCheckDigits(nine: string): string {
  const next = (digits: string) => {
    const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (digits.length + 1 - i), 0)
    return digits + (((sum * 10) % 11) % 10)
  }
  return next(next(nine))
}

async function save(entry: Entry, confirmed: WarningConfirmations = []) {
  const answer = await app.post(path, { entry, confirmed })
  expect(answer.status, answer.text).toBe(201)
  return beneficiaryReceiptSchema.parse(answer.json)
}

/** Saves, confirming whatever is warned of. */
async function saveAnyway(entry: Entry) {
  const answer = await app.post(path, { entry, confirmed: [] })
  return answer.status === 409 ? save(entry, confirmedIn(answer)) : answer
}

const put = (id: string, version: number | string, entry: Entry, confirmed: WarningConfirmations = []) =>
  app.put(`${path}/${id}`, { entry, confirmed }, { 'if-match': `"${version}"` })
const get = async (id: string) => beneficiarySchema.parse((await app.get(`${path}/${id}`)).json)
const reveal = async (id: string) =>
  revealedSchema.parse((await app.post(`${path}/${id}/reveal`, { purpose: 'view' })).json)
const problem = ({ json }: Answer) => problemSchema.parse(json)

it('POST /api/beneficiaries enters a beneficiary, and names the version and the place', async () => {
  const answer = await app.post(path, { entry: somebody(), confirmed: [] })
  const { id, version } = beneficiaryReceiptSchema.parse(answer.json)
  expect(answer.status).toBe(201)
  expect(version).toBe(1)
  expect(answer.headers.etag).toBe('"1"')
  expect(answer.headers.location).toBe(`${path}/${id}`)
})

it('POST /api/beneficiaries keeps what was typed, as it was typed', async () => {
  const entry = somebody({ documentNumber: '529.982.247-25', accountNumber: ' 1234-X ', city: '  São Paulo ' })
  const { id } = await save(entry)
  expect((await reveal(id)).entry).toEqual(entry)
})

it('POST /api/beneficiaries keeps nothing that the method does not show', async () => {
  const { id } = await save(somebody({ method: 'pix', recipientPixKey: '+5511912340000', accountNumber: ' - ' }))
  const { entry } = await reveal(id)
  expect(entry.recipientPixKey).toBe('+5511912340000')
  expect(entry.accountNumber).toBe('')
})

it.each(Object.values(ruleBook).flatMap((country) => country.methods.map((method) => ({ country, method }))))(
  'POST /api/beneficiaries takes the sample of $country.name, $method.label',
  async ({ country, method }) => {
    const entry = completeEntry({
      country: country.code,
      method: method.id,
      beneficiaryFirstName: 'Ada',
      beneficiaryLastName: 'Prueba',
      ...method.sample,
    })
    await saveAnyway(entry)
  },
)

it('POST /api/beneficiaries names every error at its field', async () => {
  const answer = await app.post(path, {
    entry: { ...somebody({ documentNumber: '123', accountNumber: 'abc' }) },
    confirmed: [],
  })
  expect(answer.status).toBe(422)
  expect(
    problem(answer)
      .errors?.map(({ pointer }) => pointer)
      .toSorted(),
  ).toEqual(['#/entry/accountNumber', '#/entry/documentNumber'])
})

it.each([
  [{ entry: { ...souza(), country: 'US' }, confirmed: [] }, '#/entry/country', 'unknown_country'],
  [{ entry: { ...souza(), method: 'cash' }, confirmed: [] }, '#/entry/method', 'unknown_method'],
  [{ entry: { ...souza(), nickname: 'Nina' }, confirmed: [] }, '#/entry/nickname', 'unknown_field'],
  [{ entry: { ...souza(), city: 7 }, confirmed: [] }, '#/entry/city', 'wrong_type'],
  [{ entry: { ...souza(), city: 'x'.repeat(2_001) }, confirmed: [] }, '#/entry/city', 'too_long'],
  [{ entry: souza() }, '#/confirmed', 'missing'],
  [{ entry: { ...souza(), amount: '10' }, confirmed: [] }, '#/entry/amount', 'unknown_field'],
  [{ entry: souza(), confirmed: ['a warning'] }, '#/confirmed/0', 'wrong_type'],
  [{ entry: souza(), confirmed: [{ warningId: 1 }] }, '#/confirmed/0/warningId', 'wrong_type'],
  [{ confirmed: [] }, '#/entry', 'missing'],
  [[], '#', 'wrong_type'],
  [{ entry: souza(), confirmed: [], draft: { id: 'a b' } }, '#/draft/id', 'wrong_value'],
])('POST /api/beneficiaries refuses %j at %s', async (body, pointer, code) => {
  const answer = await app.post(path, body)
  expect(answer.status).toBe(422)
  expect(problem(answer).errors).toMatchObject([{ pointer, code }])
})

it('POST /api/beneficiaries names one of a list by its place', async () => {
  const { detail } = problem(await app.post(path, { entry: souza(), confirmed: ['a warning'] }))
  expect(detail).toBe('confirmed/0: give one JSON object; this is text.')
})

it('POST /api/beneficiaries wants each warning of the rule book confirmed', async () => {
  const entry = somebody({ documentNumber: '11144477734' })
  const answer = await app.post(path, { entry, confirmed: [] })
  expect(answer.status).toBe(409)
  const { code, warnings = [] } = problem(answer)
  expect(code).toBe('WARNINGS_UNCONFIRMED')
  expect(warnings).toMatchObject([{ field: 'documentNumber', code: 'check_digit' }])
  await save(entry, confirmedIn(answer))
})

it('POST /api/beneficiaries wants a confirmation for this value, not for another one', async () => {
  const other = await app.post(path, { entry: somebody({ documentNumber: '11144477734' }), confirmed: [] })
  const confirmed = confirmedIn(other)
  const answer = await app.post(path, { entry: somebody({ documentNumber: '11144477733' }), confirmed })
  expect(problem(answer).code).toBe('WARNINGS_UNCONFIRMED')
})

it('POST /api/beneficiaries makes one beneficiary of a request that is repeated under one key', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const body = { entry: somebody(), confirmed: [] }
  const answers = await Promise.all(Array.from({ length: 8 }, () => app.post(path, body, headers)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
})

describe('What saving a beneficiary warns of', () => {
  const warned = async (entry: Entry) =>
    (problem(await app.post(path, { entry, confirmed: [] })).warnings ?? []).map(({ field, code, params }) => ({
      field,
      code,
      params,
    }))

  it('What saving a beneficiary warns of is the same document with another account, and links to the other', async () => {
    const entry = somebody()
    const { id } = await save(entry)
    expect(await warned({ ...entry, accountNumber: '8888-1' })).toEqual([
      { field: 'documentNumber', code: 'document_other_account', params: { beneficiaryId: id } },
    ])
  })

  it('What saving a beneficiary warns of is the same account under another document, also when it is written otherwise', async () => {
    const { id } = await save(somebody({ accountNumber: '45612-9' }))
    expect(await warned(somebody({ accountNumber: '456129' }))).toEqual([
      { field: 'accountNumber', code: 'account_other_document', params: { beneficiaryId: id } },
    ])
  })

  it('What saving a beneficiary warns of is a Pix key that belongs to another beneficiary', async () => {
    const pix = { method: 'pix', recipientPixKey: 'shared@example.com' }
    const { id } = await save(somebody(pix))
    expect(await warned(somebody(pix))).toEqual([
      { field: 'recipientPixKey', code: 'account_other_document', params: { beneficiaryId: id } },
    ])
  })

  it('What saving a beneficiary warns of is a beneficiary that is there already', async () => {
    const entry = somebody()
    const { id } = await save(entry)
    expect(await warned(entry)).toEqual([
      { field: 'documentNumber', code: 'same_beneficiary', params: { beneficiaryId: id } },
    ])
  })

  it('What saving a beneficiary warns of is not the beneficiary itself, and an archived one is still compared', async () => {
    const entry = somebody()
    const { id } = await save(entry)
    expect((await put(id, 1, { ...entry, city: 'Olinda' })).status).toBe(200)
    await app.send('POST', `${path}/${id}/archive`, { headers: { 'if-match': '"2"' } })
    expect(await warned({ ...entry, accountNumber: '8888-2' })).toMatchObject([{ code: 'document_other_account' }])
  })

  it('What saving a beneficiary warns of is nothing of the same number in another country', async () => {
    const rut = {
      country: 'CL',
      method: 'bank',
      beneficiaryType: 'person',
      documentType: 'cl_rut',
      documentNumber: '765432103',
    }
    const chilean = { ...rut, bankName: '012', payoutAccountTypeCode: '0001', accountNumber: '99887766' }
    await saveAnyway({ ...named('Eva', 'Rojas'), ...chilean })
    await save(somebody({ accountNumber: '99887766' }))
  })
})

it('GET /api/beneficiaries/{id} shows what is encrypted by its end alone', async () => {
  const entry = somebody({ documentNumber: '390.533.447-05', accountNumber: '4455667-8', email: 'lia@example.org' })
  const { id } = await save(entry)
  const answer = await app.get(`${path}/${id}`)
  expect(answer.headers.etag).toBe('"1"')
  expect(beneficiarySchema.parse(answer.json)).toMatchObject({
    id,
    version: 1,
    status: 'active',
    name: 'Ana Souza',
    country: 'BR',
    bankName: '001',
    masked: {
      documentNumber: '…4705',
      accountNumber: '…78',
      accountAgencyNumber: '…21',
      email: expect.stringMatching(/^.…@example\.org$/),
    },
    createdBy: { name: 'Ana Souza' },
    erasedAt: null,
  })
})

it.each(['nobody', '%00', 'a%2Fb', 'x'.repeat(200)])('GET /api/beneficiaries/{id} is 404 for %j', async (id) => {
  expect(problem(await app.get(`${path}/${id}`)).code).toBe('NOT_FOUND')
})

it('PUT /api/beneficiaries/{id} makes the next version, by the person who changed it', async () => {
  const entry = somebody()
  const { id } = await save(entry)
  const answer = await app
    .as('Bea Lima')
    .put(`${path}/${id}`, { entry: { ...entry, city: 'Natal' }, confirmed: [] }, { 'if-match': '"1"' })
  expect(answer.json).toEqual({ id, version: 2 })
  expect(answer.headers.etag).toBe('"2"')
  expect(await get(id)).toMatchObject({
    version: 2,
    city: 'Natal',
    updatedBy: { name: 'Bea Lima' },
  })
})

it('PUT /api/beneficiaries/{id} makes no version of what does not differ', async () => {
  const entry = somebody()
  const { id } = await save(entry)
  expect((await put(id, 1, entry)).json).toEqual({ id, version: 1 })
})

it('PUT /api/beneficiaries/{id} lets exactly one of two edits at once win', async () => {
  const entry = somebody()
  const { id } = await save(entry)
  const cities = ['Natal', 'Olinda', 'Recife Velho', 'Belém', 'Manaus', 'Santos']
  const answers = await Promise.all(cities.map((city) => put(id, 1, { ...entry, city })))
  const won = answers.flatMap(({ status }, i) => (status === 200 ? [cities[i]] : []))
  expect(won).toHaveLength(1)
  expect((await get(id)).city).toBe(won[0])
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(problem(answer)).toMatchObject({ code: 'VERSION_CONFLICT', status: 412, ids: [id] })
  }
})

it('PUT /api/beneficiaries/{id} wants to know which version was shown', async () => {
  const { id } = await save(somebody())
  const answer = await app.put(`${path}/${id}`, { entry: somebody(), confirmed: [] })
  expect(problem(answer)).toMatchObject({ code: 'VERSION_REQUIRED', status: 428 })
})

it('PUT /api/beneficiaries/{id} is 404 for who is not saved', async () => {
  expect(problem(await put('nobody', 1, somebody())).code).toBe('NOT_FOUND')
})

it('POST /api/beneficiaries/{id}/archive and /restore takes out of use and back again, each a version', async () => {
  const { id } = await save(somebody())
  const act = (name: string, version: number) =>
    app.send('POST', `${path}/${id}/${name}`, { headers: { 'if-match': `"${version}"` } })
  expect((await act('archive', 1)).json).toEqual({ id, version: 2 })
  expect(await get(id)).toMatchObject({ status: 'archived', version: 2 })
  expect((await act('archive', 2)).json).toEqual({ id, version: 2 })
  expect(problem(await act('restore', 1)).code).toBe('VERSION_CONFLICT')
  expect((await act('restore', 2)).json).toEqual({ id, version: 3 })
  expect((await get(id)).status).toBe('active')
})

it('POST /api/beneficiary-searches finds, masked, and pages', async () => {
  for (const first of ['Xaver', 'Xenia', 'Xoan']) await save(somebody({ beneficiaryFirstName: first }))
  const search = async (body: object) =>
    beneficiaryPageSchema.parse((await app.post('/api/beneficiary-searches', body)).json)
  const first = await search({ text: 'x', limit: 2 })
  expect(first.items.map(({ name }) => name)).toEqual(['Xaver Souza', 'Xenia Souza'])
  const second = await search({ text: 'x', limit: 2, cursor: first.nextCursor })
  expect(second.items.map(({ name }) => name)).toEqual(['Xoan Souza'])
  expect(second.nextCursor).toBeNull()
})

it.each([
  [{ limit: 0 }, '#/limit', 'too_short'],
  [{ limit: 101 }, '#/limit', 'too_long'],
  [{ limit: 1.5 }, '#/limit', 'wrong_type'],
  [{ status: 'erased' }, '#/status', 'not_allowed'],
  [{ cursor: 'nonsense' }, '#/cursor', 'wrong_cursor'],
  [{ name: 'Ana' }, '#/name', 'unknown_field'],
])('POST /api/beneficiary-searches refuses %j', async (body, pointer, code) => {
  const answer = await app.post('/api/beneficiary-searches', body)
  expect(answer.status).toBe(422)
  expect(problem(answer).errors).toMatchObject([{ pointer, code }])
})

it('POST /api/beneficiaries/{id}/reveal shows everything in clear, with its version', async () => {
  const entry = somebody()
  const { id } = await save(entry)
  const answer = await app.post(`${path}/${id}/reveal`, { purpose: 'edit' })
  expect(answer.json).toEqual({ version: 1, entry: filledFields(entry), masked: {} })
  expect(answer.headers.etag).toBe('"1"')
  expect(answer.headers['cache-control']).toContain('no-store')
})

it('POST /api/beneficiaries/{id}/reveal wants a purpose that is known', async () => {
  const { id } = await save(somebody())
  const answer = await app.post(`${path}/${id}/reveal`, { purpose: 'curiosity' })
  expect(problem(answer).errors).toMatchObject([{ pointer: '#/purpose', code: 'not_allowed' }])
})
