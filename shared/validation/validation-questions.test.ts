import { expect, it } from 'vitest'
import { hasValidRfcDigits } from '#shared/check-digits/rfc.ts'
import { type CountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { validationQuestions } from './validation-questions.ts'

function questions(code: CountryCode, values: Partial<Entry> = {}) {
  return validationQuestions(ruleBook[code], { ...emptyEntry(ruleBook[code]), ...values })
}

function names(code: CountryCode, values?: Partial<Entry>) {
  return questions(code, values).map(({ name, required }) => (required ? `${name} *` : name))
}

it.each(['BR', 'ZA', 'GH'] as const)(
  'Questions for the bank check alone: %s: none, as the provider has no bank check there',
  (code) => {
    expect(names(code)).toEqual([])
  },
)

it('Questions for the bank check alone: Mexico: the RFC, for the payout takes the CURP', () => {
  expect(names('MX')).toEqual(['validationDocumentNumber *'])
  expect(questions('MX')).toMatchObject([{ label: 'document.rfc', control: 'text' }])
  expect(english(questions('MX')[0]!.hint)).toContain('12 or 13')
})

it('Questions for the bank check alone: Mexico: an RFC and a CURP that begin differently may be of two people', () => {
  const warningOn = (validationDocumentNumber: string, documentNumber: string) =>
    questions('MX', { documentNumber, validationDocumentNumber })[0]?.warning
  expect(warningOn('GODE561231GR8', 'BOXW310820HNERXN09')).toBe('question.ofTwoPeople')
  expect(warningOn('MAB9307148T4', 'BOXW310820HNERXN09')).toBe('question.ofTwoPeople')
  expect(warningOn('boxw-310820-k92', 'BOXW310820HNERXN09')).toBeUndefined()
  expect(warningOn('GODE5612', 'BOXW310820HNERXN09')).toBeUndefined()
  expect(warningOn('GODE561231GR8', '')).toBeUndefined()
})

it('The examples of the RFC and the CURP are of one person', () => {
  const [rfc] = ruleBook.MX.bankValidation?.documents ?? []
  const example = rfc?.asked?.example ?? ''
  expect(hasValidRfcDigits(example)).toBe(true)
  expect(rfc?.mayBelongTo?.(example, ruleBook.MX.documents[0]!.example)).toBe(true)
})

it('Questions for the bank check alone: Argentina: the CUIT, if a person likes', () => {
  expect(names('AR')).toEqual(['validationDocumentNumber'])
  expect(english(questions('AR')[0]!.hint)).toMatch(/11 digits.*instead of/)
})

it.each(['CL', 'EC'] as const)('Questions for the bank check alone: %s: the agency', (code) => {
  expect(names(code)).toEqual(['validationAgency *'])
})

it('Questions for the bank check alone: Colombia: the agency, and whether the account is a wallet; nothing for an instant payment', () => {
  expect(names('CO', { method: 'bank' })).toEqual(['validationAgency *', 'validationAccountKind'])
  expect(names('CO', { method: 'instant' })).toEqual([])
})

it('Questions for the bank check alone: Peru: the agency with a bank’s own number, nothing with a CCI', () => {
  expect(names('PE', { method: 'bank', bankName: '0003' })).toEqual(['validationAgency *'])
  expect(names('PE', { method: 'cci' })).toEqual([])
  expect(names('PE', { method: 'bank', bankName: '0003', accountNumber: '011-241-000190006582-70' })).toEqual([])
})
