import { afterEach, expect, it } from 'vitest'
import { account, against, ana, clientOf, endAll, ends, token } from '../testing/client-under-test.ts'
import { outcome, reply, startScriptedProvider } from '../testing/scripted-provider.ts'

afterEach(endAll)

it('what the provider receives is Basic credentials of shop and token, JSON, and our trace identifier with the attempt', async () => {
  const { client, provider } = await against(outcome(200, 'OK'))
  await client.validateIdentity(ana, 'trace')
  expect(provider.received[0]?.path).toBe('/identity-validation')
  expect(provider.received[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from(`4711:${token}`).toString('base64')}`,
    'content-type': 'application/json',
    'x-request-id': 'trace.1',
  })
})

it('what the provider receives is the identity of the customer, with the country among its fields', async () => {
  const { client, provider } = await against(outcome(200, 'OK'))
  const { correlationId } = await client.validateIdentity({ ...ana, beneficiaryId: 'b-1' }, 'trace')
  expect(JSON.parse(provider.received[0]?.body ?? '')).toEqual({ correlationId, customer: ana })
})

it('what the provider receives is the bank account beside the customer', async () => {
  const { client, provider } = await against(outcome(200, 'OK'))
  const chilean = { ...account, country: 'CL', bankName: '012', accountAgencyNumber: '1', accountTypeCode: '0002' }
  const { correlationId } = await client.validateBank(chilean, 'trace')
  expect(provider.received[0]?.path).toBe('/bank-validation')
  expect(JSON.parse(provider.received[0]?.body ?? '')).toEqual({
    correlationId,
    customer: { ...ana, country: 'CL' },
    bankAccount: {
      bankName: '012',
      accountAgencyNumber: '1',
      accountTypeCode: '0002',
      accountNumber: account.accountNumber,
    },
  })
})

it('what the provider receives names fields as PROVIDER_NAMES says, the echo and the wallet included', async () => {
  const provider = await startScriptedProvider((response, id) =>
    reply(200, { validationStatusCode: 'OK', echo: id })(response, id),
  )
  ends.push(() => provider.stop())
  const renaming = {
    country: 'countryCode',
    accountNumber: 'number',
    correlationId: 'echo',
    MOBILE_WALLET: 'WALLET_X',
  }
  await clientOf(provider.baseUrl, { renaming }).validateBank({ ...account, accountTypeCode: 'MOBILE_WALLET' }, 'trace')
  expect(JSON.parse(provider.received[0]?.body ?? '')).toMatchObject({
    customer: { countryCode: 'AR' },
    bankAccount: { number: account.accountNumber, accountTypeCode: 'WALLET_X' },
  })
})

it('what the provider receives is the test mode header only in test mode', async () => {
  const { client, provider } = await against(outcome(200, 'OK'))
  await client.validateIdentity({ ...ana, testMode: true }, 'trace')
  await client.validateIdentity({ ...ana, testMode: false }, 'trace')
  expect(provider.received.map(({ headers }) => headers['x-test-mode'])).toEqual(['true', undefined])
})

it('what the provider receives keeps the path of the base address', async () => {
  const provider = await startScriptedProvider(outcome(200, 'OK'))
  ends.push(() => provider.stop())
  await clientOf(`${provider.baseUrl}/v1/merchants`).validateIdentity(ana, 'trace')
  expect(provider.received[0]?.path).toBe('/v1/merchants/identity-validation')
})
