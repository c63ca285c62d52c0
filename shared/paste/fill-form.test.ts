import { describe, expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { readFormEntry } from '#shared/payout/form-entry.ts'
import { filledForm, isAboutSomebodyElse, replacedBy, withoutPerson } from './fill-form.ts'
import { readMessage } from './read-message.ts'

const { BR, CO, MX, PE } = ruleBook

const brazilian =
  'Nome: Ana Souza\nCPF 111.444.777-35\nBanco: Itaú\nAgência: 1234\nConta corrente: 56789-0\nchave pix: ana@example.com\nvalor R$ 1.500,00'

it('A form filled in from a message is ready when everything is taken', () => {
  const { fields, method } = readMessage(brazilian)
  const filled = filledForm(BR, emptyEntry(BR), fields, method)
  expect(readFormEntry(BR, filled).errors).toEqual([])
  expect(filled).toMatchObject({ method: 'pix-with-bank', bankName: '341', amount: '1500' })
})

it('A form filled in from a message takes the way of paying that follows from what is taken, not from what is left', () => {
  const { fields, method } = readMessage(brazilian)
  const withoutBank = fields.filter(
    ({ field }) => !['bankName', 'accountAgencyNumber', 'accountNumber', 'payoutAccountTypeCode'].includes(field),
  )
  expect(filledForm(BR, emptyEntry(BR), withoutBank, method).method).toBe('pix')
  const withoutKey = fields.filter(({ field }) => field !== 'recipientPixKey')
  expect(filledForm(BR, emptyEntry(BR), withoutKey, method).method).toBe('bank')
})

it('A form filled in from a message keeps what was typed where nothing is taken', () => {
  const before = { ...emptyEntry(BR), PaymentReason: 'Frete', method: 'bank' }
  expect(filledForm(BR, before, [], undefined)).toEqual(before)
})

it('A form filled in from a message lets a CLABE fill in its bank', () => {
  const { fields, method } = readMessage('CLABE 002010077777777771, MXN')
  const number = fields.filter(({ field }) => field === 'accountNumber')
  expect(filledForm(MX, emptyEntry(MX), number, method)).toMatchObject({
    bankName: '40002',
    payoutAccountTypeCode: '0001',
  })
})

it('A form filled in from a message pays a Colombian at once where the message names the scheme, and a Peruvian wallet by its phone', () => {
  const instant = readMessage('Bre-B, C.C. 80.123.456, COP 75.500,00')
  expect(filledForm(CO, emptyEntry(CO), instant.fields, instant.method).method).toBe('instant')
  const wallet = readMessage('Yape 912 345 678, DNI 70123456, S/ 50.00')
  expect(filledForm(PE, emptyEntry(PE), wallet.fields, wallet.method).method).toBe('wallet')
})

describe('What the form holds already', () => {
  const [name] = readMessage('Nome: Ana Souza').fields

  it('What the form holds already is named where it would be replaced', () => {
    expect(name && replacedBy(name, BR, { ...emptyEntry(BR), beneficiaryFirstName: 'Rui' })).toBe('Rui')
  })

  it('What the form holds already is not named where it is empty or the same', () => {
    expect(name && replacedBy(name, BR, emptyEntry(BR))).toBeUndefined()
    expect(name && replacedBy(name, BR, { ...emptyEntry(BR), beneficiaryFirstName: 'Ana' })).toBeUndefined()
  })
})

describe('A message about another person than the form', () => {
  const { fields } = readMessage(brazilian)
  const ana = { ...emptyEntry(BR), documentNumber: '111.444.777-35', recipientPixKey: 'ana@example.com' }

  it('A message about another person than the form brings another document, or another account where there is no document to compare', () => {
    expect(isAboutSomebodyElse(fields, { ...ana, documentNumber: '529.982.247-25' })).toBe(true)
    expect(isAboutSomebodyElse(fields, { ...ana, documentNumber: '', recipientPixKey: 'rui@example.com' })).toBe(true)
  })

  it('A message about another person than the form does not bring the same document, however it is written, even with another account', () => {
    expect(isAboutSomebodyElse(fields, ana)).toBe(false)
    expect(isAboutSomebodyElse(fields, { ...ana, recipientPixKey: 'rui@example.com' })).toBe(false)
  })

  it('A message about another person than the form is none where the form has neither', () => {
    expect(isAboutSomebodyElse(fields, { ...emptyEntry(BR), beneficiaryFirstName: 'Rui' })).toBe(false)
    expect(isAboutSomebodyElse(fields, undefined)).toBe(false)
  })

  it('A message about another person than the form leaves of the form what is of the payout alone', () => {
    const before = {
      ...ana,
      beneficiaryFirstName: 'Ana',
      email: 'ana@example.com',
      amount: '150',
      PaymentReason: 'Frete',
    }
    expect(withoutPerson(BR, before)).toEqual({ ...emptyEntry(BR), amount: '150', PaymentReason: 'Frete' })
  })
})
