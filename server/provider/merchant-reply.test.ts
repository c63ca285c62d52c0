import { afterEach, expect, it } from 'vitest'
import { against, endAll, failureOf } from '../testing/client-under-test.ts'
import { reply } from '../testing/scripted-provider.ts'

afterEach(endAll)

const errors = (code: string, extensions = {}) => ({
  errors: [{ message: 'No.', extensions: { code, ...extensions } }],
})

it('the merchant query asks for currentMerchantId over GraphQL', async () => {
  const { client, provider } = await against(reply(200, { data: { currentMerchantId: '99' } }))
  expect(await client.currentMerchantId('trace')).toBe('99')
  expect(provider.received[0]).toMatchObject({ path: '/data-api/graphql', body: '{"query":"{ currentMerchantId }"}' })
})

it.each([
  [401, errors('UNAUTHORIZED', { retryable: false }), 'PROVIDER_UNAUTHORIZED'],
  [200, errors('UNAUTHORIZED'), 'PROVIDER_UNAUTHORIZED'],
  [401, 'no GraphQL', 'PROVIDER_UNAUTHORIZED'],
  [200, errors('MERCHANT_ID_MISSING'), 'PROVIDER_MERCHANT_MISSING'],
  [403, errors('MERCHANT_ID_MISSING'), 'PROVIDER_MERCHANT_MISSING'],
  [500, errors('MERCHANT_ID_MISSING'), 'PROVIDER_MERCHANT_MISSING'],
  [200, errors('SOMETHING_NEW'), 'PROVIDER_ERROR'],
  [200, { errors: [{ message: 'No code.' }] }, 'PROVIDER_ERROR'],
  [500, errors('SOMETHING_NEW'), 'PROVIDER_ERROR'],
  [429, {}, 'RATE_LIMIT_EXCEEDED'],
  [200, { data: { currentMerchantId: 'not a number' } }, 'PROVIDER_PROTOCOL_ERROR'],
  [200, { data: { currentMerchantId: null } }, 'PROVIDER_PROTOCOL_ERROR'],
  [200, { data: null }, 'PROVIDER_PROTOCOL_ERROR'],
  [200, {}, 'PROVIDER_PROTOCOL_ERROR'],
  [302, {}, 'PROVIDER_PROTOCOL_ERROR'],
])('the merchant query: HTTP %i with %j is %s', async (status, body, code) => {
  const { client } = await against(reply(status, body))
  expect((await failureOf(client.currentMerchantId('trace'))).code).toBe(code)
})

it('the merchant query is asked again when the provider says that it may be', async () => {
  const { client, provider } = await against(reply(200, errors('BUSY', { retryable: true })))
  expect((await failureOf(client.currentMerchantId('trace'))).particulars.retryable).toBe(true)
  expect(provider.received).toHaveLength(3)
})

it('the merchant query is not asked again when the provider says that it may not be', async () => {
  const { client, provider } = await against(reply(500, errors('BROKEN', { retryable: false })))
  expect((await failureOf(client.currentMerchantId('trace'))).particulars.retryable).toBe(false)
  expect(provider.received).toHaveLength(1)
})
