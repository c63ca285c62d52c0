import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beneficiaryReceiptSchema, oneBeneficiarySchema } from '#shared/api/beneficiary.ts'
import { callBacksSchema } from '#shared/api/call-back.ts'
import type { Payout } from '#shared/api/payout.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { verifyRows } from '../programs/verify-rows.ts'
import type { Store } from '../store/store.ts'
import { named } from '../testing/beneficiaries.ts'
import { approve, confirmedIn, payoutIn, reveal } from '../testing/payouts.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const known = '+233 20 123 4567'
const sent = '+233 24 999 0000'

describe.each(someStores)('Call-backs, on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let store: Store
  let [ana, bruno, carla, dora]: Visitor[] = []

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    store = await place.open()
    ana = app
    bruno = app.as('Bruno Lima')
    carla = app.as('Carla Dias')
    dora = app.as('Dora Reis')
    const currencies = {
      GHS: [{ above: '1000', approvals: 1, appliesTo: 'calledIfChanged' }],
      KES: [{ above: '1000', approvals: 1, appliesTo: 'calledIfFirst' }],
      XOF: [{ above: '1000', approvals: 2, appliesTo: 'payout' }],
    }
    const { json } = await ana.post('/api/approval-policy/proposals', { currencies })
    const [proposal] = proposalsSchema.parse(json).items
    expect((await bruno.post(`/api/proposals/${proposal?.id}/confirm`, {})).status).toBe(200)
  })

  afterAll(async () => {
    await store.close()
    await app.stop()
    await place.remove()
  })

  async function confirmingAll(send: (confirmed: readonly object[]) => Promise<Answer>): Promise<Answer> {
    const first = await send([])
    return first.status === 409 ? send(confirmedIn(first)) : first
  }

  let number = 0
  /** A beneficiary whom Ana has entered with the known number, and who was paid to an account. */
  async function paid(changes: object = {}): Promise<string> {
    number += 1
    const name = `Mensah${String.fromCharCode(97 + (number % 26)).repeat(3)}`
    const entry = { ...filledFields(named('Kofi', name)), accountNumber: `10000${number}`, phone: known, ...changes }
    const saved = await confirmingAll((confirmed) => ana!.post('/api/beneficiaries', { entry, confirmed }))
    const { id } = beneficiaryReceiptSchema.parse(saved.json)
    const first = await pay(id, '500')
    await approve(carla!, first)
    expect((await exporting(first)).status).toBe(201)
    return id
  }

  const versionOf = async (id: string) =>
    oneBeneficiarySchema.parse((await ana!.get(`/api/beneficiaries/${id}`)).json).version

  async function change(person: Visitor, id: string, entry: object): Promise<void> {
    const match = { 'if-match': `"${await versionOf(id)}"` }
    const answer = await confirmingAll((confirmed) =>
      person.put(`/api/beneficiaries/${id}`, { entry, confirmed }, match),
    )
    expect(answer.status, answer.text).toBe(200)
  }

  /** A payout that Ana sends to review. */
  async function pay(id: string, amount: string, entry: object = {}): Promise<Payout> {
    const beneficiary = { id, version: await versionOf(id) }
    const write = { entry: { amount, ...entry }, beneficiary, submit: true }
    return payoutIn(await confirmingAll((confirmed) => ana!.post('/api/payouts', { ...write, confirmed })))
  }

  const exporting = ({ id }: Pick<Payout, 'id'>) =>
    bruno!.post('/api/exports', { payoutIds: [id], format: 'json', again: false })

  const holdsOf = async ({ id }: Pick<Payout, 'id'>) =>
    (await reveal(carla!, id)).warnings.map(({ code }) => code).filter((code) => !code.startsWith('details_'))

  const approvalOf = (payout: Pick<Payout, 'id'>): Promise<string> =>
    approve(carla!, payout).then(
      ({ state }) => state,
      (error: Error) => /"why":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
    )

  async function record(person: Visitor, id: string, given: object): Promise<Answer> {
    const body = {
      ...('phoneVersion' in given || 'number' in given ? {} : { phoneVersion: 1 }),
      calledAt: new Date().toISOString(),
      result: 'confirmed',
      spokeTo: 'Kofi himself',
      words: 'He has moved to another bank.',
      ...given,
    }
    const match = { 'if-match': `"${await versionOf(id)}"` }
    return await person.post(`/api/beneficiaries/${id}/call-backs`, body, match)
  }

  async function call(person: Visitor, id: string, given: object = {}) {
    const answer = await record(person, id, given)
    expect(answer.status, answer.text).toBe(200)
    return callBacksSchema.parse(answer.json).callBacks[0]
  }

  test('Call-backs: a large payout to a changed account is approved once another person has called on a number known before', async () => {
    const id = await paid()
    await change(dora!, id, { accountNumber: '2000001' })
    const small = await pay(id, '900')
    expect(await holdsOf(small)).toEqual([])
    const large = await pay(id, '2000')
    expect(await holdsOf(large)).toEqual(['not_called_back'])
    expect(await approvalOf(large)).toBe('callBack')
    expect(await call(bruno!, id, { result: 'not_reached', spokeTo: '', words: '' })).toMatchObject({ flaw: null })
    expect(await approvalOf(large)).toBe('callBack')
    expect(await call(bruno!, id)).toMatchObject({ number: '…4567', numberFrom: 'saved', flaw: null, isCurrent: true })
    expect(await holdsOf(large)).toEqual([])
    expect(await approvalOf(large)).toBe('approved')
    expect((await exporting(large)).status).toBe(201)
  })

  test('Call-backs: what counts is neither recorded by who typed the details nor by who entered the payout', async () => {
    const id = await paid()
    await change(dora!, id, { accountNumber: '2000002' })
    const payout = await pay(id, '2000')
    await call(dora!, id)
    await call(ana!, id)
    expect(await approvalOf(payout)).toBe('callBack')
    await call(carla!, id)
    expect(await approvalOf(payout)).toBe('approved')
  })

  test('Call-backs: a number that came with the change proves nothing, wherever it is known from', async () => {
    const id = await paid()
    await change(dora!, id, { accountNumber: '2000003', phone: sent })
    const payout = await pay(id, '2000')
    expect(await call(bruno!, id, { phoneVersion: 2 })).toMatchObject({ flaw: 'came_with_change' })
    for (const spelt of ['024 999 00 00', '024 999 0000 ext. 12', '+233-24-9990000', '０２４ ９９９ ００００']) {
      const copied = { number: spelt, numberFrom: 'contract' }
      expect(await call(bruno!, id, copied), spelt).toMatchObject({ flaw: 'came_with_change' })
    }
    for (const none of ['see the contract', '12', '٠٢٤٩٩٩٠٠٠٠'])
      expect((await record(bruno!, id, { number: none, numberFrom: 'contract' })).status, none).toBe(422)
    expect(await approvalOf(payout)).toBe('callBack')
    expect(await call(bruno!, id, { phoneVersion: 1 })).toMatchObject({ flaw: null })
    expect(await approvalOf(payout)).toBe('approved')
  })

  test('Call-backs: a number that the person who changed the account had saved just before proves nothing', async () => {
    const id = await paid()
    await change(dora!, id, { phone: sent })
    await change(dora!, id, { accountNumber: '2000004' })
    expect(await call(bruno!, id, { phoneVersion: 2 })).toMatchObject({ flaw: 'same_author' })
    expect(await approvalOf(await pay(id, '2000'))).toBe('callBack')
  })

  test('Call-backs: a number that anyone put in place of another one just before proves nothing; one that was the first does', async () => {
    const id = await paid()
    await change(carla!, id, { phone: sent })
    await change(dora!, id, { accountNumber: '2000012' })
    expect(await call(bruno!, id, { phoneVersion: 2 })).toMatchObject({ flaw: 'same_author' })
    expect(await call(bruno!, id, { number: '024 999 0000', numberFrom: 'contract' })).toMatchObject({
      flaw: 'same_author',
    })
    const payout = await pay(id, '2000')
    expect(await approvalOf(payout)).toBe('callBack')
    expect(await call(bruno!, id, { phoneVersion: 1 })).toMatchObject({ flaw: null })
    expect(await approvalOf(payout)).toBe('approved')
  })

  test('Call-backs: one of before the change proves nothing, nor does one of other details', async () => {
    const id = await paid()
    const before = new Date().toISOString()
    await call(bruno!, id)
    await change(dora!, id, { accountNumber: '2000005' })
    const payout = await pay(id, '2000')
    expect(await call(bruno!, id, { calledAt: before })).toMatchObject({ flaw: 'time' })
    expect(await call(bruno!, id, { calledAt: '2999-01-01T00:00:00.000Z' })).toMatchObject({ flaw: 'time' })
    expect(await approvalOf(payout)).toBe('callBack')
  })

  test('Call-backs: details that were typed for one payout alone are called back as those of the payout', async () => {
    const id = await paid()
    const beneficiary = { id, version: await versionOf(id), once: true }
    const write = { entry: { amount: '2000', accountNumber: '2000006' }, beneficiary, submit: true }
    const payout = payoutIn(await confirmingAll((confirmed) => ana!.post('/api/payouts', { ...write, confirmed })))
    expect(await approvalOf(payout)).toBe('callBack')
    await call(bruno!, id)
    expect(await approvalOf(payout)).toBe('callBack')
    await call(bruno!, id, { payoutId: payout.id, number: '+233 30 277 7777', numberFrom: 'contract' })
    expect(await approvalOf(payout)).toBe('approved')
  })

  test('Call-backs: a number that was saved after details were typed for one payout alone proves nothing of these', async () => {
    const id = await paid()
    const beneficiary = { id, version: await versionOf(id), once: true }
    const write = { entry: { amount: '2000', accountNumber: '2000010' }, beneficiary, submit: true }
    const payout = payoutIn(await confirmingAll((confirmed) => ana!.post('/api/payouts', { ...write, confirmed })))
    await change(dora!, id, { phone: sent })
    const called = await call(bruno!, id, { payoutId: payout.id, phoneVersion: 2 })
    expect(called).toMatchObject({ flaw: 'came_with_change' })
    expect(await approvalOf(payout)).toBe('callBack')
  })

  test('Call-backs: a denial stops what is in review and what is approved, until another admin than the caller lets it go on', async () => {
    const id = await paid()
    await change(dora!, id, { accountNumber: '2000007' })
    const [waiting, approved] = [await pay(id, '2000'), await pay(id, '900')]
    expect(await approvalOf(approved)).toBe('approved')
    expect(await call(bruno!, id, { result: 'denied' })).toMatchObject({ result: 'denied' })
    expect(await holdsOf(waiting)).toContain('beneficiary_frozen')
    expect(await approvalOf(waiting)).toBe('frozen')
    expect((await exporting(approved)).json).toMatchObject({ code: 'STATE_CONFLICT', params: { why: 'frozen' } })
    const unfreeze = async (person: Visitor) =>
      person.post(`/api/beneficiaries/${id}/unfreeze`, {}, { 'if-match': `"${await versionOf(id)}"` })
    expect((await unfreeze(carla!)).json).toMatchObject({ code: 'STATE_CONFLICT', params: { why: 'callBack' } })
    await call(bruno!, id)
    expect(await approvalOf(waiting)).toBe('frozen')
    for (const person of [bruno!, dora!]) expect((await unfreeze(person)).status).toBe(409)
    expect((await unfreeze(carla!)).json).toMatchObject({ isFrozen: false })
    expect(await approvalOf(waiting)).toBe('approved')
    expect((await exporting(approved)).status).toBe(201)
  })

  test('Call-backs: a first payout is called back where the policy says so, a changed one by default above what two people approve', async () => {
    const entry = { ...filledFields(named('Wanjiru', 'Kamau')), country: 'KE', accountNumber: '30001' }
    const saved = await confirmingAll((confirmed) => ana!.post('/api/beneficiaries', { entry, confirmed }))
    const first = await pay(beneficiaryReceiptSchema.parse(saved.json).id, '2000')
    expect(await holdsOf(first)).toEqual(['not_called_back'])
    const id = await paid({ country: 'SN' })
    await change(dora!, id, { accountNumber: '2000008' })
    expect(await holdsOf(await pay(id, '2000'))).toContain('not_called_back')
  })

  test('Call-backs: who writes to the database neither invents one nor lifts a denial', async () => {
    const id = await paid()
    await change(dora!, id, { accountNumber: '2000009' })
    const payout = await pay(id, '2000')
    await call(bruno!, id, { result: 'denied' })
    const rows = await store.db.selectFrom('call_backs').selectAll().where('beneficiary_id', '=', id).execute()
    const lines = ['The call-backs of beneficiaries: others are saved than the audit log says.']
    const put = (changed: typeof rows) =>
      store.write(async ({ db }) => {
        await db.deleteFrom('call_backs').where('beneficiary_id', '=', id).execute()
        if (changed.length > 0) await db.insertInto('call_backs').values(changed).execute()
      })
    await put([])
    expect(await approvalOf(payout)).toBe('frozen')
    expect(await verifyRows(store.db, store.encryption)).toEqual(lines)
    await put(rows.map((row) => ({ ...row, result: 'confirmed' })))
    expect(await approvalOf(payout)).toBe('frozen')
    expect(await verifyRows(store.db, store.encryption)).toEqual(lines)
    expect((await ana!.get(`/api/beneficiaries/${id}/call-backs`)).json).toMatchObject({ code: 'TAMPERED' })
    await put(rows)
    expect(await verifyRows(store.db, store.encryption)).toEqual([])
  })

  test('Call-backs: one person records twenty denials within 24 hours at most, and what others record does not count', async () => {
    const { json } = await confirmingAll((confirmed) =>
      ana!.post('/api/beneficiaries', {
        entry: { ...filledFields(named('Kwame', 'Boateng')), phone: known },
        confirmed,
      }),
    )
    const { id } = beneficiaryReceiptSchema.parse(json)
    const alone = app.as('Dora Alves')
    for (let count = 0; count < 20; count += 1) await call(alone, id, { result: 'denied' })
    const refused = { status: 429, json: { code: 'TOO_MANY_DENIALS', params: { most: 20 } } }
    expect(await record(alone, id, { result: 'denied' })).toMatchObject(refused)
    await call(alone, id, { result: 'not_reached' })
    await call(bruno!, id, { result: 'denied' })
  })

  test('Call-backs: what a person recorded counts no more once they were suspended with distrust', async () => {
    const id = await paid()
    await change(dora!, id, { accountNumber: '2000011' })
    const payout = await pay(id, '2000')
    const dishonest = app.as('Dario Alves')
    await call(dishonest, id)
    expect(await holdsOf(payout)).toEqual([])
    const { person } = sessionSchema.parse((await dishonest.get('/api/session')).json)
    const thing = { type: 'person', id: person?.id ?? '' } as const
    const facts = { distrust: true }
    await store.write((tx) => tx.audit({ personId: null, action: 'person.suspended', thing, facts }))
    expect(await holdsOf(payout)).toEqual(['not_called_back'])
    await call(bruno!, id)
    expect(await approvalOf(payout)).toBe('approved')
  })
})
