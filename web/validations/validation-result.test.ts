import { expect, it } from 'vitest'
import { bankFields } from '#shared/validation/bank-validation.ts'
import { identityFields } from '#shared/validation/identity-validation.ts'
import { changedDetails } from './validation-result.tsx'

const ana = { country: 'BR', firstName: 'Ana', lastName: 'Souza', documentType: 'CPF', documentNumber: '11144477735' }

function keyFor(request: object): string {
  return `identity ${JSON.stringify(request)}`
}

it('An outdated validation names what has changed since, with the earlier values', () => {
  const now = { ...ana, firstName: 'Anna', documentNumber: '52998224725' }
  expect(changedDetails(keyFor(ana), now)).toEqual([
    { field: 'beneficiaryFirstName', before: 'Ana' },
    { field: 'documentNumber', before: '11144477735' },
  ])
})

it('An outdated validation names a changed code without its value, which means nothing to a reader', () => {
  const account = { ...ana, accountNumber: '1 2', bankName: '001', accountTypeCode: '0001' }
  const now = { ...account, bankName: '002', accountTypeCode: '0002' }
  expect(changedDetails(keyFor(account), now)).toEqual([
    { field: 'bankName', before: undefined },
    { field: 'payoutAccountTypeCode', before: undefined },
  ])
})

it('An outdated validation names what was not sent before, and what is not sent now', () => {
  const withAgency = { ...ana, accountAgencyNumber: '12' }
  expect(changedDetails(keyFor(ana), withAgency)).toEqual([{ field: 'accountAgencyNumber', before: undefined }])
  expect(changedDetails(keyFor(withAgency), ana)).toEqual([{ field: 'accountAgencyNumber', before: '12' }])
  expect(changedDetails(keyFor(ana), { ...ana, testMode: true })).toEqual([{ field: 'testMode', before: undefined }])
})

it('A validation of the same values is not outdated', () => {
  expect(changedDetails(keyFor(ana), ana)).toEqual([])
})

it('Every part of a request counts as a change but the country, which has its own last validation, and the beneficiary id', () => {
  const parts = new Set<string>([...identityFields, ...bankFields])
  expect(parts.size).toBeGreaterThan(5)
  const unseen = [...parts].filter((name) => changedDetails(keyFor({}), { [name]: 'x' }).length === 0)
  expect(unseen).toEqual(['country', 'beneficiaryId'])
})
