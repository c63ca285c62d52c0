import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { makeWebhookSecret, signedHeaders } from './webhook-signature.ts'

it('A receiver with the public package for Standard Webhooks takes a message under each secret that signed it, and no other or changed one', () => {
  const [newer, former, other] = [makeWebhookSecret(), makeWebhookSecret(), makeWebhookSecret()]
  fc.assert(
    fc.property(fc.json(), fc.uuid(), (body, uuid) => {
      const headers = signedHeaders([newer, former], { id: `evt_${uuid}`, at: new Date(), body })
      for (const secret of [newer, former]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
      const verify =
        (text: string, secret: string, changes = {}) =>
        () =>
          new Webhook(secret).verify(text, { ...headers, ...changes })
      expect(verify(body, other)).toThrow('No matching signature')
      expect(verify(`${body} `, newer)).toThrow('No matching signature')
      expect(verify(body, newer, { 'webhook-id': 'evt_other' })).toThrow('No matching signature')
    }),
    { numRuns: 50 },
  )
})

it('A message that was recorded and is sent again later is too old for a receiver', () => {
  const secret = makeWebhookSecret()
  const headers = signedHeaders([secret], { id: 'evt_a', at: new Date(Date.now() - 6 * 60_000), body: '{}' })
  expect(() => new Webhook(secret).verify('{}', headers)).toThrow('too old')
})
