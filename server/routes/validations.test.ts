import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemSchema } from '#shared/api/problem.ts'
import { type Sentinel, sentinels } from '#shared/api/sandbox-sentinels.ts'
import { validationOutcomeSchema } from '#shared/api/validation.ts'
import { gate } from '../testing/gate.ts'
import { outcome, reply, startScriptedProvider } from '../testing/scripted-provider.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const identity = {
  country: 'AR',
  firstName: 'Ana',
  lastName: 'Prueba',
  documentType: 'DNI',
  documentNumber: '12345678',
}
const bank = { ...identity, accountNumber: '0110599520000001234567' }
const services = [
  { service: 'identity', path: '/api/identity-validations', body: identity },
  { service: 'bank', path: '/api/bank-validations', body: bank },
] as const

let app: TestApp
/** One without patience, for the sentinels that never answer: for the others a busy machine would be too slow. */
let hasty: TestApp

beforeAll(async () => {
  app = await startTestApp()
  hasty = await startTestApp({ PROVIDER_TIMEOUT_MS: '500' })
})

afterAll(async () => {
  await app.stop()
  await hasty.stop()
})

const met = services.flatMap((target) =>
  sentinels
    .filter(({ service }) => service === 'both' || service === target.service)
    .map((sentinel) => ({ ...target, sentinel, name: sentinel.lastName, outcome: sentinel.outcome })),
)

it.concurrent.each(met)(
  'each sentinel brings about what its table says: $service: $name is $outcome',
  async ({ path, body, sentinel }) => {
    const asked = sentinel.outcome === 'PROVIDER_TIMEOUT' ? hasty : app
    const answer = await asked.post(path, { ...body, lastName: sentinel.lastName })
    if (isStatus(sentinel.outcome)) {
      expect(validationOutcomeSchema.parse(answer.json)).toMatchObject({
        ran: true,
        status: sentinel.outcome,
        reason: reasonOf(sentinel),
      })
      expect(answer.status).toBe(200)
    } else {
      expect(problemSchema.parse(answer.json)).toMatchObject({ code: sentinel.outcome, status: answer.status })
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
  },
)

function isStatus(outcome: string): boolean {
  return outcome === 'OK' || outcome === 'NOK' || outcome === 'NOT_VALIDATED'
}

function reasonOf({ behaviour }: Sentinel): string | null {
  return behaviour.kind === 'result' ? behaviour.reason : null
}

describe.each(services)('POST $path', ({ path, body, service }) => {
  it('answers OK for a name like any other, with all that is needed to find the call again', async () => {
    const answer = await app.post(path, body)
    const outcome = validationOutcomeSchema.parse(answer.json)
    expect(outcome).toMatchObject({ ran: true, status: 'OK', reason: null, attempts: 1, testMode: false })
    expect(outcome.requestId).toBe(`${answer.headers['x-request-id']}.1`)
    expect(new Date(outcome.at).toISOString()).toBe(outcome.at)
  })

  it('answers NOT_VALIDATED twice, then OK', async () => {
    const again = {
      ...body,
      documentNumber: service === 'identity' ? '23456789' : '34567890',
      lastName: 'Sandbox Third Time',
    }
    const statuses: unknown[] = []
    for (let turn = 1; turn <= 3; turn += 1) {
      statuses.push(validationOutcomeSchema.parse((await app.post(path, again)).json).status)
    }
    expect(statuses).toEqual(['NOT_VALIDATED', 'NOT_VALIDATED', 'OK'])
  })

  it('repeats after HTTP 500 twice, and says that it took three attempts', async () => {
    const answer = await app.post(path, { ...body, lastName: 'Sandbox Error Twice' })
    expect(answer.json).toMatchObject({ status: 'OK', attempts: 3, requestId: `${answer.headers['x-request-id']}.3` })
  })

  it('says that a validation did not run, with what the provider gave as reason', async () => {
    const answer = await app.post(path, { ...body, lastName: 'Sandbox Not Run' })
    expect(answer.status).toBe(422)
    expect(answer.json).toMatchObject({
      code: 'VALIDATION_NOT_RUN',
      provider: { status: 'NOK', reason: 'SANDBOX_SHOP_NOT_CONFIGURED' },
    })
  })

  it('asks for all errors of a body at once, before a call is spent', async () => {
    const before = (await usage(app)).length
    const answer = await app.post(path, { country: 'AR', firstName: ' ', colour: 'red', documentNumber: 'x' })
    expect(answer.status).toBe(422)
    const problem = problemSchema.parse(answer.json)
    expect(problem.code).toBe('FIELDS_INVALID')
    const pointers = problem.errors?.map(({ pointer }) => pointer)
    expect(pointers).toEqual(expect.arrayContaining(['#/firstName', '#/colour']))
    expect(await usage(app)).toHaveLength(before)
  })

  it('says that a country is not served, on the country', async () => {
    const answer = await app.post(path, { ...body, country: 'ZA' })
    expect(problemSchema.parse(answer.json).errors).toContainEqual(
      expect.objectContaining({ pointer: '#/country', code: 'COUNTRY_NOT_SUPPORTED' }),
    )
  })

  it('is not billed in test mode', async () => {
    const answer = await app.post(path, { ...body, testMode: true })
    const outcome = validationOutcomeSchema.parse(answer.json)
    expect(outcome.testMode).toBe(true)
    expect(await usage(app)).toContainEqual(
      expect.objectContaining({ service, correlationId: outcome.correlationId, isBillable: false }),
    )
  })

  it('bills a validation that took two repeats once', async () => {
    const answer = await app.post(path, { ...body, lastName: 'Sandbox Error Twice' })
    const { correlationId } = validationOutcomeSchema.parse(answer.json)
    const billed = (await usage(app)).filter((record) => record.correlationId === correlationId)
    expect(billed).toEqual([expect.objectContaining({ isBillable: true })])
  })

  it('asks once when the answer is lost: the validation may have run', async () => {
    const before = (await usage(app)).length
    await app.post(path, { ...body, lastName: 'Sandbox Cut' })
    expect(await usage(app)).toHaveLength(before + 1)
  })
})

it.each(['BR', 'CR'])(
  'bank validation of countries that are identity only: %s is known not to be supported before a call',
  async (country) => {
    const answer = await app.post('/api/bank-validations', { ...bank, country })
    expect(problemSchema.parse(answer.json).errors?.[0]).toMatchObject({
      pointer: '#/country',
      code: 'COUNTRY_NOT_SUPPORTED',
    })
  },
)

describe('the status table', () => {
  const table = [
    [422, 'VALIDATION_NOT_RUN', false, outcome(400, 'NOK')],
    [502, 'PROVIDER_UNAUTHORIZED', false, reply(401, { errorCode: 'UNAUTHORIZED' })],
    [503, 'RATE_LIMIT_EXCEEDED', true, reply(429, { errorCode: 'RATE_LIMIT_EXCEEDED' })],
    [502, 'PROVIDER_ERROR', true, reply(500, { errorCode: 'X' })],
    [504, 'PROVIDER_TIMEOUT', false, () => {}],
    [502, 'PROVIDER_PROTOCOL_ERROR', false, reply(302, {})],
    [502, 'PROVIDER_PROTOCOL_ERROR', false, outcome(200, 'PERHAPS')],
  ] as const

  it.concurrent.each(table)(
    'the status table answers %i %s (retryable: %s)',
    async (status, code, retryable, script) => {
      const provider = await startScriptedProvider(script)
      const patience = code === 'PROVIDER_TIMEOUT' ? '200' : '10000'
      const real = await startTestApp({ ...providerAt(provider.baseUrl), PROVIDER_TIMEOUT_MS: patience })
      const answer = await real.post('/api/identity-validations', identity)
      expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code, status, retryable })])
      await real.stop()
      await provider.stop()
    },
  )

  it('the status table answers 502 PROVIDER_UNREACHABLE when no server listens', async () => {
    const provider = await startScriptedProvider()
    await provider.stop()
    const real = await startTestApp(providerAt(provider.baseUrl))
    const answer = await real.post('/api/identity-validations', identity)
    expect(answer).toMatchObject({ status: 502, json: { code: 'PROVIDER_UNREACHABLE', retryable: true } })
    await real.stop()
  })
})

function providerAt(address: string) {
  return {
    PROVIDER_BASE_URL: address,
    PROVIDER_SHOP_ID: '4711',
    PROVIDER_API_TOKEN: 'token-7f3a',
  }
}

it('when the browser goes away the call to the provider goes on to its end', async () => {
  const asked = gate<() => void>()
  const provider = await startScriptedProvider((response, id) => asked.open(() => outcome(200, 'OK')(response, id)))
  const real = await startTestApp(providerAt(provider.baseUrl))
  const leaving = new AbortController()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(identity)
  const call = real.send('POST', '/api/identity-validations', { headers, body, signal: leaving.signal })
  const release = await asked.opened
  leaving.abort()
  await expect(call).rejects.toThrow()
  release()
  await expect.poll(() => real.logged()).toContain('"outcome":"answered"')
  await real.stop()
  await provider.stop()
})

interface UsageRecord {
  readonly correlationId: string
}

async function usage({ sandboxUrl }: TestApp): Promise<readonly UsageRecord[]> {
  const { records } = JSON.parse(await (await fetch(`${sandboxUrl}/sandbox/usage`)).text())
  return records
}
