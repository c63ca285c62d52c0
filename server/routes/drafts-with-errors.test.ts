import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneBeneficiarySchema } from '#shared/api/beneficiary.ts'
import { payoutFormSchema, savedPayoutSchema } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { souza } from '../testing/beneficiaries.ts'
import { enter, payoutIn, payoutWrite, step } from '../testing/payouts.ts'
import { rewritePayout } from '../testing/rewrite-payout.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

describe.each(someStores)('A payout that is saved as a draft with errors, on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let alice: Visitor
  let bruno: Visitor

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    alice = app.as('Alice Ramos')
    bruno = app.as('Bruno Lima')
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  const numbers = Array.from({ length: 100 }, (_, place) => 4001 + place).values()

  function whole() {
    return filledFields(
      souza({ accountNumber: `${numbers.next().value}11`, documentNumber: '52998224725', amount: '41.5' }),
    )
  }

  const draftOf = (entry: object, more: object = {}) => ({ entry, confirmed: [], submit: false, ...more })
  const savedIn = ({ json, status, text }: Answer) => {
    if (status >= 300) throw new Error(`answered ${status}: ${text}`)
    return savedPayoutSchema.parse(json)
  }
  const save = async (entry: object, more: object = {}) =>
    savedIn(await alice.post('/api/payouts', draftOf(entry, more)))
  const problemIn = ({ json }: Answer) => problemSchema.parse(json)
  const formOf = async (id: string) => payoutFormSchema.parse((await alice.get(`/api/payouts/${id}/entry`)).json)
  const beneficiaries = async () => Object((await alice.get('/api/overview')).json).beneficiaries
  const codesOf = ({ errors }: { readonly errors: readonly { readonly field: string; readonly code: string }[] }) =>
    errors.map(({ field, code }) => `${field} ${code}`)

  const { documentNumber: _d, accountNumber: _a, amount: _m, ...unnamed } = whole()

  it('saves what is there, counts what is to be fixed, and makes no beneficiary of one with errors', async () => {
    const before = await beneficiaries()
    const draft = await save({ ...unnamed, accountNumber: '12ab' })
    expect(draft).toMatchObject({ state: 'draft', errorCount: 3, beneficiaryId: '', amount: '', name: 'Ana Souza' })
    expect(draft.actions).toContain('edit')
    expect(draft.actions).not.toContain('submit')
    expect(codesOf(draft)).toHaveLength(3)
    expect(await beneficiaries()).toBe(before)
    const { masked, beneficiary, version } = await formOf(draft.id)
    expect(masked).toHaveProperty('accountNumber')
    expect(beneficiary).toBeUndefined()
    expect(version).toBe(1)
  })

  it('is refused where it is sent, by itself and in a list, and never in review', async () => {
    const { id, version } = await save(unnamed)
    const sent = await step(alice, { id, version }, 'submit')
    expect(problemIn(sent).code).toBe('FIELDS_INVALID')
    const listed = await alice.post('/api/payout-lists/submit', { payouts: [{ id, version }] })
    expect(listed.text).toContain('FIELDS_INVALID')
    expect(problemIn(await alice.post('/api/payouts', { ...draftOf(unnamed), submit: true })).code).toBe(
      'FIELDS_INVALID',
    )
    expect(payoutIn(await alice.get(`/api/payouts/${id}`)).state).toBe('draft')
  })

  it('becomes a payout to a saved beneficiary once its errors are fixed, with what an edit leaves out as it was', async () => {
    const entry = whole()
    const draft = await save({ ...entry, documentNumber: '' })
    expect(draft).toMatchObject({ beneficiaryId: '', errorCount: 1, amount: String(entry.amount) })
    const { accountNumber: _, ...seen } = entry
    const edited = savedIn(await alice.put(`/api/payouts/${draft.id}`, draftOf(seen), { 'if-match': '"1"' }))
    expect(edited).toMatchObject({ errorCount: 0, errors: [], actions: expect.arrayContaining(['submit']) })
    expect(edited.masked).toEqual({ ...draft.masked, documentNumber: expect.any(String) })
    expect((await alice.get(`/api/beneficiaries/${edited.beneficiaryId}`)).status).toBe(200)
  })

  it('never changes a saved beneficiary', async () => {
    const entry = whole()
    const paid = await enter(alice, payoutWrite(undefined, { entry }))
    const beneficiary = { id: paid.beneficiaryId, version: 1 }
    const draft = await save({ ...entry, accountNumber: 'x' }, { beneficiary })
    expect(draft.beneficiaryId).toBe(paid.beneficiaryId)
    expect(codesOf(draft)).toEqual(['accountNumber wrong_character'])
    const saved = await alice.get(`/api/beneficiaries/${paid.beneficiaryId}`)
    expect(saved.headers.etag).toBe('"1"')
  })

  it('keeps an amount that could be two as it was typed, and counts it nowhere', async () => {
    const { amount: _, ...entry } = whole()
    const totals = async () =>
      payoutPageSchema.parse((await alice.post('/api/payout-searches', { totals: true, state: 'draft' })).json).totals
    const before = await totals()
    const draft = await save(entry, { unreadAmount: '50,000' })
    expect(draft).toMatchObject({ amount: '', currencyCode: 'BRL', errorCount: 1 })
    expect(codesOf(draft)).toEqual(['amount missing'])
    expect((await formOf(draft.id)).unreadAmount).toBe('50,000')
    const sumsOf = (all: Awaited<ReturnType<typeof totals>>) => all?.map(({ amount }) => Number(amount))
    expect(sumsOf(await totals())).toEqual(sumsOf(before))
    const faulty = await save({ ...whole(), amount: 'twelve' })
    expect((await formOf(faulty.id)).unreadAmount).toBe('twelve')
    expect(problemIn(await step(alice, faulty, 'submit')).code).toBe('FIELDS_INVALID')
  })

  it('is no duplicate of a payout, nor a payout one of it, while its amount or account has errors', async () => {
    const entry = whole()
    const { amount: _, ...without } = entry
    await save(without, { unreadAmount: '1.000' })
    const warnings = await alice.post('/api/payout-warnings', { entry })
    expect(warnings.text).not.toContain('duplicate_payout')
  })

  it('refuses what no draft holds: an unknown field or country, a currency that is none, what the method does not use', async () => {
    const entry = whole()
    for (const wrong of [
      { country: 'XX' },
      { colour: 'red' },
      { currencyCode: 'XYZ' },
      { recipientPixKey: 'a@b.example' },
    ]) {
      const refused = await alice.post('/api/payouts', draftOf({ ...entry, ...wrong }))
      expect(problemIn(refused).code).toBe('FIELDS_INVALID')
    }
  })

  it('answers the same payout when its form is saved once more', async () => {
    const draft = { id: 'form-with-errors' }
    const first = await save(unnamed, { draft })
    expect((await save(unnamed, { draft })).id).toBe(first.id)
  })

  it('comes out of a batch only where its row asks for it', async () => {
    const batch = { name: 'July', source: { kind: 'api', name: null }, rowsGiven: null }
    const { location = '' } = (await alice.post('/api/batches', batch)).headers
    const row = (number: number, more: object = {}) => ({ row: number, entry: unnamed, confirmed: [], ...more })
    const rows = [row(1), row(2, { withErrors: true }), row(3, { withErrors: true })]
    const answer = await alice.post(`${location}/rows`, { rows })
    const [refused, one, other] = Object(answer.json).rows
    expect(refused.problem.code).toBe('FIELDS_INVALID')
    expect([one, other].every(({ payout }) => typeof payout.id === 'string')).toBe(true)
    expect(payoutIn(await alice.get(`/api/payouts/${one.payout.id}`))).toMatchObject({
      beneficiaryId: '',
      errorCount: 3,
    })
  })

  it('is found by its name, deleted by its author, and seen by who reviews', async () => {
    const draft = await save({ ...unnamed, beneficiaryFirstName: 'Zulmira' })
    const found = payoutPageSchema.parse((await bruno.post('/api/payout-searches', { text: 'zulmira' })).json)
    expect(found.items.map(({ id, errorCount }) => [id, errorCount])).toEqual([[draft.id, 3]])
    expect((await bruno.post(`/api/payouts/${draft.id}/reveal`, {})).status).toBe(200)
    expect((await alice.delete(`/api/payouts/${draft.id}`, { 'if-match': '"1"' })).status).toBe(204)
  })

  it('is sent as any other, and its beneficiary saved, where rules of a newer version find no errors', async () => {
    const documents = ['11144477735', '39053344705', '12345678909', '98765432100'].values()
    const drawn = () =>
      enter(alice, {
        entry: { ...whole(), documentNumber: documents.next().value },
        confirmed: [],
        submit: false,
      })
    const ofNewRules = async () => {
      const { id, version, beneficiaryId } = await drawn()
      const store = await app.openStore()
      // As rules that found errors would have saved it: with no one in the beneficiaries.
      await rewritePayout(store, id, { beneficiary_id: null, beneficiary_version: null })
      await store.write(({ db }) => db.deleteFrom('search_terms').where('thing_id', '=', beneficiaryId).execute())
      return { id, version }
    }
    const sent = payoutIn(await step(bruno, await ofNewRules(), 'submit'))
    expect(sent.state).toBe('in_review')
    expect(sent.enteredBy.map(({ name }) => name)).toEqual(['Alice Ramos', 'Bruno Lima'])
    const { createdBy } = oneBeneficiarySchema.parse((await alice.get(`/api/beneficiaries/${sent.beneficiaryId}`)).json)
    expect(createdBy.name).toBe('Bruno Lima')
    const listed = [await ofNewRules(), await drawn(), await ofNewRules()].map(({ id, version }) => ({ id, version }))
    expect((await alice.post('/api/payout-lists/submit', { payouts: listed })).text).not.toContain('problem')
    for (const { id } of listed) expect(payoutIn(await alice.get(`/api/payouts/${id}`)).state).toBe('in_review')
  })
})
