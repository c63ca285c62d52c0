import { describe, expect, it } from 'vitest'
import { type CountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import type { Entry } from './entry.ts'
import { emptyDraft, emptyEntry, isDraftUntouched, restoredEntry, switchCountry } from './entry-draft.ts'
import { textFields } from './fields.ts'
import { givenOf, readFormEntry, sentMethod, shownEntry } from './form-entry.ts'
import { onlyChoices } from './form-fields.ts'

function form(code: CountryCode, values: Partial<Entry> = {}): Entry {
  return { ...emptyEntry(ruleBook[code]), ...values }
}

it('An open form: an empty form has the country’s first method, its currency and its only document', () => {
  expect(form('BR')).toMatchObject({ method: 'pix', currencyCode: 'BRL', documentType: '1' })
  expect(form('PE')).toMatchObject({ method: 'cci', currencyCode: 'PEN', documentType: '' })
  expect(form('EC')).toMatchObject({ currencyCode: 'USD' })
})

describe('An open form: a form with nothing to lose', () => {
  const everyMethod = Object.values(ruleBook).flatMap(({ code, methods }) =>
    methods.map(({ id }) => [code, id] as const),
  )

  it.each(everyMethod)(
    'An open form: a form with nothing to lose is that of %s, by %s, in which nothing was typed, whatever was chosen before',
    (code, method) => {
      const values = { ...form(code), ...onlyChoices(ruleBook[code], methodIn(ruleBook[code], method)), method }
      expect(isDraftUntouched({ country: code, entries: { PE: form('PE'), [code]: values } })).toBe(true)
    },
  )

  it.each(textFields)(
    'An open form: a form with nothing to lose is none once %s is typed or chosen, also in a country that was left again',
    (field) => {
      expect(isDraftUntouched({ country: 'BR', entries: { BR: form('BR'), CO: form('CO', { [field]: 'x' }) } })).toBe(
        false,
      )
    },
  )

  it('An open form: a form with nothing to lose is none once the terms are accepted', () => {
    expect(isDraftUntouched({ country: 'EC', entries: { EC: form('EC', { TermsApproved: true }) } })).toBe(false)
  })
})

describe('An open form: from storage', () => {
  const { CL } = ruleBook

  it('An open form: from storage come back as they were', () => {
    const values = form('CL', { beneficiaryLastName: 'Peña', testMode: true, TermsApproved: true, method: 'bank' })
    expect(restoredEntry(CL, JSON.parse(JSON.stringify(values)))).toEqual(values)
  })

  it('An open form: from storage of an older version keep what was typed; what that version had not begins empty', () => {
    expect(restoredEntry(CL, { beneficiaryLastName: 'Peña', amount: '10' })).toEqual(
      form('CL', { beneficiaryLastName: 'Peña', amount: '10' }),
    )
  })

  it('An open form: from storage lose what is no field and what has the wrong type', () => {
    const stored = { beneficiaryLastName: 12, testMode: 'yes', method: null, nickname: 'x', __proto__: { email: 'a' } }
    expect(restoredEntry(CL, stored)).toEqual(form('CL'))
  })

  it.each([null, undefined, 'text', 12, true, [], [{}]])('An open form: from storage: %j is no form', (stored) => {
    expect(restoredEntry(CL, stored)).toBeUndefined()
  })
})

it('An open form: its entry holds what the method shows and nothing that it hides', () => {
  const filled = form('BR', { recipientPixKey: 'ana@example.com', bankName: '001', accountNumber: '1' })
  expect(shownEntry(ruleBook.BR, filled)).toMatchObject({ recipientPixKey: 'ana@example.com', bankName: '' })
  const toBank = { ...filled, method: 'bank' }
  expect(shownEntry(ruleBook.BR, toBank)).toMatchObject({ method: 'bank', bankName: '001', recipientPixKey: '' })
})

it('An open form: its entry sends nothing that only the bank validation asks', () => {
  const values = form('MX', {
    validationDocumentNumber: 'GODE561231GR8',
    validationAgency: '1',
    validationAccountKind: 'wallet',
  })
  expect(shownEntry(ruleBook.MX, values)).toMatchObject({ validationDocumentNumber: 'GODE561231GR8' })
  expect(
    Object.keys(readFormEntry(ruleBook.MX, values).request).filter((name) => name.startsWith('validation')),
  ).toEqual([])
})

it('An open form: its entry takes the first method for one that the country does not have', () => {
  expect(shownEntry(ruleBook.CO, form('CO', { method: 'pix' })).method).toBe(ruleBook.CO.methods[0].id)
})

it('An open form: its entry sends test mode only when it is on', () => {
  expect(shownEntry(ruleBook.KE, form('KE', { testMode: false }))).not.toHaveProperty('testMode')
  expect(shownEntry(ruleBook.KE, form('KE', { testMode: true }))).toMatchObject({ testMode: true })
})

it('An open form: its entry sends the approval of the terms with US dollars alone', () => {
  const approved = { TermsApproved: true }
  expect(shownEntry(ruleBook.CL, form('CL', { ...approved, currencyCode: 'CLP' }))).not.toHaveProperty('TermsApproved')
  expect(shownEntry(ruleBook.CL, form('CL', { ...approved, currencyCode: 'USD' }))).toMatchObject(approved)
})

it('An open form: its entry: Ecuador is in US dollars whatever the currency field holds, so its approval counts', () => {
  const values = form('EC', { TermsApproved: true, currencyCode: '' })
  expect(shownEntry(ruleBook.EC, values)).toMatchObject({ currencyCode: 'USD', TermsApproved: true })
  expect(readFormEntry(ruleBook.EC, values).errors.map(({ field }) => field)).not.toContain('TermsApproved')
})

it('An open form: its entry: a chosen method asks for its fields though all are still empty', () => {
  expect(readFormEntry(ruleBook.CO, form('CO', { method: 'bank' })).errors.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['bankName', 'accountNumber', 'payoutAccountTypeCode']),
  )
})

it('An open form: what labels and hints follow from leaves out codes that their field does not offer', () => {
  expect(givenOf(ruleBook.CL, form('CL', { bankName: '0003', payoutAccountTypeCode: ' 0001 ' }))).toEqual({
    currencyCode: 'CLP',
    documentType: 'cl_rut',
    payoutAccountTypeCode: '0001',
  })
})

it('An open form: what labels and hints follow from: Peru: twenty digits are a CCI, also where the bank’s own number was asked for', () => {
  const cci = '011-241-000190006582-70'
  for (const method of ['cci', 'bank'])
    expect(sentMethod(ruleBook.PE, form('PE', { method, bankName: '0003', accountNumber: cci })).id).toBe('cci')
  expect(sentMethod(ruleBook.PE, form('PE', { method: 'wallet', accountNumber: cci })).id).toBe('wallet')
  expect(sentMethod(ruleBook.PE, form('PE', { method: 'bank', accountNumber: '123' })).id).toBe('bank')
})

it('An open form: change of country a first country begins an empty form', () => {
  expect(switchCountry(emptyDraft, ruleBook.AR)).toEqual({ country: 'AR', entries: { AR: form('AR') } })
})

it('An open form: change of country takes the amount along only within its currency', () => {
  const reais = { country: 'BR', entries: { BR: form('BR', { amount: '200000' }) } } as const
  expect(switchCountry(reais, ruleBook.EC).entries.EC?.amount).toBe('')
  const dollars = { country: 'BR', entries: { BR: form('BR', { amount: '20', currencyCode: 'USD' }) } } as const
  expect(switchCountry(dollars, ruleBook.EC).entries.EC?.amount).toBe('20')
  const francs = { country: 'SN', entries: { SN: form('SN', { amount: '500' }) } } as const
  expect(switchCountry(francs, ruleBook.CI).entries.CI?.amount).toBe('500')
})

it('An open form: change of country keeps the name and other shared fields; each country keeps its own account and amount', () => {
  const argentina = form('AR', {
    beneficiaryFirstName: 'Luz',
    amount: '10',
    accountNumber: '285',
    documentNumber: '1',
  })
  const there = switchCountry({ country: 'AR', entries: { AR: argentina } }, ruleBook.BR)
  expect(there.entries.BR).toEqual(form('BR', { beneficiaryFirstName: 'Luz' }))
  const changed = { ...there, entries: { ...there.entries, BR: form('BR', { amount: '20' }) } }
  expect(switchCountry(changed, ruleBook.AR).entries.AR).toEqual({
    ...argentina,
    beneficiaryFirstName: '',
  })
})
