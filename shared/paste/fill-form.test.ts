import { describe, expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { readForm } from '#shared/payout/form-schema.ts'
import { emptyValues } from '#shared/payout/form-values.ts'
import { filledForm, replacedBy } from './fill-form.ts'
import { readMessage } from './read-message.ts'

const { BR, CO, MX, PE } = ruleBook

const brazilian =
  'Nome: Ana Souza\nCPF 111.444.777-35\nBanco: Itaú\nAgência: 1234\nConta corrente: 56789-0\nchave pix: ana@example.com\nvalor R$ 1.500,00'

describe('A form filled in from a message', () => {
  it('is ready when everything is taken', () => {
    const { fields, method } = readMessage(brazilian)
    const filled = filledForm(BR, emptyValues(BR), fields, method)
    expect(readForm(BR, filled).faults).toEqual([])
    expect(filled).toMatchObject({ method: 'pix-with-bank', bankName: '341', amount: '1500' })
  })

  it('takes the way of paying that follows from what is taken, not from what is left', () => {
    const { fields, method } = readMessage(brazilian)
    const withoutBank = fields.filter(
      ({ field }) => !['bankName', 'accountAgencyNumber', 'accountNumber', 'payoutAccountTypeCode'].includes(field),
    )
    expect(filledForm(BR, emptyValues(BR), withoutBank, method).method).toBe('pix')
    const withoutKey = fields.filter(({ field }) => field !== 'recipientPixKey')
    expect(filledForm(BR, emptyValues(BR), withoutKey, method).method).toBe('bank')
  })

  it('keeps what was typed where nothing is taken', () => {
    const before = { ...emptyValues(BR), PaymentReason: 'Frete', method: 'bank' }
    expect(filledForm(BR, before, [], undefined)).toEqual(before)
  })

  it('lets a CLABE fill in its bank', () => {
    const { fields, method } = readMessage('CLABE 002010077777777771, MXN')
    const number = fields.filter(({ field }) => field === 'accountNumber')
    expect(filledForm(MX, emptyValues(MX), number, method)).toMatchObject({
      bankName: '40002',
      payoutAccountTypeCode: '0001',
    })
  })

  it('pays a Colombian at once where the message names the scheme, and a Peruvian wallet by its phone', () => {
    const instant = readMessage('Bre-B, C.C. 80.123.456, COP 75.500,00')
    expect(filledForm(CO, emptyValues(CO), instant.fields, instant.method).method).toBe('instant')
    const wallet = readMessage('Yape 912 345 678, DNI 70123456, S/ 50.00')
    expect(filledForm(PE, emptyValues(PE), wallet.fields, wallet.method).method).toBe('wallet')
  })
})

describe('What stands in the form already', () => {
  const [name] = readMessage('Nome: Ana Souza').fields

  it('is named where it would go', () => {
    expect(name && replacedBy(name, BR, { ...emptyValues(BR), beneficiaryFirstName: 'Rui' })).toBe('Rui')
  })

  it('is nothing to name where it is empty or the same', () => {
    expect(name && replacedBy(name, BR, emptyValues(BR))).toBeUndefined()
    expect(name && replacedBy(name, BR, { ...emptyValues(BR), beneficiaryFirstName: 'Ana' })).toBeUndefined()
  })
})
