import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { activityPageSchema } from '#shared/api/activity.ts'
import { payoutValidationsSchema, savedValidationsSchema } from '#shared/api/beneficiary.ts'
import type { Details } from '#shared/api/details.ts'
import { issueSchema, warningId } from '#shared/api/issue.ts'
import { payoutSchema } from '#shared/api/payout.ts'
import { validationOutcomeSchema } from '#shared/api/validation.ts'
import { gate } from '../testing/gate.ts'
import { outcome, reply, type Script, startScriptedProvider } from '../testing/scripted-provider.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { questionsOf } from './question-hash.ts'
import { validationWarnings } from './validation-warnings.ts'

let made = 0

/** Somebody in Argentina with a document and an account of their own, so that nobody is like anybody before. */
function somebody(lastName = 'Prueba'): Details {
  made += 1
  return {
    country: 'AR',
    method: 'account',
    beneficiaryFirstName: 'Ana',
    beneficiaryLastName: lastName,
    documentType: '1',
    documentNumber: String(30_000_000 + made),
    accountNumber: `01105995200000012${String(10_000 + made)}`,
  }
}

const warningsSchema = z.object({
  warnings: z.array(issueSchema),
})

/** Sends a write, and again with all of its warnings confirmed. */
async function confirming(send: (confirmed: readonly string[]) => Promise<Answer>): Promise<string> {
  const once = await send([])
  if (once.status !== 409) return idIn(once)
  const { warnings } = warningsSchema.parse(once.json)
  return idIn(await send(warnings.map(warningId)))
}

function idIn({ status, json, text }: Answer): string {
  if (status >= 300) throw new Error(`answered ${status}: ${text}`)
  return z.object({ id: z.string() }).parse(json).id
}

function save(app: Visitor, details: Details): Promise<string> {
  return confirming((confirmed) => app.post('/api/beneficiaries', { details, confirmed }))
}

describe.each(stores)('checks on $name', ({ makePlace }) => {
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

  const check = async (details: Details, more: object = {}, service = 'identity') => {
    const question = questionsOf(details).find((asked) => asked.service === service)
    expect(question).toBeDefined()
    return app.post(`/api/${service}-validations`, { ...question?.validation, ...more })
  }
  const checksOf = async (id: string) => {
    const { json } = await app.get(`/api/beneficiaries/${id}/checks`)
    return savedValidationsSchema.parse(json).items
  }
  const enter = (details: Details) =>
    confirming((confirmed) =>
      app.post('/api/payouts', { details, terms: { amount: '12.50', currencyCode: 'ARS' }, confirmed, submit: true }),
    )
  const beneficiaryOf = async (payoutId: string) =>
    payoutSchema.parse((await app.get(`/api/payouts/${payoutId}`)).json).beneficiaryId
  const renamed = (details: Details): Details => ({ ...details, beneficiaryLastName: 'Prueba' })
  const validationsOfPayout = async (id: string) => {
    const { json, status } = await app.get(`/api/payouts/${id}/checks`)
    expect(status).toBe(200)
    return payoutValidationsSchema.parse(json).items
  }
  const warnings = async (details: Details) => {
    const store = await place.open()
    const found = await validationWarnings(store.db, { encryption: store.encryption }, details)
    await store.close()
    return found
  }

  it('asked before a beneficiary is saved become theirs', async () => {
    const details = somebody()
    const { correlationId, requestId } = validationOutcomeSchema.parse((await check(details)).json)
    const id = await save(app, details)
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

  it('asked for a beneficiary are theirs, newest first, and recorded', async () => {
    const details = somebody()
    const id = await save(app, details)
    await check(details, { beneficiaryId: id })
    await check(details, { beneficiaryId: id }, 'bank')
    const kept = await checksOf(id)
    expect(kept.map(({ service }) => service)).toEqual(['bank', 'identity'])
    const { items } = activityPageSchema.parse((await app.get(`/api/activity?thing=${kept[0]?.id}`)).json)
    const { correlationId } = kept[0]!
    expect(items).toMatchObject([
      {
        action: 'check.asked',
        by: { name: 'Ana Souza' },
        facts: { service: 'bank', outcome: 'OK', correlationId, beneficiaryId: id },
      },
    ])
  })

  it('stay with the beneficiary whose they are when a twin is saved', async () => {
    const details = somebody()
    const id = await save(app, details)
    await check(details, { beneficiaryId: id })
    const twin = await save(app, { ...details, email: 'ana@example.com' })
    expect([(await checksOf(id)).length, (await checksOf(twin)).length]).toEqual([1, 0])
  })

  it('are not current any more once the details differ', async () => {
    const details = somebody()
    await check(details)
    await check(details, {}, 'bank')
    const id = await save(app, details)
    const changed = { ...details, accountNumber: somebody().accountNumber }
    await confirming((confirmed) =>
      app.put(`/api/beneficiaries/${id}`, { details: changed, confirmed }, { 'if-match': '"1"' }),
    )
    expect((await checksOf(id)).map(({ service, isCurrent }) => [service, isCurrent])).toEqual([
      ['bank', false],
      ['identity', true],
    ])
  })

  it('go to nobody who is not in the book, and cost nothing then', async () => {
    const answer = await check(somebody(), { beneficiaryId: 'nobody' })
    expect(answer).toMatchObject({ status: 422, json: { errors: [{ pointer: '#/beneficiaryId', code: 'not_found' }] } })
  })

  it('of a beneficiary are asked and seen by people only', async () => {
    const id = await save(app, somebody())
    const question = questionsOf(somebody())[0]
    const nobody = app.asNobody()
    const asked = await nobody.post('/api/identity-validations', { ...question?.validation, beneficiaryId: id })
    const seen = await nobody.get(`/api/beneficiaries/${id}/checks`)
    for (const { json } of [asked, seen]) expect(json).toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    expect((await app.get('/api/beneficiaries/nobody/checks')).status).toBe(404)
  })

  it('asked by nobody in particular are kept without a name', async () => {
    const details = somebody()
    const [question] = questionsOf(details)
    await app.asNobody().post('/api/identity-validations', question?.validation)
    const [kept] = await checksOf(await save(app, details))
    expect(kept).toMatchObject({ by: null, outcome: 'OK' })
  })

  it.each([
    ['Sandbox Not Run', { outcome: 'VALIDATION_NOT_RUN', ran: false, attempts: 1 }],
    ['Sandbox Cut', { outcome: 'PROVIDER_TIMEOUT', ran: null, attempts: 1 }],
    ['Sandbox Error Twice', { outcome: 'OK', ran: true, attempts: 3 }],
  ])('say whether they ran: %s', async (lastName, expected) => {
    const details = somebody(lastName)
    await check(details)
    expect(await checksOf(await save(app, details))).toMatchObject([expected])
  })

  it('that do not match warn until a newer one matches', async () => {
    const details = somebody('Sandbox Third Time')
    const { correlationId } = validationOutcomeSchema.parse((await check(details)).json)
    const warning = { field: 'check:identity', code: 'check_outcome', params: { correlationId } }
    expect(await warnings(details)).toMatchObject([warning])
    await check(details)
    const [second, ...rest] = await warnings(details)
    expect([second?.params.correlationId === correlationId, rest]).toEqual([false, []])
    await check(details)
    expect(await warnings(details)).toEqual([])
  })

  it('warn for exactly these details alone', async () => {
    const details = somebody('Sandbox Third Time')
    await check(details, {}, 'bank')
    expect(await warnings(details)).toMatchObject([{ field: 'check:bank' }])
    expect(await warnings({ ...details, email: 'ana@example.com' })).toHaveLength(1)
    expect(await warnings({ ...details, accountNumber: somebody().accountNumber })).toEqual([])
  })

  it('of a payout are those of its own details, whoever the book has there by now', async () => {
    const details = somebody('Sandbox Name Mismatch')
    await check(details, {}, 'bank')
    const payoutId = await enter(details)
    const beneficiary = await beneficiaryOf(payoutId)
    await confirming((confirmed) =>
      app.put(`/api/beneficiaries/${beneficiary}`, { details: renamed(details), confirmed }, { 'if-match': '"1"' }),
    )
    await check(renamed(details), { beneficiaryId: beneficiary }, 'bank')
    expect((await checksOf(beneficiary)).map(({ outcome, isCurrent }) => [outcome, isCurrent])).toEqual([
      ['OK', true],
      ['NOK', false],
    ])
    expect(await validationsOfPayout(payoutId)).toMatchObject([
      { service: 'bank', outcome: 'NOK', ran: true, testMode: false, by: { name: 'Ana Souza' } },
    ])
    expect(await warnings(details)).toMatchObject([{ field: 'check:bank' }])
  })

  it('of a payout are also those that belong to a twin, newest first', async () => {
    const details = somebody()
    const twin = await save(app, details)
    await check(details, { beneficiaryId: twin })
    const payoutId = await enter({ ...details, email: 'ana@example.com' })
    await check(details, { testMode: true }, 'bank')
    const kept = await validationsOfPayout(payoutId)
    expect(kept.map(({ service, testMode }) => [service, testMode])).toEqual([
      ['bank', true],
      ['identity', false],
    ])
  })

  it('of a payout are seen by people only', async () => {
    const details = somebody()
    const payoutId = await enter(details)
    await check(details)
    expect((await app.asNobody().get(`/api/payouts/${payoutId}/checks`)).status).toBe(401)
    expect((await app.get('/api/payouts/nobody/checks')).status).toBe(404)
    expect(await validationsOfPayout(payoutId)).toHaveLength(1)
  })

  it('in test mode say nothing of a match', async () => {
    const details = somebody('Sandbox Third Time')
    await check(details)
    await check(details, { testMode: true })
    expect(await warnings(details)).toHaveLength(1)
    const kept = await checksOf(await save(app, details))
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
      activityPageSchema.parse((await app.get('/api/activity?action=check.asked')).json).items.length
    return { app, provider, stop, actions }
  }

  it('that two people ask at once for two beneficiaries is one call, and stands in both records', async () => {
    const asked = gate<() => void>()
    const { app, provider, stop, actions } = await appAt((response, id) =>
      asked.open(() => outcome(200, 'OK')(response, id)),
    )
    const details = somebody()
    const twin = { ...details, email: 'ana@example.com' }
    const ids = [await save(app, details), await save(app, twin)]
    const [question] = questionsOf(details)
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
      const { json } = await app.get(`/api/beneficiaries/${id}/checks`)
      expect(savedValidationsSchema.parse(json).items).toHaveLength(1)
    }
    expect(await actions()).toBe(2)
    await stop()
  })

  it('that was not sent is not kept: nothing is known and nothing was spent', async () => {
    const { app, provider, stop, actions } = await appAt(outcome(200, 'OK'), { VALIDATIONS_PER_MINUTE: '1' })
    const ask = () => app.post('/api/identity-validations', questionsOf(somebody())[0]?.validation)
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    expect([provider.received.length, await actions()]).toEqual([1, 1])
    await stop()
  })

  it('that the provider refused is kept, as somebody was turned away', async () => {
    const { app, stop, actions } = await appAt(reply(401, {}))
    await app.post('/api/identity-validations', questionsOf(somebody())[0]?.validation)
    expect(await actions()).toBe(1)
    await stop()
  })
})
