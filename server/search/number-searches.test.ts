import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { batchSchema } from '#shared/api/batch.ts'
import { savedRowsSchema } from '#shared/api/batch-rows.ts'
import { beneficiaryPageSchema } from '#shared/api/beneficiary.ts'
import { createLimit, perDay, perMinuteAndDay } from '../kernel/limit.ts'
import { changed, payoutWrite, reveal, type SampleWrite, sampleNamed, step } from '../testing/payouts.ts'
import { someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { createNumberSearches } from './number-searches.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ NUMBER_SEARCHES_PER_MINUTE: '5' })
})

afterAll(() => app.stop())

const search = (visitor: Visitor, text: string, more = {}) =>
  visitor.post('/api/beneficiary-searches', { text, ...more })

it('2,795 guesses at a masked document come to 30 searches a minute, each audited without its number', async () => {
  const place = await someStores[0]!.makePlace()
  const store = await place.open()
  const clock = virtualClock()
  const searches = createNumberSearches(store, {
    own: createLimit(perMinuteAndDay(30), clock),
    ofFiles: createLimit(perDay(1), clock),
    beneficiaries: createLimit(perDay(1), clock),
    isByAddress: true,
  })
  const person = { id: 'p-1', name: 'Eva Prado' }
  let guess = 40_000_029
  const attack = async (guesses: number) => {
    let found = 0
    for (let turn = 0; turn < guesses; turn += 1) {
      guess += 100
      found += await searches.byText({ person, address: 'a' }, String(guess)).then(
        () => 1,
        () => 0,
      )
    }
    return found
  }
  expect(await attack(2_795)).toBe(30)
  await clock.advance(60_000)
  expect(await attack(40)).toBe(30)
  const audited = await store.db.selectFrom('audit').select(['action', 'facts']).orderBy('seq').execute()
  expect(audited).toEqual(
    Array.from({ length: 60 }, (_, turn) => ({ action: 'numbers.searched', facts: `{"searches":${turn + 1}}` })),
  )
  await store.close()
  await place.remove()
})

it('Numbers of rows that warnings refused are counted one by one, and past the limit no more rows are saved', async () => {
  const [kind] = someStores
  if (kind === undefined) throw new Error('There is no database.')
  const place = await kind.makePlace()
  const store = await place.open()
  const clock = virtualClock()
  const none = createLimit(perDay(0), clock)
  const limits = { own: none, ofFiles: createLimit(perDay(10), clock), beneficiaries: none, isByAddress: false }
  const searches = createNumberSearches(store, limits)
  const asked = { person: { id: 'p-1', name: 'Eva Prado' }, address: 'a' }
  const refuse = (count: number) =>
    searches.byRefusedRows(
      asked,
      Array.from({ length: count }, (_, row) => ({ documentNumber: String(40_000_000 + row) })),
    )
  for (const count of [4, 0, 6]) await refuse(count)
  searches.beforeRows(asked)
  await refuse(2)
  expect(() => searches.beforeRows(asked)).toThrow('TOO_MANY_SEARCHES')
  await store.close()
  await place.remove()
})

it('Guesses in edits of one entry are counted each, and what changes no number, or is put back, is none', async () => {
  const place = await someStores[0]!.makePlace()
  const store = await place.open()
  const clock = virtualClock()
  const own = createLimit(perMinuteAndDay(30), clock)
  const searches = createNumberSearches(store, {
    own,
    ofFiles: createLimit(perDay(1), clock),
    beneficiaries: createLimit(perDay(1), clock),
    isByAddress: false,
  })
  const asked = { person: { id: 'p-1', name: 'Eva Prado' }, address: 'a' }
  const edit = async (from: number, to?: number) => {
    const [saved, entry] = [from, to].map((accountNumber) => ({ accountNumber, documentNumber: '40000029' }))
    await searches.byEditing(asked, entry!, saved!)
  }
  for (let turn = 0; turn < 30; turn += 1) await edit(turn, turn + 1)
  for (let turn = 0; turn < 30; turn += 1) await edit(turn)
  await edit(30, 29)
  await searches.byEditing(asked, { accountNumber: 7, documentNumber: '-' }, { accountNumber: 7, documentNumber: '4' })
  await expect(edit(29, 31)).rejects.toMatchObject({ code: 'TOO_MANY_SEARCHES' })
  await store.close()
  await place.remove()
})

it('A person who guesses is refused after NUMBER_SEARCHES_PER_MINUTE, with when to go on, and no other name goes on', async () => {
  const eva = app.as('Eva Prado')
  expect((await eva.post('/api/payouts', peruvian('40000029'))).status).toBe(201)
  const guesses = Array.from({ length: 20 }, (_, turn) => String(40_100_029 - turn * 100))
  const answers = []
  for (const guess of guesses.slice(0, 10)) answers.push(await search(eva, guess))
  for (const guess of guesses.slice(10)) answers.push(await search(app.as(`${guess} Mole`), guess))
  expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill(200), ...Array(15).fill(429)])
  const refused = answers.at(-1)
  expect(refused).toMatchObject({
    json: { code: 'TOO_MANY_SEARCHES', detail: expect.stringContaining('Search by name still works.') },
  })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(30)
  const { text } = await app.get('/api/activity?action=numbers.searched')
  expect(JSON.parse(text).items.map(({ facts }: { facts: object }) => facts)).toEqual(
    Array.from({ length: 5 }, (_, turn) => ({ searches: 5 - turn })),
  )
  for (const guess of guesses.slice(0, 5)) expect(text).not.toContain(guess)

  // Names, whole or begun, are free; and so is what was asked before, such as its next page.
  for (const name of ['Eva', 'Prado Lima', 'M']) expect((await search(eva, name)).status).toBe(200)
  expect((await search(eva, guesses[3]!, { limit: 5 })).status).toBe(200)
})

it.each([
  ['a search for payouts', (text: string) => app.post('/api/payout-searches', { text })],
  ['the end of a number', (text: string) => search(app, text.slice(-4))],
  ['a Pix key', (text: string) => search(app, `${text}@example.com`)],
  ['the warnings of a form', (text: string) => app.post('/api/payout-warnings', { entry: peruvian(text).entry })],
  [
    'a payout that warnings keep from being saved',
    (text: string) =>
      app.post('/api/payouts', { ...changed(peruvian(text), { beneficiaryFirstName: 'x'.repeat(40) }), submit: true }),
  ],
  ['an edit of a payout of their own', (text: string) => edited('/api/payouts', kenyan('40000129'), kenyan(text))],
  [
    'an edit of a beneficiary',
    (text: string) => edited('/api/beneficiaries', beneficiary('40000229'), beneficiary(`${text}9`)),
  ],
])('Guesses at numbers are counted together, whatever they are made by: %s', async (_, guess) => {
  const { status, json } = await guess('40005678')
  expect([status, json]).toMatchObject([429, { code: 'TOO_MANY_SEARCHES' }])
})

it('What is saved past the limit is checked all the same, alone or in a batch: drafts have their warnings, and none goes to review with one unconfirmed', async () => {
  const eva = app.as('Eva Prado')
  const twin = peruvian('40000029')
  const post = (path: string, body: object) => eva.post(path, body, { 'idempotency-key': randomUUID() })
  expect((await post('/api/payout-warnings', { entry: { ...twin.entry, amount: '77' } })).status).toBe(429)
  expect((await post('/api/payouts', { ...twin, submit: true })).status).toBe(429)

  const source = { kind: 'api', name: null }
  const { id } = batchSchema.parse((await post('/api/batches', { name: 'Late', source, rowsGiven: null })).json)
  const given = await post(`/api/batches/${id}/rows`, { rows: [{ row: 1, entry: twin.entry, confirmed: [] }] })
  const [row] = savedRowsSchema.parse(given.json).rows
  if (row === undefined || !('payout' in row)) throw new Error(given.text)
  expect(row.warnings.unconfirmed).toBeGreaterThan(0)
  const sent = await post(`/api/batches/${id}/submit`, { payouts: [{ ...row.payout, confirmed: [] }] })
  expect(sent.json).toMatchObject({ payouts: [{ problem: { code: 'WARNINGS_UNCONFIRMED' } }] })
  expect((await step(eva, row.payout, 'submit')).json).toMatchObject({ code: 'WARNINGS_UNCONFIRMED' })
  const { warnings } = await reveal(app.as('Bea Lima'), row.payout.id)
  expect(warnings.map(({ code }) => code)).toContain('duplicate_payout')
})

it('A reference of ours, whole or begun, is no search by a number', async () => {
  for (const text of ['PD-7K3MX2QA', 'pd-7K3', ' PD-40005678']) {
    expect((await app.post('/api/payout-searches', { text })).status).toBe(200)
  }
})

it('A list by filters alone is no search by a number', async () => {
  const { status, json } = await app.post('/api/beneficiary-searches', { country: 'PE' })
  expect([status, beneficiaryPageSchema.parse(json).items.length]).toEqual([200, 1])
})

/** Saves one thing, and then another in its place: with the same numbers, which is no guess, before it is one. */
async function edited(path: string, first: Pick<SampleWrite, 'entry'>, guess: object) {
  const made = z.object({ id: z.string(), version: z.number() })
  const { id, version } = made.parse((await app.post(path, first)).json)
  const put = (write: object, seen: number) => app.put(`${path}/${id}`, write, { 'if-match': `"${seen}"` })
  const other = await put({ ...first, entry: { ...first.entry, beneficiaryFirstName: 'Carla' } }, version)
  expect(other).toMatchObject({ status: 200 })
  return put(guess, made.parse(other.json).version)
}

function beneficiary(number: string) {
  const { entry, confirmed } = kenyan(number)
  const { amount, currencyCode, ...part } = entry
  return { entry: part, confirmed }
}

function kenyan(accountNumber: string) {
  return changed(payoutWrite(sampleNamed('Kenya')), { accountNumber })
}

function peruvian(documentNumber: string) {
  return changed(payoutWrite(sampleNamed('Peru')), { documentNumber })
}
