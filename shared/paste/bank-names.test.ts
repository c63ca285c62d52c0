import { expect, it } from 'vitest'
import { readMessage } from './read-message.ts'

const names = new Map([
  ['PE-0023', 'Caja Trujillana'],
  ['BR-999', 'Banco Varejista'],
])

it.each([
  ['DNI 70123456, Caja Trujillana, soles', 'PE', '0023', 'Caja Trujillana · 0023'],
  ['Banco: trujillana. Soles. DNI 70123456', 'PE', '0023', 'Caja Trujillana · 0023'],
  ['CPF 111.444.777-35, Banco Varejista, ag 1234, conta 12345-6', 'BR', '999', 'Banco Varejista · 999'],
] as const)('A message names a bank as the merchant does: %s', (message, country, code, meaning) => {
  const banks = (bankNames?: typeof names) =>
    readMessage(message, country, bankNames).fields.flatMap(({ field, value, meaning: shown }) =>
      field === 'bankName' ? [[value, shown]] : [],
    )
  expect(banks(names)).toEqual([[code, meaning]])
  expect(banks()).toEqual([])
})
