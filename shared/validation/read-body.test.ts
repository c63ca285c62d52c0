import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bankErrorsOf, identityErrorsOf } from '#shared/testing/preview-in-tests.ts'
import { runs } from '#shared/testing/runs.ts'
import { bankCountries, readBankValidation } from './bank-validation.ts'
import { identityCountries, readIdentityValidation } from './identity-validation.ts'

const customer = { country: 'EC', firstName: 'Luz', lastName: 'Vera', documentNumber: '1714307103' }

const bodies = [
  ['identity', identityErrorsOf, customer],
  [
    'bank',
    bankErrorsOf,
    { ...customer, documentType: 'CED', bankName: '0023', accountAgencyNumber: '1', accountNumber: '2200123456' },
  ],
] as const

it('Validations: who is served. Interface, "Supported countries" identity: eight countries', () => {
  expect(identityCountries).toEqual(['AR', 'BR', 'CL', 'CO', 'CR', 'EC', 'MX', 'PE'])
})

it('Validations: who is served. Interface, "Supported countries" bank: six countries', () => {
  expect(bankCountries).toEqual(['AR', 'CL', 'CO', 'EC', 'MX', 'PE'])
})

it.each(['BR', 'CR', 'ZA', 'XX', 'Ecuador', 'toString'])(
  'Validations: who is served. Interface, "Supported countries" bank: %s is not, and the error is on the country',
  (country) => {
    expect(readBankValidation({ ...customer, country })).toMatchObject({
      errors: [
        { field: 'country', code: 'COUNTRY_NOT_SUPPORTED' },
        { field: 'documentType' },
        { field: 'accountNumber' },
      ],
    })
  },
)

it.each(['GH', 'XX', 'constructor'])(
  'Validations: who is served. Interface, "Supported countries" identity: %s is not',
  (country) => {
    expect(identityErrorsOf({ ...customer, country })).toEqual(['country COUNTRY_NOT_SUPPORTED'])
  },
)

it.each(['ec', ' Ec '])('Validations: who is served. Interface, "Supported countries": “%s” is Ecuador', (country) => {
  expect(readIdentityValidation({ ...customer, country })).toMatchObject({ ok: true, value: { country: 'EC' } })
})

describe.each(bodies)('Validations: a body of the %s validation', (_, errorsOf, body) => {
  it('is accepted whole', () => {
    expect(errorsOf(body)).toEqual([])
  })

  it('is accepted without a last name, as a company has none', () => {
    expect(errorsOf({ ...body, lastName: undefined })).toEqual([])
    expect(errorsOf({ ...body, lastName: 12 })).toContain('lastName wrong_type')
  })

  it.each(['country', 'firstName', 'documentNumber'])('names %s when that is missing', (field) => {
    for (const value of [undefined, '', ' ', '\u200b\u0001', '-'])
      expect(errorsOf({ ...body, [field]: value })).toEqual([`${field} missing`])
  })

  it.each(['country', 'firstName', 'documentNumber', 'beneficiaryId'])('wants %s as text', (field) => {
    for (const value of [12, true, null, ['x'], {}])
      expect(errorsOf({ ...body, [field]: value })).toContain(`${field} wrong_type`)
  })

  it.each(['firstName', 'documentNumber'])('refuses a broken character in %s', (field) => {
    expect(errorsOf({ ...body, [field]: 'A\ud83d' })).toContain(`${field} broken_text`)
  })

  it('wants test mode as true or false', () => {
    expect(errorsOf({ ...body, testMode: true })).toEqual([])
    for (const testMode of ['true', 1, null]) expect(errorsOf({ ...body, testMode })).toEqual(['testMode wrong_type'])
  })

  it.each(['email', 'FirstName', 'correlationId', 'payoutAccountTypeCode'])('knows no %s', (field) => {
    expect(errorsOf({ ...body, [field]: 'x' })).toEqual([`${field} unknown_field`])
  })

  it('finds all errors at once, also beside a field without a name', () => {
    const errors = errorsOf({ '': 1, country: 'EC', extra: 1, testMode: 'yes' })
    expect(errors).toEqual(expect.arrayContaining([' unknown_field', 'extra unknown_field', 'firstName missing']))
    expect(errors).toEqual(expect.arrayContaining(['documentNumber missing', 'testMode wrong_type']))
  })
})

describe.each([
  ['identity', readIdentityValidation],
  ['bank', readBankValidation],
] as const)('Validations: what is no body at all (%s)', (_, read) => {
  it.each([null, undefined, 'text', 12, true, [], [customer]])(
    '%j is reported as none, and as nothing else',
    (body) => {
      expect(read(body)).toMatchObject({ ok: false, errors: [{ field: '', code: 'wrong_type' }] })
    },
  )
})

it.each(bodies)('Validations: laws: %s: what was read is read again as it is', (service, _, body) => {
  const read = service === 'bank' ? readBankValidation : readIdentityValidation
  const first = read({ ...body, firstName: '  Luz\u200b  María ', documentNumber: '171430710-3', testMode: false })
  expect(first).toMatchObject({
    ok: true,
    value: { firstName: 'Luz María', documentNumber: '1714307103', testMode: false },
  })
  expect(read(first.ok && first.value)).toEqual(first)
})

it('Validations: laws an error list is never empty', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom('\u0000', '\u200b', '.', '--'))
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(bodies[1][2])), text, (field, value) => {
      const body = { ...bodies[1][2], [field]: value }
      const reading = readBankValidation(body)
      expect(reading.ok || reading.errors.length > 0).toBe(true)
    }),
    { numRuns: runs(1000) },
  )
})
