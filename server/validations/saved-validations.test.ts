import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { activityPageSchema } from '#shared/api/activity.ts'
import { pastValidationsSchema, savedValidationsSchema } from '#shared/api/beneficiary.ts'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { payoutSchema } from '#shared/api/payout.ts'
import { validationOutcomeSchema } from '#shared/api/validation.ts'
import { completeEntry, type Entry } from '#shared/payout/entry.ts'
import { gate } from '../testing/gate.ts'
import { confirmedIn } from '../testing/payouts.ts'
import { outcome, reply, type Script, startScriptedProvider } from '../testing/scripted-provider.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { questionsOf } from './question.ts'
import { answersByQuestion, validationHashes, validationWarnings } from './saved-validations.ts'

let made = 0

/** A beneficiary in Argentina with a document and an account that no earlier one has. */
function somebody(lastName = 'Prueba'): Entry {
  made += 1
  return completeEntry({
    country: 'AR',
    method: 'account',
    beneficiaryFirstName: 'Ana',
    beneficiaryLastName: lastName,
    documentType: '1',
    documentNumber: String(30_000_000 + made),
    accountNumber: `01105995200000012${String(10_000 + made)}`,
  })
}

/** Sends a write, and again with all of its warnings confirmed. */
async function confirming(send: (confirmed: WarningConfirmations) => Promise<Answer>): Promise<string> {
  const once = await send([])
  if (once.status !== 409) return idIn(once)
  return idIn(await send(confirmedIn(once)))
}

function idIn({ status, json, text }: Answer): string {
  if (status >= 300) throw new Error(`answered ${status}: ${text}`)
  return z.object({ id: z.string() }).parse(json).id
}

function save(app: Visitor, entry: Entry): Promise<string> {
  return confirming((confirmed) => app.post('/api/beneficiaries', { entry, confirmed }))
}

describe.each(someStores)('checks on $name', ({ makePlace }) => {
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

  const check = async (entry: Entry, more: object = {}, service = 'identity') => {
    const question = questionsOf(entry).find((asked) => asked.service === service)
    expect(question).toBeDefined()
    return app.post(`/api/${service}-validations`, { ...question?.validation, ...more })
  }
  const checksOf = async (id: string) => {
    const { json } = await app.get(`/api/beneficiaries/${id}/validations`)
    return savedValidationsSchema.parse(json).items
  }
  const enter = (entry: Entry) =>
    confirming((confirmed) =>
      app.post('/api/payouts', { entry: { ...entry, amount: '12.50', currencyCode: 'ARS' }, confirmed, submit: true }),
    )
  const beneficiaryOf = async (payoutId: string) =>
    payoutSchema.parse((await app.get(`/api/payouts/${payoutId}`)).json).beneficiaryId
  const renamed = (entry: Entry): Entry => ({ ...entry, beneficiaryLastName: 'Prueba' })
  const validationsOfPayout = async (id: string) => {
    const { json, status } = await app.get(`/api/payouts/${id}/validations`)
    expect(status).toBe(200)
    return pastValidationsSchema.parse(json).items
  }
  const warnings = async (entry: Entry) => {
    const store = await place.open()
    const known = await answersByQuestion(store, validationHashes(store.encryption, entry))
    const found = validationWarnings(store.encryption, known, entry)
    await store.close()
    return found
  }

  it('asked before a beneficiary is saved become theirs', async () => {
    const entry = somebody()
    const { correlationId, requestId } = validationOutcomeSchema.parse((await check(entry)).json)
    const id = await save(app, entry)
    expect(await checksOf(id)).toMatchObject([
      {
        service: 'identity',
        outcome: 'OK',
        ran: true,
        reason: null,
        correlationId,
        requestId,
        attempts: 1,
        testMode: false,
        by: { name: 'Ana Souza' },
        isCurrent: true,
      },
    ])
  })

  it('asked for a beneficiary are theirs, newest first, and audited', async () => {
    const entry = somebody()
    const id = await save(app, entry)
    await check(entry, { beneficiaryId: id })
    await check(entry, { beneficiaryId: id }, 'bank')
    const kept = await checksOf(id)
    expect(kept.map(({ service }) => service)).toEqual(['bank', 'identity'])
    const { items } = activityPageSchema.parse((await app.get(`/api/activity?thing=${kept[0]?.id}`)).json)
    const { correlationId } = kept[0]!
    expect(items).toMatchObject([
      {
        action: 'validation.asked',
        by: { name: 'Ana Souza' },
        facts: { service: 'bank', outcome: 'OK', correlationId, beneficiaryId: id },
      },
    ])
  })

  it('A saved beneficiary is validated by their id alone: the call has the saved values, and the answer is theirs', async () => {
    const entry = somebody()
    const id = await save(app, entry)
    const ask = (service: string) => app.post(`/api/beneficiaries/${id}/validations`, { service })
    expect(validationOutcomeSchema.parse((await ask('identity')).json)).toMatchObject({ status: 'OK' })
    const answer = await ask('bank')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain(entry.accountNumber)
    expect((await checksOf(id)).map(({ service, isCurrent }) => [service, isCurrent])).toEqual([
      ['bank', true],
      ['identity', true],
    ])
    const { text } = await app.get(`/api/activity?thing=${id}`)
    expect(text).not.toContain('revealed')
  })

  it('A saved beneficiary is not validated by a service that their country does not have', async () => {
    const brazilian = { country: 'BR', method: 'pix', beneficiaryFirstName: 'Ana', beneficiaryLastName: 'Prueba' }
    const numbers = { documentType: '1', documentNumber: '16899535009', recipientPixKey: 'ana.prueba@example.com' }
    const id = await save(app, completeEntry({ ...brazilian, ...numbers }))
    const answer = await app.post(`/api/beneficiaries/${id}/validations`, { service: 'bank' })
    expect([answer.status, answer.text.includes('#/service')]).toEqual([422, true])
  })

  it('The validations of exactly an entry are found by it, by any person and for any beneficiary', async () => {
    const entry = somebody()
    await check(entry)
    const found = async (asked: Entry) => {
      const { json, status } = await app.as('Bruno Lima').post('/api/validation-searches', { entry: asked })
      expect(status).toBe(200)
      return pastValidationsSchema.parse(json).items
    }
    expect(await found(entry)).toMatchObject([{ service: 'identity', outcome: 'OK', by: { name: 'Ana Souza' } }])
    expect(await found({ ...entry, documentNumber: '29999999' })).toEqual([])
  })

  it('hide the reason from who reads the database, and lose it with an erasure', async () => {
    const entry = somebody('Sandbox Not Alive')
    const id = await save(app, entry)
    const question = questionsOf(entry).find(({ service }) => service === 'identity')
    const key = { 'idempotency-key': `reason-${id}` }
    await app.post('/api/identity-validations', { ...question?.validation, beneficiaryId: id }, key)
    expect(await checksOf(id)).toMatchObject([{ outcome: 'NOK', reason: 'CUSTOMER_NOT_ALIVE' }])
    expect(await warnings(entry)).toMatchObject([{ params: { reason: 'CUSTOMER_NOT_ALIVE' } }])
    const answered = async () => (await app.get(`/api/validations/reason-${id}`)).text
    expect(await answered()).toContain('CUSTOMER_NOT_ALIVE')
    const store = await place.open()
    const rows = async () => JSON.stringify(await store.db.selectFrom('validations').selectAll().execute())
    expect(await rows()).not.toContain('NOT_ALIVE')
    await app.post(`/api/beneficiaries/${id}/erase`, { confirm: true }, { 'if-match': '"1"' })
    expect(await checksOf(id)).toMatchObject([{ outcome: 'NOK', reason: null }])
    expect(await answered()).not.toContain('CUSTOMER_NOT_ALIVE')
    const reasons = store.db.selectFrom('validations').select('reason_encrypted').where('beneficiary_id', '=', id)
    expect(await reasons.execute()).toEqual([{ reason_encrypted: null }])
    await store.close()
  })

  it('stay with the beneficiary whose they are when a twin is saved', async () => {
    const entry = somebody()
    const id = await save(app, entry)
    await check(entry, { beneficiaryId: id })
    const twin = await save(app, { ...entry, email: 'ana@example.com' })
    expect([(await checksOf(id)).length, (await checksOf(twin)).length]).toEqual([1, 0])
  })

  it('are not current any more once the entry differ', async () => {
    const entry = somebody()
    await check(entry)
    await check(entry, {}, 'bank')
    const id = await save(app, entry)
    const changed = { ...entry, accountNumber: somebody().accountNumber }
    await confirming((confirmed) =>
      app.put(`/api/beneficiaries/${id}`, { entry: changed, confirmed }, { 'if-match': '"1"' }),
    )
    expect((await checksOf(id)).map(({ service, isCurrent }) => [service, isCurrent])).toEqual([
      ['bank', false],
      ['identity', true],
    ])
  })

  it('are refused for a beneficiary who is not saved, and cost nothing then', async () => {
    const answer = await check(somebody(), { beneficiaryId: 'nobody' })
    expect(answer).toMatchObject({ status: 422, json: { errors: [{ pointer: '#/beneficiaryId', code: 'not_found' }] } })
  })

  it('of a beneficiary that is not saved are not found', async () => {
    expect((await app.get('/api/beneficiaries/nobody/validations')).status).toBe(404)
  })

  it.each([
    ['Sandbox Not Run', { outcome: 'VALIDATION_NOT_RUN', ran: false, attempts: 1 }],
    ['Sandbox Cut', { outcome: 'PROVIDER_TIMEOUT', ran: null, attempts: 1 }],
    ['Sandbox Error Twice', { outcome: 'OK', ran: true, attempts: 3 }],
  ])('say whether they ran: %s', async (lastName, expected) => {
    const entry = somebody(lastName)
    await check(entry)
    expect(await checksOf(await save(app, entry))).toMatchObject([expected])
  })

  it('that do not match warn until a newer one matches', async () => {
    const entry = somebody('Sandbox Third Time')
    const { correlationId } = validationOutcomeSchema.parse((await check(entry)).json)
    const warning = { field: 'validation:identity', code: 'validation_outcome', params: { correlationId } }
    expect(await warnings(entry)).toMatchObject([warning])
    await check(entry)
    const [second, ...rest] = await warnings(entry)
    expect([second?.params.correlationId === correlationId, rest]).toEqual([false, []])
    await check(entry)
    expect(await warnings(entry)).toEqual([])
  })

  it('warn for exactly these entry alone', async () => {
    const entry = somebody('Sandbox Third Time')
    await check(entry, {}, 'bank')
    expect(await warnings(entry)).toMatchObject([{ field: 'validation:bank' }])
    expect(await warnings({ ...entry, email: 'ana@example.com' })).toHaveLength(1)
    expect(await warnings({ ...entry, accountNumber: somebody().accountNumber })).toEqual([])
  })

  it('of a payout are those of its own entry, whatever the saved beneficiary has by now', async () => {
    const entry = somebody('Sandbox Name Mismatch')
    await check(entry, {}, 'bank')
    const payoutId = await enter(entry)
    const beneficiary = await beneficiaryOf(payoutId)
    await confirming((confirmed) =>
      app.put(`/api/beneficiaries/${beneficiary}`, { entry: renamed(entry), confirmed }, { 'if-match': '"1"' }),
    )
    await check(renamed(entry), { beneficiaryId: beneficiary }, 'bank')
    expect((await checksOf(beneficiary)).map(({ outcome, isCurrent }) => [outcome, isCurrent])).toEqual([
      ['OK', true],
      ['NOK', false],
    ])
    expect(await validationsOfPayout(payoutId)).toMatchObject([
      { service: 'bank', outcome: 'NOK', ran: true, testMode: false, by: { name: 'Ana Souza' } },
    ])
    expect(await warnings(entry)).toMatchObject([{ field: 'validation:bank' }])
  })

  it('of a payout are also those that belong to a twin, newest first', async () => {
    const entry = somebody()
    const twin = await save(app, entry)
    await check(entry, { beneficiaryId: twin })
    const payoutId = await enter({ ...entry, email: 'ana@example.com' })
    await check(entry, { testMode: true }, 'bank')
    const kept = await validationsOfPayout(payoutId)
    expect(kept.map(({ service, testMode }) => [service, testMode])).toEqual([
      ['bank', true],
      ['identity', false],
    ])
  })

  it('of a payout that is not there are not found', async () => {
    expect((await app.get('/api/payouts/nobody/validations')).status).toBe(404)
  })

  it('in test mode say nothing of a match', async () => {
    const entry = somebody('Sandbox Third Time')
    await check(entry)
    await check(entry, { testMode: true })
    expect(await warnings(entry)).toHaveLength(1)
    const kept = await checksOf(await save(app, entry))
    expect(kept.map(({ testMode, isCurrent }) => [testMode, isCurrent])).toEqual([
      [true, true],
      [false, true],
    ])
  })
})

describe('a check', () => {
  const appAt = async (script: Script, environment = {}) => {
    const provider = await startScriptedProvider(script)
    const app = await startTestApp({
      PROVIDER_BASE_URL: provider.baseUrl,
      PROVIDER_SHOP_ID: '4711',
      PROVIDER_API_TOKEN: 'token-7f3a',
      ...environment,
    })
    const stop = () => app.stop().then(() => provider.stop())
    const actions = async () =>
      activityPageSchema.parse((await app.get('/api/activity?action=validation.asked')).json).items.length
    return { app, provider, stop, actions }
  }

  it('a check that two people ask at once for two beneficiaries is one call, and is in both records', async () => {
    const asked = gate<() => void>()
    const { app, provider, stop, actions } = await appAt((response, id) =>
      asked.open(() => outcome(200, 'OK')(response, id)),
    )
    const entry = somebody()
    const twin = { ...entry, email: 'ana@example.com' }
    const ids = [await save(app, entry), await save(app, twin)]
    const [question] = questionsOf(entry)
    const ask = (key: string, beneficiaryId?: string) =>
      app.post('/api/identity-validations', { ...question?.validation, beneficiaryId }, { 'idempotency-key': key })
    const first = ask('one', ids[0])
    const release = await asked.opened
    const others = [ask('two', ids[1]), ask('three')]
    for (const key of ['two', 'three']) {
      await expect.poll(async () => (await app.get(`/api/validations/${key}`)).json).toMatchObject({ attempt: 1 })
    }
    release()
    const answers = await Promise.all([first, ...others])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(provider.received).toHaveLength(1)
    for (const id of ids) {
      const { json } = await app.get(`/api/beneficiaries/${id}/validations`)
      expect(savedValidationsSchema.parse(json).items).toHaveLength(1)
    }
    expect(await actions()).toBe(2)
    await stop()
  })

  it('a check that was not sent is not kept: nothing is known and nothing was spent', async () => {
    const { app, provider, stop, actions } = await appAt(outcome(200, 'OK'), { VALIDATIONS_PER_MINUTE: '1' })
    const ask = () => app.post('/api/identity-validations', questionsOf(somebody())[0]?.validation)
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    expect([provider.received.length, await actions()]).toEqual([1, 1])
    await stop()
  })

  it('a check that the provider refused is saved, as a person was turned away', async () => {
    const { app, stop, actions } = await appAt(reply(401, {}))
    await app.post('/api/identity-validations', questionsOf(somebody())[0]?.validation)
    expect(await actions()).toBe(1)
    await stop()
  })
})
