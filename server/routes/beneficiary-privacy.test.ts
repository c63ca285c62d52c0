import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beneficiaryReceiptSchema } from '#shared/api/beneficiary.ts'
import { personalDataSchema } from '#shared/api/personal-data.ts'
import { problemSchema } from '#shared/api/problem.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { souza } from '../testing/beneficiaries.ts'
import { keptFiles } from '../testing/kept-files.ts'
import { confirmedIn } from '../testing/payouts.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const directory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ DATA_DIR: directory, LOG_LEVEL: 'trace' })
})
afterAll(async () => {
  await app.stop()
  rmSync(directory, { recursive: true })
})

const path = '/api/beneficiaries'
const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))

/** A beneficiary whose encrypted fields are numbers that occur nowhere else; the check digits do not matter. */
const person: fc.Arbitrary<Entry> = fc
  .record({ document: digits(11), account: digits(13), agency: digits(9), email: digits(12), phone: digits(10) })
  .map(({ document, account, agency, email, phone }) =>
    souza({
      documentNumber: document,
      accountNumber: account,
      accountAgencyNumber: agency,
      email: `m${email}@example.com`,
      phone: `+55${phone}`,
    }),
  )

const secretsOf = ({ documentNumber, accountNumber, accountAgencyNumber, email, phone }: Entry) => [
  documentNumber,
  accountNumber,
  accountAgencyNumber,
  email,
  phone,
]

/** Enters a beneficiary, confirming all warnings. */
async function enter(entry: Entry) {
  const first = await app.post(path, { entry, confirmed: [] })
  const answer = first.status === 409 ? await app.post(path, { entry, confirmed: confirmedIn(first) }) : first
  expect(answer.status, answer.text).toBe(201)
  return { answer, ...beneficiaryReceiptSchema.parse(answer.json) }
}

it('What is encrypted is in no list, no answer but a reveal, no address, no log and no file', async () => {
  await fc.assert(
    fc.asyncProperty(person, async (entry) => {
      const { answer, id } = await enter(entry)
      const searched = await app.post('/api/beneficiary-searches', { text: entry.documentNumber })
      expect(searched.text).toContain(id)
      const listed = await app.post('/api/beneficiary-searches', { text: 'souza', limit: 100 })
      const shown = await app.get(`${path}/${id}`)
      const told = [answer, searched, listed, shown].flatMap(({ text, headers }) => [text, JSON.stringify(headers)])
      const everywhere = [...told, app.logged(), keptFiles(directory)].join()
      for (const secret of secretsOf(entry)) expect(everywhere.includes(secret), secret).toBe(false)
      const revealed = await app.post(`${path}/${id}/reveal`, { purpose: 'view' })
      for (const secret of secretsOf(entry)) expect(revealed.text).toContain(secret)
      expect(app.logged().includes(entry.accountNumber)).toBe(false)
    }),
    { numRuns: 15 },
  )
  expect(app.logged()).toContain('/api/beneficiaries/:id')
  expect(keptFiles(directory)).toContain('souza')
})

it('What is encrypted is not revealed by the failure of a write', async () => {
  const entry = souza({ documentNumber: '12345', accountNumber: 'not-a-number-77' })
  const { text, json } = await app.post(path, { entry, confirmed: [] })
  expect(problemSchema.parse(json).detail).not.toMatch(/12345|77/)
  expect(text).toContain('#/entry/documentNumber')
  expect(app.logged()).not.toContain('not-a-number')
})

it('POST /api/beneficiaries/{id}/personal-data is a file with everything in clear, whose name reveals nothing', async () => {
  const entry = souza({ documentNumber: '16899535009', accountNumber: '60606-1' })
  const { id } = await enter(entry)
  const { headers, json, text } = await app.send('POST', `${path}/${id}/personal-data`)
  expect(headers['content-disposition']).toBe('attachment; filename="personal-data.json"')
  expect(headers['cache-control']).toContain('no-store')
  const data = personalDataSchema.parse(json)
  expect(data).toMatchObject({ beneficiary: { id }, entry, payouts: [], validations: [] })
  expect(data.activity.map(({ action }) => action)).toEqual(['beneficiary.created', 'beneficiary.exported'])
  // In lines, for people to read.
  expect(text).toContain('\n  "beneficiary": {\n')
})

it('POST /api/beneficiaries/{id}/personal-data is not made and audited by what only reads', async () => {
  const { id } = await enter(souza({ documentNumber: '15350946056', accountNumber: '60606-4' }))
  for (const method of ['GET', 'HEAD'] as const)
    expect((await app.send(method, `${path}/${id}/personal-data`)).status).toBe(405)
  const { text } = await app.get(`/api/activity?thing=${id}`)
  expect(text).toContain('beneficiary.created')
  expect(text).not.toContain('beneficiary.exported')
})

it('POST /api/beneficiaries/{id}/personal-data holds the unfinished forms in which the person was typed, until they are thrown away', async () => {
  const entry = souza({ documentNumber: '39053344705', accountNumber: '60606-5' })
  const { country: _, ...typed } = entry
  const { id } = await enter(entry)
  const address = `/api/drafts/${crypto.randomUUID()}`
  const content = (values: object) => ({
    kind: 'payout',
    subjectId: null,
    content: { form: { country: 'BR', entries: { BR: values } }, confirmed: [] },
  })
  const held = async () => personalDataSchema.parse((await app.send('POST', `${path}/${id}/personal-data`)).json).drafts
  await app.put(address, content({ city: 'Natal' }), { 'if-none-match': '*' })
  expect(await held()).toEqual([])
  await app.put(address, content(typed), { 'if-match': '"1"' })
  expect(await held()).toMatchObject([{ kind: 'payout', content: { form: { entries: { BR: typed } } } }])
  await app.put(address, content({ ...typed, documentNumber: '', accountNumber: '' }), { 'if-match': '"2"' })
  expect(await held()).toEqual([])
})

it('The unfinished form of another person is neither read nor destroyed through a beneficiary with the same document and account', async () => {
  const entry = souza({ documentNumber: '29537995593', accountNumber: '60606-6', city: 'Xanadupolis' })
  const { country: _, ...typed } = entry
  const victim = app.as('Carla Dias')
  const address = `/api/drafts/${crypto.randomUUID()}`
  const content = { form: { country: 'BR', entries: { BR: typed } }, confirmed: [] }
  await victim.put(address, { kind: 'payout', subjectId: null, content }, { 'if-none-match': '*' })
  const bait = await enter({ ...entry, beneficiaryFirstName: 'Bait', city: 'Lima' })
  const { text, json } = await app.send('POST', `${path}/${bait.id}/personal-data`)
  expect(text).not.toContain('Xanadupolis')
  expect(personalDataSchema.parse(json)).toMatchObject({ drafts: [], draftsOfOthers: 1 })
  const erased = await app.post(`${path}/${bait.id}/erase`, { confirm: true }, { 'if-match': '"1"' })
  expect(erased.json).toEqual({ id: bait.id, version: 2, draftsOfOthers: 1, isCompacting: true })
  expect((await victim.get(address)).json).toMatchObject({ revision: 1, content })
})

describe('POST /api/beneficiaries/{id}/erase', () => {
  const erase = (id: string, body: object, version = 1) =>
    app.post(`${path}/${id}/erase`, body, { 'if-match': `"${version}"` })

  it('POST /api/beneficiaries/{id}/erase requires the confirmation in words', async () => {
    const { id } = await enter(souza({ documentNumber: '71428793860', accountNumber: '60606-2' }))
    expect((await erase(id, {})).status).toBe(422)
    expect((await erase(id, { confirm: false })).status).toBe(422)
    expect((await app.get(`${path}/${id}`)).text).toContain('Ana Souza')
  })

  it('POST /api/beneficiaries/{id}/erase leaves a row that says so, and no trace of the name in the files', async () => {
    const named = { beneficiaryFirstName: 'Quetzala', beneficiaryLastName: 'Wurzelbrunn' }
    const entry = souza({ ...named, documentNumber: '86288366757', accountNumber: '60606-3' })
    const { id } = await enter(entry)
    expect(keptFiles(directory).toLowerCase()).toContain('quetzala')
    const answer = await erase(id, { confirm: true })
    expect(answer.json).toEqual({ id, version: 2, draftsOfOthers: 0, isCompacting: true })
    expect(answer.headers.etag).toBe('"2"')
    await expect.poll(() => keptFiles(directory).toLowerCase()).not.toContain('quetzala')
    expect((await app.get(`${path}/${id}`)).json).toMatchObject({ name: 'Erased', masked: {}, status: 'archived' })
    const gone = [
      await app.put(`${path}/${id}`, { entry, confirmed: [] }, { 'if-match': '"2"' }),
      await app.post(`${path}/${id}/reveal`, { purpose: 'view' }),
      await app.send('POST', `${path}/${id}/restore`, { headers: { 'if-match': '"2"' } }),
      await erase(id, { confirm: true }, 2),
    ]
    expect(gone.map(({ status, json }) => [status, problemSchema.parse(json).code])).toEqual(
      gone.map(() => [410, 'ERASED']),
    )
  })
})
