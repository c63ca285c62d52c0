import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CountryCode, isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { previewPayout } from '#shared/payout/read-entry.ts'
import { noisyEntry } from '#shared/testing/noisy-entries.ts'
import { requestOf } from '#shared/testing/preview-in-tests.ts'
import { runs } from '#shared/testing/runs.ts'
import { type SampleEntry, sampleEntries } from '#shared/testing/sample-entries.ts'
import { requestJsonSchema } from './request-json-schema.ts'

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })

const schemas = new Map<string, ValidateFunction>(
  Object.values(ruleBook).map((country) => [country.code, ajv.compile(requestJsonSchema(country, english))]),
)

function isValid(country: string, request: object): boolean {
  const schema = schemas.get(country)
  if (schema === undefined) throw new Error(`no schema for ${country}`)
  return schema(request)
}

/** Whether the request is one that the app itself would write, value for value. */
function isWrittenByPreview(request: Readonly<Record<string, unknown>>): boolean {
  const reading = previewPayout(request)
  return reading.ok && JSON.stringify(sorted(reading.value.request)) === JSON.stringify(sorted(request))
}

function sorted(request: Readonly<Record<string, unknown>>) {
  return Object.entries(request).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function named(samples: readonly SampleEntry[]): readonly (readonly [string, SampleEntry])[] {
  return samples.map((sample) => [sample.name, sample])
}

describe.each(named(sampleEntries))('JSON Schema: %s', (_, sample) => {
  const { country, method, entry } = sample
  const request = requestOf(entry)

  it('takes the request of the sample, however that was typed', () => {
    expect(isValid(country.code, request)).toBe(true)
    fc.assert(
      fc.property(noisyEntry(sample), (noisy) => {
        expect(isValid(country.code, requestOf(noisy))).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it.each(Object.keys(request).filter((field) => !mayBeLeftOut(country.code, method.id, field)))(
    'refuses a request without %s',
    (field) => {
      const { [field]: gone, ...rest } = request
      expect(gone).toBeDefined()
      expect(isValid(country.code, rest)).toBe(false)
    },
  )

  it('refuses an unknown field, a field of another country and another country', () => {
    expect(isValid(country.code, { ...request, note: 'x' })).toBe(false)
    const other = country.code === 'BR' ? { beneficiaryType: 'person' } : { recipientPixKey: 'ana@example.com' }
    expect(isValid(country.code, { ...request, ...other })).toBe(false)
    expect(isValid(country.code, { ...request, country: country.code === 'GH' ? 'KE' : 'GH' })).toBe(false)
  })

  const codes = [
    'documentType',
    'payoutAccountTypeCode',
    'bankName',
    'currencyCode',
    'beneficiaryType',
    'recipientPixKey',
  ]
  it.each(codes.filter((field) => !isUndocumented(country.code, field)))('refuses an unknown code in %s', (field) => {
    expect(isValid(country.code, { ...request, [field]: '?' })).toBe(false)
  })

  it.each(['accountNumber', 'accountAgencyNumber', 'documentNumber'])('refuses %s that is not clean', (field) => {
    const value = request[field] ?? ''
    const marks = isUndocumented(country.code, field) ? [] : [`${value}.`, `1-${value}`]
    for (const dirty of [` ${value}`, ...marks, '', 12])
      expect(isValid(country.code, { ...request, [field]: dirty })).toBe(false)
  })

  it('takes an amount above zero, as a number', () => {
    for (const amount of ['1500', 0, -1, null]) expect(isValid(country.code, { ...request, amount })).toBe(false)
    expect(isValid(country.code, { ...request, amount: 0.01 })).toBe(true)
  })

  it('takes US dollars only with the terms approved', () => {
    const inDollars = { ...request, currencyCode: 'USD' }
    expect(isValid(country.code, { ...inDollars, TermsApproved: true })).toBe(true)
    expect(isValid(country.code, { ...inDollars, TermsApproved: false })).toBe(false)
    expect(isValid(country.code, { ...inDollars, TermsApproved: undefined })).toBe(false)
  })

  it('agrees with the preview about names and every optional text', () => {
    const texts = [
      'x',
      'ana@example.com',
      'ana@',
      'https://example.com/x',
      'HTTPS://example.com',
      'https:example.com',
      'ftp://x.y',
    ]
    const names = ['beneficiaryFirstName', 'beneficiaryLastName']
    for (const field of [...names, 'email', 'city', 'externalReference', 'NotificationUrl', 'PaymentReason'])
      for (const text of ['-', '--', ...texts]) {
        const body = { ...request, [field]: text }
        expect([field, text, isValid(country.code, body)]).toEqual([field, text, isWrittenByPreview(body)])
      }
  })
})

describe('JSON Schema and preview agree on account numbers', () => {
  const someNumber = fc
    .tuple(fc.constantFrom('', '9'), fc.integer({ min: 5, max: 23 }), fc.stringMatching(/^[0-9]{24}$/))
    .map(([first, count, digits]) => first + digits.slice(0, count))

  it.each(named(sampleEntries.filter(({ entry }) => entry.accountNumber !== undefined)))(
    'JSON Schema and preview agree on account numbers: %s',
    (_, { country, method, entry }) => {
      const { bankName, payoutAccountTypeCode } = method.fields
      const banks = bankName?.use === 'asked' ? bankName.rule.banks.map(({ code }) => code).slice(0, 6) : []
      const types = payoutAccountTypeCode?.use === 'asked' ? payoutAccountTypeCode.rule.map(({ code }) => code) : []
      const request = requestOf(entry)
      const verdicts = { good: 0, bad: 0 }
      fc.assert(
        fc.property(someNumber, oneOf(banks), oneOf(types), (accountNumber, bank, type) => {
          const body = {
            ...request,
            accountNumber,
            ...(bank !== undefined && { bankName: bank }),
            ...(type !== undefined && { payoutAccountTypeCode: type }),
          }
          const expected = isWrittenByPreview(body)
          expect([body, isValid(country.code, body)]).toEqual([body, expected])
          verdicts[expected ? 'good' : 'bad'] += 1
        }),
        {
          numRuns: runs(500),
          examples: [
            [entry.accountNumber ?? '', banks.length > 0 ? entry.bankName : undefined, entry.payoutAccountTypeCode],
          ],
        },
      )
      expect(verdicts.good).toBeGreaterThan(0)
    },
  )

  it.each(['0001', '0002', '0003', '0004', '0005', '0029'])(
    'JSON Schema and preview agree on account numbers: Peru, bank %s: a CCI is never sent together with a bank',
    (bankName) => {
      const { entry } = sampleEntries.find(({ country, method }) => country.code === 'PE' && method.id === 'cci')!
      expect(isValid('PE', requestOf(entry))).toBe(true)
      expect(isValid('PE', { ...requestOf(entry), bankName })).toBe(false)
    },
  )
})

it.each(['CO', 'EC', 'PE'] satisfies CountryCode[])(
  'JSON Schema: documents: %s: the number fits the type of document',
  (code) => {
    const { entry } = sampleEntries.find(({ country }) => country.code === code)!
    const request = requestOf(entry)
    const types = ruleBook[code].documents.map((document) => document.code)
    fc.assert(
      fc.property(fc.stringMatching(/^[A]?[0-9]{1,14}$/), fc.constantFrom(...types), (documentNumber, documentType) => {
        const body = { ...request, documentNumber, documentType }
        expect([body, isValid(code, body)]).toEqual([body, isWrittenByPreview(body)])
      }),
      { numRuns: runs(300) },
    )
  },
)

it('JSON Schema: documents: Chile: a company may have no last name, a person has one', () => {
  const { beneficiaryLastName, ...rest } = requestOf(sampleEntries.find(({ country }) => country.code === 'CL')!.entry)
  expect(beneficiaryLastName).toBeDefined()
  expect(isValid('CL', { ...rest, beneficiaryType: 'company' })).toBe(true)
  expect(isValid('CL', { ...rest, beneficiaryType: 'person' })).toBe(false)
})

/** Fields of a sample's request without which it still is one: by the rules, or because it then is one of another method. */
function isUndocumented(country: string, field: string): boolean {
  return isCountryCode(country) && (ruleBook[country].undocumented ?? []).some((name) => name === field)
}

function mayBeLeftOut(country: string, method: string, field: string): boolean {
  if (isUndocumented(country, field)) return true
  if (country === 'PE' && method === 'cci') return field === 'payoutAccountTypeCode'
  return country === 'BR' && method === 'pix-with-bank' && field === 'recipientPixKey'
}

function oneOf(codes: readonly string[]): fc.Arbitrary<string | undefined> {
  return codes.length === 0 ? fc.constant(undefined) : fc.constantFrom(...codes)
}
