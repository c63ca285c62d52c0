import { expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { tellingBodies } from '#shared/testing/entry-issues.ts'
import { completeEntry, type Entry } from './entry.ts'
import { emptyEntry } from './entry-draft.ts'
import { readFormEntry } from './form-entry.ts'
import { type Remedy, remediesOf } from './remedies.ts'

const { AR, BR, CL, CO, EC, KE, MX, PE } = ruleBook

function form(country: Country, values: Partial<Entry>): Entry {
  return { ...emptyEntry(country), ...values }
}

const offered = (country: Country, values: Partial<Entry>): readonly Remedy[] => {
  const entry = form(country, values)
  return remediesOf(country, entry, readFormEntry(country, entry))
}

const ways = (country: Country, values: Partial<Entry>) =>
  offered(country, values).map(({ field, value }) => `${field} ${value}`)

it('Law: a remedy that is taken settles what it is about and leaves its fields without another error', () => {
  const kinds = new Set<string>()
  for (const { sample, body } of tellingBodies()) {
    const { country, method } = sample
    const entry = completeEntry({ ...emptyEntry(country), ...texts(body), country: country.code, method: method.id })
    const before = readFormEntry(country, entry)
    for (const remedy of remediesOf(country, entry, before)) {
      kinds.add(remedy.kind)
      const taken = { ...entry, [remedy.field]: remedy.value }
      const after = readFormEntry(country, taken)
      const wrong = (reading: typeof before, field: string) =>
        reading.errors.filter((error) => error.field === field && error.code !== 'missing')
      const said = `${JSON.stringify(entry)} ${JSON.stringify(remedy)} ${JSON.stringify(after.errors)}`
      expect([...wrong(after, remedy.about), ...wrong(after, remedy.field)], said).toEqual([])
      expect(
        remediesOf(country, taken, after).some(({ field, value }) => field === remedy.field && value === remedy.value),
        said,
      ).toBe(false)
    }
  }
  expect([...kinds].toSorted()).toEqual(['amount', 'change', 'method', 'phone', 'use'])
})

function texts(body: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'))
}

it('An amount that can be read in two ways has both ways to choose from, by a comma and by a point', () => {
  expect(ways(KE, { amount: '1,500' })).toEqual(['amount 1500', 'amount 1.5'])
  expect(ways(KE, { amount: '1.500' })).toEqual(['amount 1500', 'amount 1.5'])
  expect(ways(KE, { amount: 'KES 12.345' })).toEqual(['amount 12345', 'amount 12.3450'])
  expect(ways(KE, { amount: '1500.50' })).toEqual([])
})

it('An e-mail address with spaces round its @ is offered without them, and no other space is taken out of one', () => {
  expect(ways(KE, { email: ' ana.paz @  example.com ' })).toEqual(['email ana.paz@example.com'])
  expect(ways(BR, { recipientPixKey: 'ana @ example.com' })).toEqual(['recipientPixKey ana@example.com'])
  expect(ways(KE, { email: 'ana paz@example.com' })).toEqual([])
  expect(ways(KE, { email: 'ana @ example' })).toEqual([])
})

it('Brazil: a Pix phone that was typed with 55 and without its + is offered as a phone', () => {
  expect(ways(BR, { recipientPixKey: '5511912345678' })).toEqual(['recipientPixKey +5511912345678'])
  expect(ways(BR, { recipientPixKey: '55 11 91234-5678' })).toEqual(['recipientPixKey +5511912345678'])
  expect(ways(BR, { recipientPixKey: '(11) 91234-5678' })).toEqual(['recipientPixKey +5511912345678'])
  expect(ways(BR, { recipientPixKey: '551191234567890' })).toEqual([])
})

it('Brazil: a Pix key of eleven digits is offered as a phone only where it is neither a CPF in order nor the own document', () => {
  const asPhone = ['recipientPixKey +5552998224725']
  expect(ways(BR, { recipientPixKey: '529.982.247-25' })).toEqual([])
  expect(ways(BR, { recipientPixKey: '52998224725', documentNumber: '529.982.247-25' })).toEqual([])
  expect(ways(BR, { recipientPixKey: '52998224725', documentNumber: '111.444.777-35' })).toEqual(asPhone)
  expect(ways(BR, { recipientPixKey: '52998224726' })).toEqual(['recipientPixKey +5552998224726'])
  expect(ways(BR, { recipientPixKey: '52998224726', documentNumber: '529.982.247-26' })).toEqual([])
})

it('A slip in the domain of an e-mail address or Pix key is offered without it', () => {
  expect(ways(BR, { recipientPixKey: ' ana@gmial.con ' })).toEqual(['recipientPixKey ana@gmail.com'])
  expect(ways(KE, { email: 'ana@hotmal.com' })).toEqual(['email ana@hotmail.com'])
})

it('Mexico: the bank that the CLABE names is offered by its name', () => {
  const other = { payoutAccountTypeCode: '0001', accountNumber: '012180000118359719', bankName: '40002' }
  expect(offered(MX, other)).toMatchObject([
    { about: 'accountNumber', field: 'bankName', value: '40012', shown: 'BBVA México' },
  ])
})

it('Mexico: a debit card typed as a CLABE, and the other way round, is offered as what it is', () => {
  const card = { payoutAccountTypeCode: '0001', accountNumber: '4111111111111111' }
  expect(ways(MX, card)).toEqual(['payoutAccountTypeCode 0010'])
  expect(ways(MX, { payoutAccountTypeCode: '0010', accountNumber: '002010077777777771' })).toEqual([
    'payoutAccountTypeCode 0001',
  ])
  expect(ways(MX, { payoutAccountTypeCode: '0001', accountNumber: '00201007777777777' })).toEqual([])
})

it('Argentina: the DNI of a person is offered out of their CUIT, and none out of a company’s or a wrong one', () => {
  expect(ways(AR, { documentNumber: '20-12345678-6' })).toEqual(['documentNumber 12345678'])
  expect(ways(AR, { documentNumber: '20-12345678-7' })).toEqual([])
  expect(ways(AR, { documentNumber: '30-50001091-2' })).toEqual([])
})

it('A document that can only be of another type is offered as that', () => {
  expect(ways(PE, { documentType: '04', documentNumber: '20131312955' })).toEqual(['documentType 05'])
  expect(ways(EC, { documentType: '04', documentNumber: '1710034065001' })).toEqual(['documentType 05'])
  expect(ways(CO, { documentType: '01', documentNumber: '1020304050123' })).toEqual([])
})

it('Peru: a wallet typed as a bank, and a CCI typed for a wallet, are offered by their own method', () => {
  expect(ways(PE, { method: 'bank', bankName: '0029' })).toEqual(['method wallet'])
  expect(ways(PE, { method: 'wallet', accountNumber: '01124100019000658270' })).toEqual(['method cci'])
  expect(ways(PE, { method: 'bank', bankName: '0099' })).toEqual([])
})

it('Brazil: the zero that an agency lost, and the check digit that is stuck to it, are offered', () => {
  const at = { method: 'bank', bankName: '237' }
  expect(ways(BR, { ...at, accountAgencyNumber: '123' })).toEqual(['accountAgencyNumber 0123'])
  expect(ways(BR, { ...at, accountAgencyNumber: '12345' })).toEqual(['accountAgencyNumber 1234'])
  expect(ways(BR, { ...at, accountAgencyNumber: '123456' })).toEqual([])
})

it('A bank code that lost its zeros in a country where two could be meant is offered only when one is', () => {
  expect(ways(CL, { bankName: '0012' })).toEqual(['bankName 012'])
  expect(ways(CL, { bankName: '999' })).toEqual([])
})
