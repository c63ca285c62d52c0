import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry } from '#shared/payout/entry.ts'
import { emptyDraft, emptyEntry, switchCountry } from '#shared/payout/entry-draft.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { fieldOf, isRequestField, requestFields, type TextFieldName, textFields } from '#shared/payout/fields.ts'
import { readFormEntry } from '#shared/payout/form-entry.ts'
import { previewPayout, readEntryOf } from '#shared/payout/read-entry.ts'
import type { Country, Method } from '#shared/rule-book/country.ts'
import { noisyEntry } from '#shared/testing/noisy-entries.ts'
import { requestOf, warningsOf } from '#shared/testing/preview-in-tests.ts'
import { problemsOf } from '#shared/testing/preview-problems.ts'
import { runs } from '#shared/testing/runs.ts'
import { type SampleEntry, sampleEntries } from '#shared/testing/sample-entries.ts'
import { ruleBook } from './rule-book.ts'

const countries = Object.values(ruleBook)

describe.each(named(sampleEntries))('Law for %s', (_, sample) => {
  const { country, method, entry } = sample
  const uses = fieldUses(country, method)
  // No account and no method: the account may have been forgotten.
  const ownDoubts = method.id === 'instant' ? ['accountNumber no_account_named'] : []
  const required = requestFields.filter((field) => {
    const use = uses[field]
    return use.use === 'asked' && use.required
  })

  it('it accepts its own sample, by the method the sample is of, and has no doubt about it', () => {
    expect(readEntryOf(country, entry)).toMatchObject({ method: { id: method.id }, errors: [] })
    expect(warningsOf(entry)).toEqual(ownDoubts)
    expect(warningsOf({ ...entry, method: method.id })).toEqual([])
  })

  it('its examples fit their own rules', () => {
    const numbers = requestFields.flatMap((field) => {
      const use = uses[field]
      return use.use === 'asked' && use.rule.kind === 'number' ? use.rule.numbers.map((rule) => ({ field, rule })) : []
    })
    const errors = numbers.flatMap(({ field, rule: { when = {}, example } }) => {
      const conditions = Object.entries(when).map(([name, values]) => [name, values[0]])
      const body = { ...entry, ...Object.fromEntries(conditions), [field]: example }
      return readEntryOf(country, { ...body, method: method.id }).errors.filter((error) => error.field === field)
    })
    expect(errors).toEqual([])
  })

  it.each(required.filter((field) => field !== 'country'))('it names %s when that is missing', (field) => {
    const { [field]: gone, ...rest } = entry
    expect(gone).not.toBe('')
    for (const body of [rest, { ...entry, [field]: '' }, { ...entry, [field]: ' \u00a0\u0001' }])
      expect(readEntryOf(country, { ...body, method: method.id }).errors).toMatchObject([{ field, code: 'missing' }])
  })

  it('it names the country when that is missing', () => {
    const reading = previewPayout({ ...entry, country: undefined })
    expect(reading).toMatchObject({ ok: false, errors: [{ field: 'country', code: 'missing' }] })
  })

  it.each(codeFields(country, method))('it refuses an unknown code in %s', (field, code) => {
    const errors = ['???', '9999', 'zz'].map(
      (value) => readEntryOf(country, { ...entry, [field]: value, method: method.id }).errors,
    )
    for (const found of errors) expect(found).toContainEqual(expect.objectContaining({ field, code }))
  })

  it('it doubts a name with one letter more than its banks keep', () => {
    const { longName = 60 } = country
    const name = (letters: number) => 'ñu'.repeat(letters).slice(0, letters)
    for (const field of ['beneficiaryFirstName', 'beneficiaryLastName']) {
      expect(warningsOf({ ...entry, [field]: name(longName) })).toEqual(ownDoubts)
      const doubts = [`${field} ${country.longName === undefined ? 'odd_name' : 'long_name'}`]
      expect(warningsOf({ ...entry, [field]: name(longName + 1) })).toEqual([...doubts, ...ownDoubts])
    }
  })

  it('it refuses a currency that is neither its own nor the dollar', () => {
    for (const currencyCode of ['EUR', 'XXX', country.currency === 'MXN' ? 'BRL' : 'MXN'])
      expect(readEntryOf(country, { ...entry, currencyCode }).errors).toContainEqual(
        expect.objectContaining({ field: 'currencyCode', code: 'currency_not_allowed' }),
      )
  })

  it('it goes in US dollars when a person has approved the terms', () => {
    const inDollars = { ...entry, currencyCode: 'USD' }
    expect(requestOf({ ...inDollars, TermsApproved: true })).toMatchObject({ currencyCode: 'USD', TermsApproved: true })
    for (const TermsApproved of [undefined, false, ''])
      expect(previewPayout({ ...inDollars, TermsApproved })).toMatchObject({
        errors: [{ field: 'TermsApproved', code: 'terms_required' }],
      })
  })

  it('it refuses a field that no request has', () => {
    for (const name of ['account_number', 'amount ', 'notificationUrl', '__proto__x'])
      expect(readEntryOf(country, { ...entry, [name]: '1' }).errors).toMatchObject([
        { field: name, code: 'unknown_field' },
      ])
  })

  it('it refuses a value in a field that is not asked', () => {
    const closed = requestFields.filter((field) => uses[field].use === 'none' || uses[field].use === 'hyphen')
    for (const field of closed)
      for (const value of ['person', 12, false, null])
        expect(readEntryOf(country, { ...entry, [field]: value, method: method.id }).errors).toMatchObject([
          { field, code: 'not_applicable' },
        ])
  })

  it('a request fed back as an entry gives the same request and nothing to change', () => {
    expectFixed(entry)
    fc.assert(fc.property(noisyEntry(sample), expectFixed), { numRuns: runs(40) })
  })

  it('however its sample is spaced, grouped or written, the request is the same', () => {
    const expected = requestOf(entry)
    fc.assert(
      fc.property(noisyEntry(sample), (noisy) => {
        expect(requestOf(noisy)).toEqual(expected)
        expect(problemsOf(previewPayout(noisy), noisy)).toEqual([])
      }),
      { numRuns: runs(40) },
    )
  })

  it('a field that its method leaves out stays out, whatever is typed and by whatever method', () => {
    const someBank = fc.constantFrom('', '0001', '0002', '0003', '0029', '40002', '341', 'x')
    fc.assert(
      fc.property(noisyEntry(sample), someBank, fc.constantFrom(undefined, method.id), (noisy, bankName, chosen) => {
        const reading = readEntryOf(country, { ...noisy, bankName, ...(chosen && { method: chosen }) })
        const open = fieldUses(country, reading.method)
        const sent = requestFields.filter((field) => field in reading.request)
        expect(sent.filter((field) => open[field].use === 'left-out')).toEqual([])
        const { accountNumber, bankName: bank } = reading.request
        const isCci = country.code === 'PE' && /^[0-9]{20}$/.test(String(accountNumber))
        expect(isCci && bank).toBeFalsy()
      }),
      { numRuns: runs(60) },
    )
  })

  it('nothing that its form hides reaches the request', () => {
    fc.assert(
      fc.property(plausibleValues, (filled) => {
        const values = { ...emptyEntry(country), ...filled, method: method.id }
        const reading = readFormEntry(country, values)
        const open = fieldUses(country, reading.method)
        const sent = Object.keys(reading.request).filter(isRequestField)
        expect(sent.filter((field) => open[field].use !== 'asked' && reading.request[field] !== '-')).toEqual([])
        expect(Object.keys(reading.request)).toHaveLength(sent.length)
        expect(reading.errors.filter(({ code }) => code === 'not_applicable' || code === 'unknown_field')).toEqual([])
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('Law: a bank code gets the zeros back that a table lost', () => {
  const withBanks = sampleEntries.filter(({ method }) => bankCodes(method.fields).length > 0)

  it.each(named(withBanks))(
    'Law: a bank code gets the zeros back that a table lost: %s',
    (_, { country, method, entry }) => {
      const codes = bankCodes(method.fields).filter((code) => code.startsWith('0'))
      for (const code of codes) {
        const lost = code.replace(/^0+/, '')
        const { request, changes } = readEntryOf(country, { ...entry, bankName: lost, method: method.id })
        expect([code, request.bankName]).toEqual([code, code])
        const added = { field: 'bankName', code: 'leading_zeros_added', from: lost, to: code }
        expect(changes).toContainEqual(expect.objectContaining(added))
      }
    },
  )
})

describe('Law for every pair of countries', () => {
  const someValues = valuesOf(() => fc.string({ unit: 'grapheme', maxLength: 12 }))
  const someCountry = fc.constantFrom(...countries)

  it('Law for every pair of countries going to another country and coming back gives the form back as it was', () => {
    fc.assert(
      fc.property(someCountry, someCountry, someValues, fc.option(someValues), (from, to, values, others) => {
        const draft = {
          country: from.code,
          entries: { ...(others !== null && { [to.code]: others }), [from.code]: values },
        }
        const back = switchCountry(switchCountry(draft, to), from)
        expect(back.country).toBe(from.code)
        expect(back.entries[from.code]).toEqual(values)
      }),
      { numRuns: runs(300) },
    )
  })

  it('Law for every pair of countries what all countries share comes along, what one has of its own stays behind', () => {
    const [brazil, chile] = [ruleBook.BR, ruleBook.CL]
    const begun = switchCountry(emptyDraft, brazil)
    const filled = Object.fromEntries(textFields.map((field) => [field, `my ${field}`]))
    const draft = {
      ...begun,
      entries: { BR: { ...emptyEntry(brazil), ...filled, testMode: true, TermsApproved: true } },
    }
    const there = switchCountry(draft, chile).entries.CL
    const kept = textFields.filter((field) => there?.[field] === `my ${field}`)
    expect(kept).toEqual(textFields.filter((field) => fieldOf(field).isShared))
    expect(there).toMatchObject({ testMode: true, documentType: 'cl_rut', currencyCode: 'CLP' })
    expect(there).not.toHaveProperty('TermsApproved')
  })
})

function named(samples: readonly SampleEntry[]): readonly (readonly [string, SampleEntry])[] {
  return samples.map((sample) => [sample.name, sample])
}

function expectFixed(entry: Readonly<Record<string, unknown>>): void {
  const request = requestOf(entry)
  const again = previewPayout(JSON.parse(JSON.stringify(request)))
  expect(again).toMatchObject({ ok: true, value: { request, changes: [] } })
  expect(Object.keys(requestOf(request))).toEqual(Object.keys(request))
}

function codeFields(country: Country, method: Method): readonly (readonly [string, string])[] {
  const uses = fieldUses(country, method)
  return requestFields.flatMap((field): readonly (readonly [string, string])[] => {
    const use = uses[field]
    if (use.use !== 'asked') return []
    if (use.rule.kind === 'bank') return [[field, 'unknown_bank'] as const]
    return use.rule.kind === 'code' ? [[field, use.rule.error] as const] : []
  })
}

function bankCodes({ bankName }: Method['fields']): readonly string[] {
  return bankName?.use === 'asked' ? bankName.rule.banks.map(({ code }) => code) : []
}

/** Form values of which each is one that some country takes in that field. */
const plausibleValues = valuesOf((field) => {
  const known = sampleEntries.flatMap(({ entry }) => {
    const value = entry[field]
    return typeof value === 'string' ? [value] : []
  })
  return fc.constantFrom('', 'something', ...known)
})

function valuesOf(text: (field: TextFieldName) => fc.Arbitrary<string>): fc.Arbitrary<Entry> {
  const texts: Record<string, fc.Arbitrary<string>> = Object.fromEntries(
    textFields.map((field) => [field, text(field)]),
  )
  const blank = emptyEntry(ruleBook.ZA)
  return fc
    .tuple(fc.record(texts), fc.boolean(), fc.boolean())
    .map(([filled, testMode, TermsApproved]) => ({ ...blank, ...filled, testMode, TermsApproved }))
}
