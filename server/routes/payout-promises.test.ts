import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemSchema } from '#shared/api/problem.ts'
import { beneficiaryPart, completeEntry, filledFields } from '#shared/payout/entry.ts'
import { souza } from '../testing/beneficiaries.ts'
import {
  approve,
  changed,
  confirmedIn,
  confirming,
  enter,
  payoutIn,
  reveal,
  type SampleWrite,
  step,
} from '../testing/payouts.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

describe.each(someStores)('What the app promises about a payout, on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let [alice, bob, carol, dave]: Visitor[] = []

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    ;[alice, bob, carol, dave] = ['Alice Ramos', 'Bob Lima', 'Carol Dias', 'Davi Reis'].map((name) => app.as(name))
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  const numbers = Array.from({ length: 1000 }, (_, place) => 1001 + place).values()

  /** A beneficiary who was never paid, with an amount that was never paid. */
  function fresh(changes: Partial<SampleWrite> = {}): SampleWrite {
    const number = String(numbers.next().value)
    const entry = souza({ accountNumber: `${number}11`, documentNumber: cpf(`12345${number}`), amount: number })
    return { entry: filledFields(entry), confirmed: [], submit: false, ...changes }
  }

  /** Nine digits with the check digits of a CPF. */
  function cpf(nine: string): string {
    return [10, 11].reduce((digits, weight) => {
      const sum = Array.from(digits).reduce((total, digit, i) => total + Number(digit) * (weight - i), 0)
      return `${digits}${((sum * 10) % 11) % 10}`
    }, nine)
  }

  const problemIn = ({ json }: Answer) => problemSchema.parse(json)

  async function asBeneficiary(person: Visitor, write: SampleWrite) {
    const confirmed = await confirming(person, write)
    const { status, json } = await person.post('/api/beneficiaries', { entry: ofBeneficiary(write), confirmed })
    expect(status).toBe(201)
    const { id, version } = Object(json)
    return { id: String(id), version: Number(version) }
  }

  const ofBeneficiary = ({ entry }: SampleWrite) => beneficiaryPart(completeEntry(entry))

  /** A payout that a person sends to review at once. */
  async function sent(person: Visitor, write: SampleWrite) {
    const confirmed = await confirming(person, write)
    return payoutIn(await person.post('/api/payouts', { ...write, confirmed, submit: true }))
  }

  const exported = async (id: string) =>
    expect((await carol!.post('/api/exports', { payoutIds: [id], format: 'json', again: false })).status).toBe(201)

  const asked = async (person: Visitor, id: string) => payoutIn(await person.get(`/api/payouts/${id}`))

  describe('who typed an account', () => {
    it('cannot approve the first payout to it, and is told why; can approve the next', async () => {
      const write = fresh()
      const beneficiary = await asBeneficiary(alice!, write)
      const first = await sent(bob!, { ...write, beneficiary })
      expect(first.enteredBy.map(({ name }) => name)).toEqual(['Bob Lima', 'Alice Ramos'])
      const shown = await asked(alice!, first.id)
      expect(shown.whyNotApprove).toMatchObject({ code: 'OWN_ENTRY', params: { why: 'details', act: 'approve' } })
      expect(shown.actions).not.toContain('approve')
      const { requestHash, warningsHash } = await reveal(alice!, first.id)
      const refused = await step(alice!, first, 'approve', { requestHash, warningsHash, confirmed: [] })
      expect(problemIn(refused)).toMatchObject(shown.whyNotApprove ?? {})
      await approve(carol!, first)
      await exported(first.id)
      const next = await sent(bob!, { ...changed(write, { amount: '77' }), beneficiary })
      expect((await approve(alice!, next)).state).toBe('approved')
    })

    it('is everybody who changed it and any other identifying detail, not who changed anything else', async () => {
      const write = fresh()
      const entered = await asBeneficiary(alice!, write)
      const put = async (person: Visitor, version: number, edited: SampleWrite) => {
        const body = { entry: ofBeneficiary(edited), confirmed: await confirming(person, edited) }
        const headers = { 'if-match': `"${version}"` }
        expect((await person.put(`/api/beneficiaries/${entered.id}`, body, headers)).status).toBe(200)
      }
      const moved = changed({ ...write, beneficiary: entered }, { accountNumber: `${write.entry.accountNumber}9` })
      await put(carol!, 1, moved)
      await put(dave!, 2, changed(moved, { city: 'Natal' }))
      const beneficiary = { id: entered.id, version: 3 }
      const payout = await sent(bob!, { ...changed(moved, { city: 'Natal' }), beneficiary })
      expect(payout.enteredBy.map(({ name }) => name)).toEqual(['Bob Lima', 'Alice Ramos', 'Carol Dias'])
      expect((await approve(dave!, payout)).state).toBe('approved')
    })

    it('stays so through edits of the payout that leave the account as it is', async () => {
      const write = fresh()
      const beneficiary = await asBeneficiary(alice!, write)
      const first = await sent(bob!, { ...write, beneficiary })
      const { entry } = await reveal(bob!, first.id)
      const edit = { beneficiary, entry: { ...entry, amount: '12' }, confirmed: [], submit: false }
      await bob!.put(`/api/payouts/${first.id}`, edit, { 'if-match': '"1"' })
      const { version, warnings } = await reveal(bob!, first.id)
      const again = { ...edit, confirmed: confirmedIn({ json: { warnings } }), submit: true }
      expect((await bob!.put(`/api/payouts/${first.id}`, again, { 'if-match': `"${version}"` })).status).toBe(200)
      expect((await asked(alice!, first.id)).whyNotApprove?.params).toMatchObject({ why: 'details' })
    })
  })

  describe('an approval', () => {
    it('is of the warnings that were shown', async () => {
      const write = fresh()
      const payout = await sent(alice!, write)
      const { requestHash, warningsHash } = await reveal(bob!, payout.id)
      await enter(carol!, write)
      const stale = await step(bob!, payout, 'approve', { requestHash, warningsHash, confirmed: [] })
      expect(problemIn(stale)).toMatchObject({ status: 409, code: 'APPROVAL_STALE' })
      const now = await reveal(bob!, payout.id)
      expect(now).toMatchObject({ requestHash, version: payout.version })
      expect(now.warningsHash).not.toBe(warningsHash)
      expect((await approve(bob!, payout)).state).toBe('approved')
    })
  })

  describe('a comment', () => {
    it('says something', async () => {
      const payout = await sent(alice!, fresh())
      const blank = await step(bob!, payout, 'return', { comment: ' \n ' })
      expect(problemIn(blank)).toMatchObject({ code: 'FIELDS_INVALID', errors: [{ pointer: '#/comment' }] })
      const nul = await step(bob!, payout, 'return', { comment: 'a\0b' })
      expect(problemIn(nul).code).toBe('FIELDS_INVALID')
      const returned = payoutIn(await step(bob!, payout, 'return', { comment: ' The city is wrong. ' }))
      expect(returned.comment).toBe('The city is wrong.')
    })
  })

  describe('a form that is saved once more', () => {
    it('gives the first payout, also once the key is forgotten; with other content it is refused', async () => {
      const write = fresh({ draft: { id: 'form-of-a-payout' }, submit: true })
      const first = await alice!.post('/api/payouts', { ...write, confirmed: await confirming(alice!, write) })
      const again = await alice!.post('/api/payouts', write)
      expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
      expect(payoutIn(again).id).toBe(payoutIn(first).id)
      for (const other of [{ ...write, submit: false }, changed(write, { amount: '9' })]) {
        const refused = await alice!.post('/api/payouts', other)
        expect(problemIn(refused)).toMatchObject({
          code: 'STATE_CONFLICT',
          ids: [payoutIn(first).id],
          detail: expect.stringContaining('already saved'),
        })
      }
    })

    it('is one payout even when both come at the same moment', async () => {
      const write = fresh({ draft: { id: 'form-sent-twice' } })
      const answers = await Promise.all([1, 2, 3, 4].map(() => alice!.post('/api/payouts', write)))
      expect(new Set(answers.map((answer) => payoutIn(answer).id)).size).toBe(1)
    })

    it('gives the first beneficiary, and refuses another one', async () => {
      const entry = ofBeneficiary(fresh())
      const save = (city: string) => {
        const body = { entry: { ...entry, city }, confirmed: [], draft: { id: 'form-of-a-beneficiary' } }
        return bob!.post('/api/beneficiaries', body)
      }
      const [first, again, other] = [await save('Natal'), await save('Natal'), await save('Recife')]
      expect(first.status, first.text).toBe(201)
      expect(again).toMatchObject({ status: 201, json: first.json, headers: { 'idempotency-replayed': 'true' } })
      expect(problemIn(other)).toMatchObject({ code: 'STATE_CONFLICT', ids: [Object(first.json).id] })
    })
  })

  describe('a change of a payout that names no beneficiary', () => {
    it('is about its own', async () => {
      const draft = payoutIn(await alice!.post('/api/payouts', fresh()))
      const { entry } = await reveal(alice!, draft.id)
      const edit = { entry: { ...entry, city: 'Olinda' }, confirmed: [], submit: false }
      const edited = payoutIn(await alice!.put(`/api/payouts/${draft.id}`, edit, { 'if-match': '"1"' }))
      expect(edited.beneficiaryId).toBe(draft.beneficiaryId)
      expect((await reveal(alice!, draft.id)).beneficiary?.version).toBe(2)
    })
  })

  describe('a payout saved as a draft', () => {
    it('is saved with the warnings of a new beneficiary, and changes a saved one only when they are confirmed', async () => {
      const write = fresh()
      await asBeneficiary(alice!, write)
      const unlike = changed(write, { accountNumber: '5554443' })
      const { beneficiaryId, state } = payoutIn(await alice!.post('/api/payouts', unlike))
      expect(state).toBe('draft')
      const other = {
        ...unlike,
        beneficiary: { id: beneficiaryId, version: 1 },
        ...changed(unlike, { accountNumber: '5554442' }),
      }
      const refused = await alice!.post('/api/payouts', other)
      expect(problemIn(refused)).toMatchObject({
        code: 'WARNINGS_UNCONFIRMED',
        warnings: [{ code: 'document_other_account' }],
      })
      const confirmed = confirmedIn(refused)
      expect((await alice!.post('/api/payouts', { ...other, confirmed })).status).toBe(201)
    })

    it('asks nothing while it leaves the saved beneficiary as it is', async () => {
      const write = fresh()
      const beneficiary = await asBeneficiary(alice!, write)
      await asBeneficiary(alice!, changed(write, { accountNumber: '5554444' }))
      expect((await alice!.post('/api/payouts', { ...write, beneficiary })).status).toBe(201)
    })
  })
})
