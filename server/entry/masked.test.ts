import fc from 'fast-check'
import { expect, it } from 'vitest'
import { issueOn } from '#shared/api/issue.ts'
import { type FieldTable, payoutFields } from '#shared/payout/fields.ts'
import { souza } from '../testing/beneficiaries.ts'
import { maskedIssue, maskedOf, maskedRequest } from './masked.ts'

it.each([
  ['its last four characters', '9876543-21', '…4321'],
  ['its last two characters, of eight or fewer', '9876543-2', '…32'],
  ['half of a very short one', '123', '…3'],
  ['nothing of a single character', '1', '…'],
  ['the first character and the host of an e-mail', 'ana.souza@example.com', 'a…@example.com'],
  ['the host alone where the first character is all there is', 'a@example.com', '…@example.com'],
  ['the end of a random key', '123e4567-e89b-12d3-a456-426614174000', '…4000'],
])('What a list shows of a number is %s', (_, recipientPixKey, shown) => {
  expect(maskedOf(souza({ recipientPixKey }), payoutFields)).toMatchObject({ recipientPixKey: shown })
})

it('What a list shows of a number is nothing for a field that is not filled', () => {
  expect(maskedOf(souza({ email: '' }), payoutFields)).not.toHaveProperty('email')
})

const fields: FieldTable = payoutFields
const secretFields = Object.keys(fields).filter((name) => fields[name]?.isSecret === true)
const characters = [...'0123456789ABCXYZ']
const numbers = fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 40 }).map((found) => found.join(''))

/** A number as people group it. */
const grouped = fc
  .tuple(numbers, fc.array(fc.constantFrom('', '.', '-', ' ', '/'), { minLength: 40, maxLength: 40 }))
  .map(([number, gaps]) => ({ number, text: [...number].map((character, place) => character + gaps[place]).join('') }))

it('What a list shows of any number in any secret field is its end: two characters up to eight, four beyond, at most half', () => {
  expect(secretFields.length).toBeGreaterThan(3)
  fc.assert(
    fc.property(fc.constantFrom(...secretFields), grouped, (field, { number, text }) => {
      const shown = maskedOf(souza({ [field]: text }), payoutFields)[field] ?? ''
      const end = shown.slice(1)
      expect(shown.at(0)).toBe('…')
      expect(end.length).toBe(number.length > 8 ? 4 : Math.min(2, Math.floor(number.length / 2)))
      expect(number.endsWith(end)).toBe(true)
      expect(maskedRequest({ [field]: text }, payoutFields)).toEqual({ [field]: shown })
    }),
  )
})

it('An issue shows no more of any number that was filled in than a list shows of it', () => {
  fc.assert(
    fc.property(numbers, fc.nat(40), fc.nat(40), (number, from, length) => {
      const part = number.slice(from, from + length)
      const { params } = maskedIssue(issueOn('accountNumber', 'not_an_email', { given: part }), [number])
      const shown = maskedOf(souza({ accountNumber: number }), payoutFields).accountNumber ?? ''
      expect(String(params.given).length).toBeLessThanOrEqual(shown.length)
    }),
  )
})
