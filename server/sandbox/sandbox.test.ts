import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readWireNames } from '../provider/wire-names.ts'
import { type SandboxSettings, shopWithoutMerchant } from './settings.ts'
import { type Sandbox, startSandbox } from './start-sandbox.ts'

const shop = { shopId: '4711', apiToken: 'a:token' }
const ana = { firstName: 'Ana', lastName: 'Prueba', documentType: 'DNI', documentNumber: '12345678', country: 'AR' }
const naming = readWireNames({})
const bodySchema = z.looseObject({
  validationStatusCode: z.optional(z.string()),
  correlationId: z.optional(z.nullable(z.string())),
  errors: z.optional(z.array(z.looseObject({ extensions: z.optional(z.unknown()) }))),
})
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox(settings())
})

function settings(): SandboxSettings {
  if (!naming.ok) throw new Error(naming.error)
  return { port: 0, ...shop, names: naming.names, plan: 'premium', requestsPerSecond: 1000 }
}

afterAll(() => sandbox.stop())

async function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  credentials = `${shop.shopId}:${shop.apiToken}`,
) {
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
  const answer = await fetch(sandbox.baseUrl + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: bodySchema.parse(await answer.json()) }
}

const identity = (customer: Record<string, string>, headers = {}) =>
  post('/identity-validation', { correlationId: 'c-1', customer: { ...ana, ...customer } }, headers)

const bank = (customer: Record<string, string>, bankAccount: Record<string, string>, headers = {}) =>
  post('/bank-validation', { correlationId: 'c-2', customer: { ...ana, ...customer }, bankAccount }, headers)

const ran = (validationStatusCode: string, validationResultReason: string | null, correlationId: string) => ({
  status: 200,
  body: { validationStatusCode, validationResultReason, correlationId },
})

it.each(['4711:wrong', '4712:a:token', '4711', ''])(
  'credentials: %j are UNAUTHORIZED everywhere',
  async (credentials) => {
    for (const path of ['/identity-validation', '/bank-validation']) {
      expect(await post(path, {}, {}, credentials)).toEqual({ status: 401, body: { errorCode: 'UNAUTHORIZED' } })
    }
    const query = await post('/data-api/graphql', { query: '{ currentMerchantId }' }, {}, credentials)
    expect(query).toMatchObject({
      status: 401,
      body: { errors: [{ extensions: { code: 'UNAUTHORIZED', retryable: false } }] },
    })
  },
)

it('the data query gives the merchant of the credentials', async () => {
  const query = { query: 'query Who { currentMerchantId }' }
  expect(await post('/data-api/graphql', query)).toEqual({
    status: 200,
    body: { data: { currentMerchantId: '9004711' } },
  })
})

it('the data query gives MERCHANT_ID_MISSING for a shop without a merchant', async () => {
  const answer = await post(
    '/data-api/graphql',
    { query: '{ currentMerchantId }' },
    {},
    `${shopWithoutMerchant}:a:token`,
  )
  expect(answer.body.errors?.[0]?.extensions).toEqual({ code: 'MERCHANT_ID_MISSING', retryable: false })
})

it.each([['{ somethingElse }'], ['{'], [7]])('the data query refuses %j', async (query) => {
  expect((await post('/data-api/graphql', { query })).body.errors).toHaveLength(1)
})

it.each([
  ['AR', 'DNI'],
  ['BR', 'CPF'],
  ['CL', 'RUT'],
  ['CO', 'CC'],
  ['CR', 'CI'],
  ['EC', 'CED'],
  ['MX', 'CURP'],
  ['PE', 'DNI'],
])('identity validation, by the tables of the interface: %s takes %s', async (country, documentType) => {
  expect(await identity({ country, documentType })).toEqual(ran('OK', null, 'c-1'))
})

it.each([{ documentType: '' }, { lastName: '' }])(
  'identity validation, by the tables of the interface runs with %j: the one is optional, a company lacks the other',
  async (customer) => {
    expect(await identity(customer)).toEqual(ran('OK', null, 'c-1'))
  },
)

it.each([{ country: 'NG' }, { documentType: 'CPF' }, { firstName: ' ' }, { documentNumber: '' }])(
  'identity validation, by the tables of the interface does not run with %j',
  async (customer) => {
    const answer = await identity(customer)
    expect([answer.status, answer.body.validationStatusCode, answer.body.correlationId]).toEqual([400, 'NOK', 'c-1'])
  },
)

it.each([{}, { correlationId: '', customer: ana }, { correlationId: 'c' }, [], 'x'])(
  'identity validation, by the tables of the interface does not run for the body %j',
  async (body) => {
    expect(await post('/identity-validation', body)).toMatchObject({ status: 400, body: { correlationId: null } })
  },
)

describe('bank validation, by the tables of the interface', () => {
  const all = { bankName: '0001', accountAgencyNumber: '1', accountTypeCode: '0002', accountNumber: '12345678' }
  const cci = '00219300123456789012'

  it.each([
    ['AR', 'CUIT', { accountNumber: '1' }],
    ['MX', 'RFC', { accountNumber: '1' }],
    ['CL', 'RUT', all],
    ['CO', 'NIT', { ...all, accountTypeCode: 'MOBILE_WALLET' }],
    ['EC', 'RUC', all],
    ['EC', 'CED', { ...all, bankName: '0023', accountTypeCode: '' }],
    ['PE', 'DNI', { ...all, accountTypeCode: '' }],
    ['PE', 'DNI', { accountNumber: cci }],
  ])('bank validation, by the tables of the interface: %s takes %s and %j', async (country, documentType, account) => {
    expect(await bank({ country, documentType }, account)).toEqual(ran('OK', null, 'c-2'))
  })

  it.each([
    ['CL', 'RUT', { ...all, accountTypeCode: '' }],
    ['CO', 'CC', { ...all, accountAgencyNumber: '' }],
    ['EC', 'CED', { ...all, accountTypeCode: '' }],
    ['PE', 'DNI', { accountNumber: '123' }],
    ['PE', 'DNI', { accountNumber: '123', bankName: '0001' }],
    ['AR', '', { accountNumber: '1' }],
    ['MX', 'RFC', {}],
  ])(
    'bank validation, by the tables of the interface: %s misses a field with %s and %j',
    async (country, documentType, account) => {
      expect(await bank({ country, documentType }, account)).toEqual(ran('NOK', 'MISSING_REQUIRED_FIELD', 'c-2'))
    },
  )

  it.each(['BR', 'CR', 'NG'])(
    'bank validation, by the tables of the interface: %s is not supported',
    async (country) => {
      expect(await bank({ country }, all)).toEqual(ran('NOK', 'COUNTRY_NOT_SUPPORTED', 'c-2'))
    },
  )

  it('bank validation, by the tables of the interface an Ecuadorian bank that is not listed is not supported', async () => {
    const answer = await bank({ country: 'EC', documentType: 'CED' }, { ...all, bankName: '9999' })
    expect(answer).toEqual(ran('NOK', 'BANK_NOT_SUPPORTED', 'c-2'))
  })

  it('bank validation, by the tables of the interface letters are no account number', async () => {
    expect(await bank({}, { accountNumber: '12A' })).toEqual(ran('NOK', 'ACCOUNT_INVALID_FORMAT', 'c-2'))
  })
})

describe('the five rules of test mode', () => {
  const test = { 'x-test-mode': 'true' }

  it('the five rules of test mode: 1. a valid request is always OK without a reason', async () => {
    expect(await identity({ lastName: 'Sandbox Invalid Age' }, test)).toEqual(ran('OK', null, 'c-1'))
    expect(await bank({ lastName: 'Sandbox Not Validated' }, { accountNumber: '1' }, test)).toEqual(
      ran('OK', null, 'c-2'),
    )
  })

  it('the five rules of test mode: 2. it is not billable', async () => {
    await post('/identity-validation', { correlationId: 'free', customer: ana }, { ...test, 'x-request-id': 'r' })
    await post('/identity-validation', { correlationId: 'paid', customer: ana }, { 'x-test-mode': 'false' })
    const { records } = JSON.parse(await (await fetch(`${sandbox.baseUrl}/sandbox/usage`)).text())
    expect(records.slice(-2)).toEqual([
      { service: 'identity', correlationId: 'free', requestId: 'r', isBillable: false },
      { service: 'identity', correlationId: 'paid', requestId: null, isBillable: true },
    ])
  })

  it('the five rules of test mode: 3. the configuration of the shop is not checked', async () => {
    expect((await identity({ lastName: 'Sandbox Not Run' })).status).toBe(400)
    expect((await identity({ lastName: 'Sandbox Not Run' }, test)).status).toBe(200)
  })

  it('the five rules of test mode: 4. fields and country are checked all the same', async () => {
    expect(await bank({ country: 'BR' }, { accountNumber: '1' }, test)).toEqual(
      ran('NOK', 'COUNTRY_NOT_SUPPORTED', 'c-2'),
    )
    expect((await identity({ documentNumber: '' }, test)).status).toBe(400)
  })

  it('the five rules of test mode: 5. rate limits apply', async () => {
    expect(await identity({ lastName: 'Sandbox Rate Limit' }, test)).toEqual({
      status: 429,
      body: { errorCode: 'RATE_LIMIT_EXCEEDED' },
    })
  })
})

describe('the plans of identity validation', () => {
  const premium = [
    ['Sandbox Pep', 'OK', 'CUSTOMER_IS_PEP'],
    ['Sandbox Pep Related', 'OK', 'CUSTOMER_IS_PEP_RELATED'],
    ['Sandbox In International Lists', 'NOK', 'CUSTOMER_IS_IN_INTERNATIONAL_LISTS'],
  ] as const

  it.each(premium)(
    'the plans of identity validation: %s is %s with %s on the premium plan',
    async (lastName, status, reason) => {
      expect(await identity({ lastName })).toEqual(ran(status, reason, 'c-1'))
    },
  )

  it.each(premium)(
    'the plans of identity validation: %s is %s without a reason on the basic plan',
    async (lastName, status) => {
      await onOther({ plan: 'basic' }, async () => {
        expect(await identity({ lastName })).toEqual(ran(status, null, 'c-1'))
      })
    },
  )

  it('the plans of identity validation the basic plan keeps the reasons of its own, and those of banks', async () => {
    await onOther({ plan: 'basic' }, async () => {
      expect(await identity({ lastName: 'Sandbox Invalid Age' })).toEqual(ran('NOK', 'CUSTOMER_INVALID_AGE', 'c-1'))
      expect(await bank({ lastName: 'Sandbox Name Mismatch' }, { accountNumber: '1' })).toEqual(
        ran('NOK', 'ACCOUNT_NAME_MISMATCH', 'c-2'),
      )
    })
  })
})

it('the rate limit counts the requests of an endpoint in a second, those in test mode too, and bills none beyond it', async () => {
  await onOther({ requestsPerSecond: 3 }, async () => {
    const calls = Array.from({ length: 20 }, () => identity({}, { 'x-test-mode': 'true' }))
    const statuses = (await Promise.all([...calls, bank({}, { accountNumber: '1' })])).map(({ status }) => status)
    // Twenty requests can fall into two seconds, hardly into more.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(8)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
    expect(statuses.at(-1)).toBe(200)
    const { records } = JSON.parse(await (await fetch(`${sandbox.baseUrl}/sandbox/usage`)).text())
    expect(records).toHaveLength(statuses.filter((status) => status === 200).length)
  })
})

/** Runs a test against a sandbox with other settings. */
async function onOther(setting: Partial<SandboxSettings>, test: () => Promise<void>) {
  const usual = sandbox
  sandbox = await startSandbox({ ...settings(), ...setting })
  await test()
  await sandbox.stop()
  sandbox = usual
}

it('an address that the interface does not have is 404', async () => {
  expect((await post('/payouts', {})).status).toBe(404)
})
