import { expect, it, test } from 'vitest'
import { translateIssue } from '#shared/api/issue-message.ts'
import { type CountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { asMessage } from '#shared/language/message.ts'
import { fieldNames, fieldOf, requestFields } from '#shared/payout/fields.ts'
import type { FieldValues } from '#shared/rule-book/country.ts'
import { describeShape } from '#shared/rule-book/shape.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { fieldUses, matchingNumbers } from './field-uses.ts'
import { formFields, formOrder, onlyChoices } from './form-fields.ts'
import { readEntryOf } from './read-entry.ts'

function field(code: CountryCode, method: string, name: string, given: FieldValues = {}) {
  const country = ruleBook[code]
  return formFields(country, methodIn(country, method), given).find((found) => found.name === name)
}

function names(code: CountryCode, method = '', given: FieldValues = {}): string {
  const country = ruleBook[code]
  return formFields(country, methodIn(country, method), given)
    .filter(({ section }) => section === 'beneficiary' || section === 'account')
    .map(({ name }) => name)
    .join(' ')
}

/** Every number that a country and method ask for, under each combination of codes on which it depends. */
const numbers = sampleEntries.flatMap(({ name, country, method, entry }) =>
  requestFields.flatMap((numberField) => {
    const use = fieldUses(country, method)[numberField]
    if (use.use !== 'asked' || use.rule.kind !== 'number') return []
    return use.rule.numbers.map(({ when = {} }) => {
      const codes = Object.fromEntries(Object.entries(when).map(([key, values]) => [key, values[0] ?? '']))
      const other = numberField === 'accountNumber' && country.code !== 'CL' ? { bankName: '0017' } : {}
      const given: FieldValues = {
        ...(Object.keys(codes).length === 0 ? { payoutAccountTypeCode: '0001', ...other } : codes),
      }
      const title = `${name}: ${numberField} ${JSON.stringify(codes)}`
      return { title, country, method, entry, numberField, numbers: use.rule, given }
    })
  }),
)

it('Form: what it says of a number and the error beside it come from the same rule there are numbers to look at', () => {
  expect(numbers.length).toBeGreaterThan(30)
})

it.each(numbers.map((number) => [number.title, number] as const))(
  'Form: what it says of a number and the error beside it come from the same rule: %s',
  (_, { country, method, entry, ...number }) => {
    const { numberField, numbers: rule, given } = number
    const [only, ...others] = rule.kind === 'number' ? matchingNumbers(rule.numbers, given) : []
    expect(others).toEqual([])
    const words = english(describeShape(only!.shape))
    const found = formFields(country, method, given).find(({ name }) => name === numberField)
    expect(found?.numbers).toEqual([only])
    expect(found?.label).toEqual(asMessage(only!.label))
    const body = { ...entry, ...given, [numberField]: '?' }
    const error = readEntryOf(country, { ...body, method: method.id }).errors.find((each) => each.field === numberField)
    const advice = error && translateIssue(english, error)
    expect(advice).toContain(words)
    expect(advice?.toLowerCase()).toContain(english(only!.label).toLowerCase())
  },
)

it('Form: its order has a place for every field of the request and every other of a section, but for country and test mode', () => {
  const placed = sampleEntries.flatMap(({ method }) => formOrder(method).map(([name]) => name))
  const ofSections = fieldNames.filter((name) => fieldOf(name).section !== undefined)
  expect(new Set<string>([...placed, 'country', 'testMode'])).toEqual(new Set([...requestFields, ...ofSections]))
})

it.each(sampleEntries.map((sample) => [sample.name, sample] as const))(
  'Form: its order: %s: no field is listed twice',
  (_, sample) => {
    const placed = formOrder(sample.method).map(([name]) => name)
    expect(new Set(placed).size).toBe(placed.length)
  },
)

it('Form: what it asks: Argentina asks for the DNI and the CBU, and not for what has one answer', () => {
  expect(names('AR')).toBe('beneficiaryFirstName beneficiaryLastName documentNumber accountNumber')
  expect(onlyChoices(ruleBook.AR, ruleBook.AR.methods[0])).toEqual({ documentType: '1' })
})

test.each([
  ['CO', 'bank', { documentType: '03', documentNumber: '900.197.268-4' }, true],
  ['CO', 'bank', { documentType: '01', documentNumber: '900197268' }, false],
  ['PE', 'bank', { documentType: '05', documentNumber: '20131312955' }, true],
  ['PE', 'bank', { documentType: '05', documentNumber: '10408916301' }, false],
  ['EC', 'bank', { documentType: '05', documentNumber: '1790280337001' }, true],
  ['EC', 'bank', { documentType: '05', documentNumber: '1710034065001' }, false],
] as const)(
  '%s %s: of %j the form explains how the name of a company is entered: %s',
  (code, method, given, isTold) => {
    const hints = ['beneficiaryFirstName', 'beneficiaryLastName'].map(
      (name) => field(code, method, name, given)?.hint?.id,
    )
    expect(hints).toEqual(
      isTold ? ['field.beneficiaryFirstName.ofCompany', 'field.beneficiaryLastName.ofCompany'] : [undefined, undefined],
    )
  },
)

it('Form: what it asks: Brazil asks for the Pix key, the account or both', () => {
  const who = 'beneficiaryFirstName beneficiaryLastName documentNumber'
  const bank = ['accountAgencyNumber', 'accountNumber', 'bankName', 'payoutAccountTypeCode']
  expect(names('BR', 'pix')).toBe(`${who} recipientPixKey`)
  expect(names('BR', 'bank').split(' ').slice(3).toSorted()).toEqual(bank)
  expect(names('BR', 'pix-with-bank').split(' ').slice(3).toSorted()).toEqual([...bank, 'recipientPixKey'])
})

it('Form: what it asks: Colombia asks for no account with an instant payment', () => {
  expect(names('CO', 'instant')).toBe('beneficiaryFirstName beneficiaryLastName documentType documentNumber')
})

it('Form: what it asks: Peru asks for no bank with a CCI', () => {
  expect(names('PE', 'cci')).not.toContain('bankName')
  expect(english(field('PE', 'cci', 'accountNumber')!.label)).toBe('CCI')
})

it('Form: what it asks: African countries ask for document and account, and require neither', () => {
  expect(names('KE')).toBe(
    'beneficiaryFirstName beneficiaryLastName documentType documentNumber bankName accountAgencyNumber accountNumber payoutAccountTypeCode',
  )
  expect(field('KE', '', 'accountNumber')).toMatchObject({ control: 'text', required: false })
})

it('Form: what it asks the terms are asked for with US dollars only, and then required', () => {
  expect(field('CL', '', 'TermsApproved', { currencyCode: 'CLP' })).toBeUndefined()
  expect(field('CL', '', 'TermsApproved', { currencyCode: 'USD' })).toMatchObject({ control: 'flag', required: true })
  expect(field('EC', '', 'TermsApproved', { currencyCode: 'USD' })).toMatchObject({ required: true })
})

it('Form: how it asks labels are the country’s own', () => {
  expect(english(field('AR', '', 'accountNumber')!.label)).toBe('CBU or CVU')
  expect(english(field('BR', '', 'documentNumber', { documentType: '1' })!.label)).toBe('CPF')
  expect(english(field('MX', '', 'accountNumber', { payoutAccountTypeCode: '0010' })!.label)).toBe('Debit card number')
  expect(english(field('EC', '', 'documentNumber', { documentType: '05' })!.label)).toBe('RUC')
})

it('Form: how it asks while several could be meant the label is the general one, and each is at hand', () => {
  const found = field('MX', '', 'accountNumber')
  expect(english(found!.label)).toBe('CLABE or debit card number')
  expect(found?.numbers.map(({ label }) => english(label))).toEqual(['CLABE', 'Debit card number'])
})

it('Form: how it asks a Chilean company has one name', () => {
  expect(english(field('CL', '', 'beneficiaryFirstName', { beneficiaryType: 'company' })!.label)).toBe('Company name')
  expect(field('CL', '', 'beneficiaryLastName', { beneficiaryType: 'company' })?.required).toBe(false)
  expect(field('CL', '', 'beneficiaryLastName', { beneficiaryType: 'person' })?.required).toBe(true)
})

it('Form: how it asks a phone shows digits for digits, and letters where a K is possible', () => {
  expect(field('AR', '', 'accountNumber')?.keyboard).toBe('numeric')
  expect(field('MX', '', 'documentNumber')?.keyboard).toBe('text')
  expect(field('CL', '', 'documentNumber')?.keyboard).toBe('text')
  expect(field('KE', '', 'amount')?.keyboard).toBe('decimal')
  expect(field('KE', '', 'email')?.keyboard).toBe('email')
})

it('Form: how it asks a Brazilian account or agency may end in a letter or a hyphen, which no keyboard of digits has', () => {
  expect(field('BR', 'bank', 'accountNumber')?.keyboard).toBe('text')
})

it.each(sampleEntries.map((sample) => [sample.name, sample] as const))(
  'Form: how it asks: %s: every choice has a label',
  (_, sample) => {
    const fields = formFields(sample.country, sample.method, {})
    for (const { control, choices, bank, label } of fields) {
      expect(english(label)).not.toBe('')
      expect(choices.length > 1).toBe(control === 'choice')
      expect(bank !== undefined).toBe(control === 'bank')
      expect(choices.filter((choice) => choice.label !== undefined && english(choice.label) === '')).toEqual([])
    }
  },
)
