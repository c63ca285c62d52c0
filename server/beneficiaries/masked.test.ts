import { expect, it } from 'vitest'
import { payoutFields } from '#shared/payout/fields.ts'
import { souza } from '../testing/beneficiaries.ts'
import { maskedOf } from './masked.ts'

it.each([
  ['its last four characters', '987654-3', '6543'],
  ['half of a short one', '1234', '34'],
  ['nothing of a single character', '1', ''],
  ['the first character and the host of an e-mail', 'ana.souza@example.com', 'a…@example.com'],
  ['the host alone where the first character is all there is', 'a@example.com', '…@example.com'],
  ['the end of a random key', '123e4567-e89b-12d3-a456-426614174000', '4000'],
])('What a list shows of a number is %s', (_, recipientPixKey, shown) => {
  expect(maskedOf(souza({ recipientPixKey }), payoutFields)).toMatchObject({ recipientPixKey: shown })
})

it('What a list shows of a number is nothing for a field that is not filled', () => {
  expect(maskedOf(souza({ email: '' }), payoutFields)).not.toHaveProperty('email')
})
