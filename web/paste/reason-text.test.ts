import { expect, it } from 'vitest'
import { readMessage } from '#shared/paste/read-message.ts'
import { reasonText } from './found-row.tsx'

it.each([
  ['ana souza\nCPF 111.444.777-35', 'beneficiaryFirstName', 'Nothing says whose name it is. Check it.'],
  ['RUT 15.678.432-K, $45 lucas', 'amount', '“lucas” is read as zeros. Check the amount.'],
  ['DNI 30.123.456 o DNI 30.123.457, CBU 0070099340275183640000', 'documentNumber', /has 2 of them/],
  ['CLABE: 0121 8001 1835 9712 3, México', 'accountNumber', /has 17 digits; it needs 18 digits/],
])('“%s”: says why %s is doubtful', (message, field, words) => {
  const reason = readMessage(message).fields.find((found) => found.field === field)?.reason
  expect(reason && reasonText(reason)).toMatch(words)
})
