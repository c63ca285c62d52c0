import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { merchantSchema } from '#shared/api/merchant.ts'
import { payoutPreviewSchema } from '#shared/api/payout-preview.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { countryRulesSchema, rulesIndexSchema } from '#shared/api/rules.ts'
import { sandboxHelpSchema } from '#shared/api/sandbox-help.ts'
import { sentinels } from '#shared/api/sandbox-sentinels.ts'
import { countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import { reply, startScriptedProvider } from '../testing/scripted-provider.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.stop())

it.each(countryCodes)(
  'POST /api/payout-previews: %s: gives the request of the country’s sample, which its published schema accepts',
  async (country) => {
    const [method] = ruleBook[country].methods
    const entry = {
      country,
      beneficiaryFirstName: 'Ana',
      beneficiaryLastName: 'Prueba',
      amount: 100,
      ...(country === 'EC' && { TermsApproved: true }),
      ...(country === 'CL' && { beneficiaryType: 'person' }),
      ...method.sample,
    }
    const answer = await app.post('/api/payout-previews', entry)
    expect([answer.status, answer.json]).toEqual([
      200,
      expect.objectContaining({ request: expect.objectContaining({ country }) }),
    ])
    const { request } = payoutPreviewSchema.parse(answer.json)
    const { requestSchema } = countryRulesSchema.parse((await app.get(`/api/rules/${country}`)).json)
    expect(new Ajv2020({ strict: false }).validate(requestSchema ?? false, request)).toBe(true)
  },
)

it('POST /api/payout-previews writes the amount as the number that was typed', async () => {
  const entry = {
    country: 'ZA',
    beneficiaryFirstName: 'Ana',
    beneficiaryLastName: 'Prueba',
    amount: '1234567890123.45',
  }
  expect((await app.post('/api/payout-previews', entry)).text).toContain('"amount":1234567890123.45')
})

it('POST /api/payout-previews names all errors at once', async () => {
  const answer = await app.post('/api/payout-previews', { country: 'BR', amount: -1, colour: 'red' })
  const problem = problemSchema.parse(answer.json)
  expect([answer.status, problem.code]).toEqual([422, 'FIELDS_INVALID'])
  const pointers = problem.errors?.map(({ pointer }) => pointer)
  expect(pointers).toEqual(expect.arrayContaining(['#/amount', '#/beneficiaryFirstName', '#/colour']))
})

it.each([
  ['beneficiaries', undefined, 'externalId is missing.'],
  [
    'beneficiaries?externalId=a%20b',
    undefined,
    'externalId: this value is not valid here; /api/openapi.json describes it.',
  ],
  ['payout-searches', '{ "limit": 1.5 }', 'limit: give a whole number; this is a number.'],
  [
    'batches',
    '{ "name": "", "source": { "kind": "api", "name": "ERP" }, "rowsGiven": 1 }',
    'name: give at least 1 character.',
  ],
  ['payout-previews', '', 'The body is empty. Send one JSON object.'],
])('/api/%s with the body %j is answered by what is wrong, in the names of the API', async (path, body, detail) => {
  const headers = { 'content-type': 'application/json' }
  const address = `/api/${path}`
  const answer = body === undefined ? app.get(address) : app.send('POST', address, { headers, body })
  expect((await answer).json).toMatchObject({ detail })
})

it('GET /api/rules lists the countries that can be paid and the one that can only be validated', async () => {
  const { countries } = rulesIndexSchema.parse((await app.get('/api/rules')).json)
  expect(countries.map(({ code }) => code).toSorted()).toEqual([...countryCodes, 'CR'].toSorted())
})

it('GET /api/rules gives every country that it lists', async () => {
  const { countries } = rulesIndexSchema.parse((await app.get('/api/rules')).json)
  for (const { code, href } of countries) expect(countryRulesSchema.parse((await app.get(href)).json).code).toBe(code)
})

it.each(['XX', 'toString', 'A'])('GET /api/rules: %s is 404', async (code) => {
  expect(await app.get(`/api/rules/${code}`)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
})

it('GET /api/merchant names the merchant and says that the provider is the sandbox', async () => {
  expect(merchantSchema.parse((await app.get('/api/merchant')).json)).toEqual({
    merchantId: '9001001',
    environment: 'sandbox',
  })
})

it.each([
  ['UNAUTHORIZED', 401, 502, 'PROVIDER_UNAUTHORIZED'],
  ['MERCHANT_ID_MISSING', 200, 502, 'PROVIDER_MERCHANT_MISSING'],
])('GET /api/merchant: %s with HTTP %i is %i %s', async (code, given, status, problem) => {
  const provider = await startScriptedProvider(
    reply(given, { errors: [{ message: 'No.', extensions: { code, retryable: false } }] }),
  )
  const real = await startTestApp(accountAt(provider.baseUrl))
  expect(await real.get('/api/merchant')).toMatchObject({ status, json: { code: problem, retryable: false } })
  await real.stop()
  await provider.stop()
})

it('GET /api/merchant says that the provider is real, and asks it once for many', async () => {
  const provider = await startScriptedProvider(reply(200, { data: { currentMerchantId: '31' } }))
  const real = await startTestApp(accountAt(provider.baseUrl))
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await real.get('/api/merchant')).json).toEqual({ merchantId: '31', environment: 'provider' })
  }
  expect(provider.received).toHaveLength(1)
  await real.stop()
  await provider.stop()
})

it('GET /api/sandbox lists every sentinel with what it brings about', async () => {
  const help = sandboxHelpSchema.parse((await app.get('/api/sandbox')).json)
  expect(help.sentinels).toHaveLength(sentinels.length)
  expect(Object.keys(help.sentinels[0]!)).toEqual(['lastName', 'service', 'outcome', 'description'])
})

it('GET /api/sandbox is 404 when the provider is real', async () => {
  const real = await startTestApp(accountAt('http://127.0.0.1:1'))
  expect((await real.get('/api/sandbox')).status).toBe(404)
  await real.stop()
})

function accountAt(address: string) {
  return { PROVIDER_BASE_URL: address, PROVIDER_SHOP_ID: '4711', PROVIDER_API_TOKEN: 'token-7f3a' }
}
