import { expect, it } from 'vitest'
import { warningId } from '#shared/api/issue.ts'
import { confirmedSubmissions, type RefusedSubmission, warningGroups } from './submission.ts'

const duplicate = (payoutId: string) =>
  ({
    field: 'amount',
    code: 'duplicate_payout',
    params: { payoutId, at: 'x' },
    grade: 'serious',
    id: 'x',
    detail: 'x',
  }) as const
const listed = {
  field: '',
  code: 'validation_outcome',
  params: { service: 'identity', outcome: 'NOK', reason: 'CUSTOMER_IS_IN_INTERNATIONAL_LISTS', correlationId: 'c' },
  grade: 'compliance',
  id: 'y',
  detail: 'x',
} as const

const refused = (
  id: string,
  ...warnings: readonly (ReturnType<typeof duplicate> | typeof listed)[]
): RefusedSubmission => ({
  id,
  version: 3,
  row: 7,
  problem: { code: 'WARNINGS_UNCONFIRMED', detail: 'x', warnings: [...warnings] },
})

const both = [refused('a', duplicate('x')), refused('b', duplicate('y'), listed)]
const keys = (groups: ReturnType<typeof warningGroups>) =>
  groups.flatMap(({ standing }) => standing.map(({ key }) => key))

it('Warnings of many payouts are grouped by kind, those of compliance first', () => {
  const groups = warningGroups(both)
  expect(groups.map(({ code, standing }) => [code, standing.length])).toEqual([
    ['validation_outcome', 1],
    ['duplicate_payout', 2],
  ])
})

it('A payout goes once all of its warnings are confirmed, and with a reason where compliance asks for one', () => {
  const [listedKey = '', one = '', other = ''] = keys(warningGroups(both))
  const ready = (confirmed: readonly string[], reason = '') =>
    confirmedSubmissions(both, new Set(confirmed), () => reason).map(({ id }) => id)
  expect(ready([])).toEqual([])
  expect(ready([one])).toEqual(['a'])
  expect(ready([one, other])).toEqual(['a'])
  expect(ready([one, other, listedKey])).toEqual(['a'])
  expect(ready([one, other, listedKey], 'They called us.')).toEqual(['a', 'b'])
})

it('What is sent names each warning, and gives the reason to those of compliance alone', () => {
  const all = confirmedSubmissions(both, new Set(keys(warningGroups(both))), () => 'They called us.')
  expect(all[1]).toEqual({
    id: 'b',
    version: 3,
    row: 7,
    confirmed: [{ warningId: warningId(duplicate('y')) }, { warningId: warningId(listed), reason: 'They called us.' }],
  })
})
