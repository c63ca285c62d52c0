import fc from 'fast-check'
import { expect, it } from 'vitest'
import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import type { Message } from '#shared/language/message.ts'
import { isRequestField } from '#shared/payout/fields.ts'
import { readEntryOf } from '#shared/payout/read-entry.ts'
import { noisyEntry } from '#shared/testing/noisy-entries.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { explainField } from './field-explanation.ts'

function texts(messages: readonly Message[]): readonly string[] {
  return messages.map((message) => english(message))
}

const { AR, BR, CL, MX, PE, RW } = ruleBook

it.each(sampleEntries.map((sample) => [sample.name, sample] as const))(
  'What can be looked up about a field: %s: has every change that is made to a value of it, but for hyphens and fields left out, which have their own why',
  (_name, sample) => {
    const { country, method } = sample
    fc.assert(
      fc.property(noisyEntry(sample), (entry) => {
        const { changes } = readEntryOf(country, { ...entry, method: method.id })
        for (const { field, code, message } of changes.filter(
          ({ code }) => !['hyphen_sent', 'left_out'].includes(code),
        ))
          expect(isRequestField(field) && explainField(field, country, method).cleaning, code).toContain(message)
      }),
      { numRuns: 50 },
    )
  },
)

it('What can be looked up about a field has what is done to amounts, bank codes and Pix keys of every kind', () => {
  const pix = methodIn(BR, 'pix')
  const typed = [
    { recipientPixKey: '+55 (11) 91234-5678', amount: 'R$ 1.500,00' },
    { recipientPixKey: '123E4567E89B12D3A456426614174000', amount: '1 500 BRL' },
    { recipientPixKey: 'CPF: 111.444.777-35', amount: '1500.50' },
  ]
  const changes = typed.flatMap((entry) => readEntryOf(BR, { ...entry, method: 'pix' }).changes)
  const seen = changes.filter(({ field }) => field === 'recipientPixKey' || field === 'amount')
  expect(new Set(seen.map(({ code }) => code)).size).toBe(7)
  for (const { field, message } of seen)
    expect(isRequestField(field) && explainField(field, BR, pix).cleaning).toContain(message)
  const zeros = readEntryOf(CL, { bankName: '12' }).changes.find(({ field }) => field === 'bankName')
  expect(explainField('bankName', CL, CL.methods[0]).cleaning).toContain(zeros?.message)
})

it('What can be looked up about a field has what is done to one number alone', () => {
  const dni = readEntryOf(PE, { documentType: '04', documentNumber: '12345678-9' }).changes
  const account = readEntryOf(BR, { accountNumber: '1234X', method: 'bank' }).changes
  const removed = dni.find(({ code }) => code === 'verification_removed')
  const replaced = account.find(({ code }) => code === 'x_to_zero')
  expect(explainField('documentNumber', PE, PE.methods[0]).cleaning).toContain(removed?.message)
  expect(explainField('accountNumber', BR, methodIn(BR, 'bank')).cleaning).toContain(replaced?.message)
})

it('What can be looked up about a field has what draws a warning', () => {
  expect(texts(explainField('documentNumber', BR, BR.methods[0]).warnings)).toEqual([
    'CPF: check digits that do not match cause a warning.',
  ])
  expect(texts(explainField('accountNumber', MX, MX.methods[0]).warnings)).toContain(
    'A number of a bank other than the one chosen causes a warning.',
  )
  expect(texts(explainField('beneficiaryFirstName', PE, PE.methods[0]).warnings)).toEqual([
    'More than 32 letters cause a warning.',
  ])
  expect(texts(explainField('amount', RW, RW.methods[0]).warnings)).toEqual([
    'More decimals than the currency has cause a warning; RWF has none.',
  ])
  expect(texts(explainField('bankName', BR, methodIn(BR, 'bank')).warnings)).toHaveLength(1)
})

it('What can be looked up about a field claims no comparison of banks where none is chosen', () => {
  expect(texts(explainField('accountNumber', AR, AR.methods[0]).warnings)).toEqual([
    'CBU or CVU: check digits that do not match cause a warning.',
  ])
})

it('What can be looked up about a field says where the one name of a Chilean company goes', () => {
  expect(texts(explainField('beneficiaryFirstName', CL, CL.methods[0]).hints).join(' ')).toMatch(
    /Company: the company name goes here/,
  )
  expect(texts(explainField('beneficiaryLastName', CL, CL.methods[0]).hints).join(' ')).toMatch(
    /Company: may stay empty/,
  )
})

it('What can be looked up about a field gives the example of the country’s own sample, and nothing for a field that is not asked', () => {
  expect(explainField('recipientPixKey', BR, methodIn(BR, 'pix')).example).toBe('ana@example.com')
  expect(explainField('bankName', BR, methodIn(BR, 'pix'))).toEqual({ hints: [], cleaning: [], warnings: [] })
})
