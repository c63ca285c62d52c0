import { afterAll, beforeAll, expect, it } from 'vitest'
import { beneficiaryReceiptSchema, revealedSchema, warningsSchema } from '#shared/api/beneficiary.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { problemSchema } from '#shared/api/problem.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { beneficiaryEntry, entryColumns } from '../entry/entry-columns.ts'
import { souza } from '../testing/beneficiaries.ts'
import { confirmedIn, reveal, savedIn } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const [sqlite] = stores

let place: Place
let app: TestApp
let bruno: Visitor

beforeAll(async () => {
  if (sqlite === undefined) throw new Error('There is no store to test with.')
  place = await sqlite.makePlace()
  app = await startTestApp(place.environment)
  bruno = app.as('Bruno Lima')
})

afterAll(async () => {
  await app.stop()
  await place.remove()
})

const problemIn = ({ json }: Answer) => problemSchema.parse(json)

const cpfs = [
  '11144477735',
  '52998224725',
  '39053344705',
  '15350946056',
  '16899535009',
  '71428793860',
  '86288366757',
  '12345678909',
  '98765432100',
]
const people = cpfs.values()

/** A beneficiary whom Ana saves, with numbers that no other has. */
async function saved(changes: Partial<Entry> = {}) {
  const cpf = changes.documentNumber ?? people.next().value ?? '11144477735'
  const entry = souza({
    documentNumber: cpf,
    accountNumber: `${cpf.slice(0, 7)}-1`,
    email: `q${cpf}@example.com`,
    ...changes,
  })
  const first = await app.post('/api/beneficiaries', { entry, confirmed: [] })
  const confirmed = first.status === 409 ? confirmedIn(first) : []
  const answer = first.status === 409 ? await app.post('/api/beneficiaries', { entry, confirmed }) : first
  expect(answer.status, answer.text).toBe(201)
  const { id, version } = beneficiaryReceiptSchema.parse(answer.json)
  return { beneficiary: { id, version }, entry, secrets: [entry.documentNumber, entry.accountNumber, entry.email] }
}

const pay = (beneficiary: object, entry: object, more: object = {}, person = bruno) =>
  person.post('/api/payouts', { entry, beneficiary, confirmed: [], submit: false, ...more })

async function savedEntry(id: string): Promise<Entry> {
  return revealedSchema.parse((await app.post(`/api/beneficiaries/${id}/reveal`, { purpose: 'view' })).json).entry
}

async function payoutsTo(beneficiaryId: string) {
  return payoutPageSchema.parse((await app.post('/api/payout-searches', { beneficiaryId })).json).items
}

it('A payout to a saved beneficiary takes the amount alone, and neither its answer nor the audit log reveals anything', async () => {
  const { beneficiary, entry, secrets } = await saved()
  const answer = await pay(beneficiary, { amount: '12.50' }, { submit: true })
  expect(answer.status, answer.text).toBe(201)
  for (const secret of secrets) expect(answer.text).not.toContain(secret)
  const { id, request, state } = savedIn(answer)
  expect(state).toBe('in_review')
  expect(request).toMatchObject({
    amount: 12.5,
    beneficiaryFirstName: 'Ana',
    documentNumber: `…${entry.documentNumber.slice(-4)}`,
    email: 'q…@example.com',
  })
  const { text } = await app.get(`/api/activity?thing=${beneficiary.id}`)
  expect(text).toContain('beneficiary.created')
  expect(text).not.toContain('revealed')
  const shown = await reveal(app, id)
  expect(shown.beneficiary).toEqual(beneficiary)
  expect(shown.request).toMatchObject({ documentNumber: entry.documentNumber, email: entry.email })
  expect(shown.entry).toMatchObject({
    ...entry,
    amount: '12.5',
    currencyCode: 'BRL',
    externalReference: expect.stringMatching(/^PD-/),
  })
})

it('A payout to a saved beneficiary changes the saved beneficiary where a field is another one, and empties what is sent blank', async () => {
  const { beneficiary, entry } = await saved()
  const answer = await pay(beneficiary, { amount: 10, city: 'Natal', email: '' })
  expect(answer.status, answer.text).toBe(201)
  expect(await savedEntry(beneficiary.id)).toEqual({ ...entry, city: 'Natal', email: '' })
  expect((await reveal(app, savedIn(answer).id)).beneficiary).toEqual({ ...beneficiary, version: 2 })
})

it('A payout with details of its own does not change the saved beneficiary, and warns its reviewer', async () => {
  const { beneficiary, entry } = await saved({ documentNumber: '63929247011', accountNumber: '1239876-1' })
  const own = { amount: '10', accountNumber: '7778889-1' }
  const once = { ...beneficiary, once: true }
  const refused = await pay(once, own, { submit: true })
  expect(problemIn(refused).warnings).toMatchObject([{ code: 'details_once', grade: 'serious' }])
  const answer = await pay(once, own, { submit: true, confirmed: confirmedIn(refused) })
  expect(answer.status, answer.text).toBe(201)
  expect(await savedEntry(beneficiary.id)).toEqual(entry)
  const { id } = savedIn(answer)
  const shown = await reveal(app, id)
  expect(shown.beneficiary).toEqual(once)
  expect(shown.entry.accountNumber).toBe(own.accountNumber)
  expect(shown.warnings).toMatchObject([{ code: 'details_once', confirmedBy: { name: 'Bruno Lima' } }])
})

it('A payout with details of its own keeps them to itself when it is edited, also after the saved ones have changed', async () => {
  const { beneficiary, entry } = await saved({ documentNumber: '47393545608', accountNumber: '1239877-1' })
  const { id } = savedIn(await pay({ ...beneficiary, once: true }, { amount: '10', accountNumber: '7778880-1' }))
  const edit = { entry: { amount: '11', accountNumber: '7778881-1' }, confirmed: [], submit: false }
  const edited = await bruno.put(`/api/payouts/${id}`, edit, { 'if-match': '"1"' })
  expect(edited.status, edited.text).toBe(200)
  expect(await savedEntry(beneficiary.id)).toEqual(entry)
  await pay(beneficiary, { amount: '12', city: 'Natal' })
  expect((await reveal(app, id)).beneficiary).toEqual({ ...beneficiary, once: true })
  const saving = { entry: { amount: '13' }, beneficiary: { ...beneficiary, version: 2 }, confirmed: [], submit: false }
  const moved = await bruno.put(`/api/payouts/${id}`, saving, { 'if-match': '"2"' })
  expect(savedIn(moved).request).toMatchObject({ accountNumber: '…71' })
})

it('A payout to a saved beneficiary takes another method with its own fields, and what both methods ask for from the saved beneficiary', async () => {
  const { beneficiary, entry } = await saved()
  const answer = await pay(beneficiary, { amount: '10', method: 'pix', recipientPixKey: 'q@example.com' })
  expect(answer.status, answer.text).toBe(201)
  expect(await savedEntry(beneficiary.id)).toMatchObject({
    method: 'pix',
    recipientPixKey: 'q@example.com',
    documentNumber: entry.documentNumber,
    accountNumber: '',
  })
})

it('A payout to a saved beneficiary in another country takes no document and no account along, but what all countries share', async () => {
  const { beneficiary, entry } = await saved()
  const answer = await pay(beneficiary, { country: '\u200bke', amount: '10', accountNumber: '0712345678' })
  expect(answer.status, answer.text).toBe(201)
  const shared = { beneficiaryFirstName: entry.beneficiaryFirstName, email: entry.email }
  const { request } = await reveal(app, savedIn(answer).id)
  expect(request).toMatchObject({ ...shared, country: 'KE', accountNumber: '0712345678' })
  for (const field of ['documentType', 'documentNumber', 'bankName', 'accountAgencyNumber'])
    expect(request).not.toHaveProperty(field)
  const unnamed = await pay({ ...beneficiary, version: 2 }, { country: 'UG', amount: '10' }, { submit: true })
  expect(unnamed.status).toBe(409)
  expect(unnamed.text).toContain('no_account_named')
})

it('A payout to a saved beneficiary is refused for a version that is not the newest: nothing is saved, and nothing lost', async () => {
  const { beneficiary } = await saved()
  await pay(beneficiary, { amount: '10', city: 'Natal' })
  for (const entry of [{ amount: '11', city: 'Olinda' }, { amount: '11' }]) {
    const stale = await pay(beneficiary, entry)
    expect(stale.status).toBe(412)
    expect(problemIn(stale)).toMatchObject({ code: 'VERSION_CONFLICT', ids: [beneficiary.id] })
  }
  expect((await savedEntry(beneficiary.id)).city).toBe('Natal')
  expect(await payoutsTo(beneficiary.id)).toHaveLength(1)
  const again = await pay({ ...beneficiary, version: 2 }, { amount: '11', city: 'Olinda' })
  expect(again.status, again.text).toBe(201)
})

it('A payout to a saved beneficiary is refused for a beneficiary who does not exist', async () => {
  expect(problemIn(await pay({ id: 'nobody', version: 1 }, { amount: '10' })).code).toBe('NOT_FOUND')
})

it.each(['beneficiaryId', 'payoutId', 'replaces'])(
  'The warnings of a payout are refused for a %s that does not exist, as leaving it aside would hide some',
  async (name) => {
    const question = { entry: souza({ documentNumber: '11122233396' }), [name]: 'nothing' }
    expect(problemIn(await bruno.post('/api/payout-warnings', question)).code).toBe('NOT_FOUND')
  },
)

it('The warnings of a payout that is edited are of the details that it keeps, whatever payout is named as replaced', async () => {
  const { beneficiary } = await saved({ email: 'quetzal@gmial.com' })
  const first = savedIn(await pay(beneficiary, { amount: '14' }))
  const change = { entry: { email: 'quetzal@example.com' }, confirmed: [] }
  await app.put(`/api/beneficiaries/${beneficiary.id}`, change, { 'if-match': `"${beneficiary.version}"` })
  const edited = savedIn(await pay({ ...beneficiary, version: beneficiary.version + 1 }, { amount: '15' }))
  const codes = async (about: object) => {
    const question = { entry: { amount: '16' }, beneficiaryId: beneficiary.id, ...about }
    const { json } = await bruno.post('/api/payout-warnings', question)
    return warningsSchema.parse(json).warnings.map(({ code }) => code)
  }
  expect(await codes({ replaces: first.id })).toContain('mail_domain')
  expect(await codes({ replaces: first.id, payoutId: edited.id })).not.toContain('mail_domain')
})

it('A payout to a saved beneficiary quotes no number of theirs in a warning, and takes the confirmation of what it told', async () => {
  const { beneficiary, entry, secrets } = await saved({ documentNumber: '11144477734', accountNumber: '7654321-0' })
  const refused = await pay(beneficiary, { amount: '13' }, { submit: true })
  expect(problemIn(refused)).toMatchObject({
    code: 'WARNINGS_UNCONFIRMED',
    warnings: [{ field: 'documentNumber', code: 'check_digit', params: { value: '…7734' } }],
  })
  for (const secret of secrets) expect(refused.text).not.toContain(secret)
  const [told] = confirmedIn(refused)
  const confirmed = [{ ...told, reason: 'It is on the card.' }]
  const answer = await pay(beneficiary, { amount: '13' }, { submit: true, confirmed })
  expect(answer.status, answer.text).toBe(201)
  expect((await reveal(app, savedIn(answer).id)).warnings).toMatchObject([
    { params: { value: entry.documentNumber }, reason: 'It is on the card.', confirmedBy: { name: 'Bruno Lima' } },
  ])
})

it('The warnings of a payout to a saved beneficiary are asked for with the amount alone, and are those that saving it returns', async () => {
  const { beneficiary, secrets } = await saved({ documentNumber: '39053344706', accountNumber: '7654322-0' })
  const question = { entry: { amount: '13' }, beneficiaryId: beneficiary.id }
  const asked = await bruno.post('/api/payout-warnings', question)
  const refused = await pay(beneficiary, { amount: '13' }, { submit: true })
  expect(warningsSchema.parse(asked.json).warnings).toEqual(problemIn(refused).warnings)
  expect(confirmedIn(asked)).toHaveLength(1)
  for (const secret of secrets) expect(asked.text).not.toContain(secret)
})

it('A payout to a saved beneficiary quotes no number of theirs in an error either', async () => {
  const { beneficiary } = await saved({ method: 'pix', recipientPixKey: 'quetzal@example.com', accountNumber: '' })
  const store = await place.open()
  const row = await store.db
    .selectFrom('beneficiaries')
    .selectAll()
    .where('id', '=', beneficiary.id)
    .executeTakeFirstOrThrow()
  const asOnceTaken = { ...beneficiaryEntry(store, row), recipientPixKey: '(11) 94455-7788' }
  const columns = entryColumns(store, 'beneficiaries', row.id, asOnceTaken)
  await store.write(({ db }) => db.updateTable('beneficiaries').set(columns).where('id', '=', row.id).execute())
  await store.close()
  const sent = { submit: true }
  const answer = await pay(beneficiary, { amount: '14' }, sent)
  expect(problemIn(answer).errors).toMatchObject([{ pointer: '#/entry/recipientPixKey', code: 'not_a_pix_key' }])
  expect(answer.text).not.toContain('4455')
  expect(answer.text).toContain('7788')
  const own = await pay(beneficiary, { amount: '14', recipientPixKey: '(11) 94455-7788' }, sent)
  expect(own.text).toContain('+5511944557788')
  // Everyone who looks at a draft reads its errors, so no error quotes a value.
  for (const entry of [{ amount: '14' }, { amount: '14', recipientPixKey: '(11) 94455-7788' }]) {
    const draft = await pay(beneficiary, entry)
    expect(savedIn(draft).errors).toMatchObject([{ field: 'recipientPixKey', code: 'not_a_pix_key' }])
    expect(draft.text).not.toContain('4455')
    expect(draft.text).toContain('7788')
  }
})

it('A payout to a saved beneficiary keeps its copy when it is changed by the amount alone, whatever the saved beneficiary has become', async () => {
  const { beneficiary, entry } = await saved()
  const { id } = savedIn(await pay(beneficiary, { amount: '15' }))
  await pay(beneficiary, { amount: '16', city: 'Natal' })
  const edit = { entry: { amount: '17' }, confirmed: [], submit: false }
  const edited = await bruno.put(`/api/payouts/${id}`, edit, { 'if-match': '"1"' })
  expect(savedIn(edited)).toMatchObject({ amount: '17', request: { amount: 17, city: entry.city } })
  expect((await reveal(app, id)).beneficiary).toEqual(beneficiary)
  const newer = { ...edit, beneficiary: { ...beneficiary, version: 2 } }
  const moved = await bruno.put(`/api/payouts/${id}`, newer, { 'if-match': '"2"' })
  expect(savedIn(moved).request).toMatchObject({ city: 'Natal' })
})

it('A payout to a saved beneficiary is one payout when its form is sent twice, also where the first one has changed the beneficiary', async () => {
  const { beneficiary } = await saved()
  const send = () => pay(beneficiary, { amount: '18', city: 'Natal' }, { draft: { id: 'form-sent-twice' } })
  const [first, second] = [await send(), await send()]
  expect(savedIn(second).id).toBe(savedIn(first).id)
})
