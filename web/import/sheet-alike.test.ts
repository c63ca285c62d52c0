import { expect, it } from 'vitest'
import type { IssueGroup } from './protocol.ts'
import { ecuadorian, sheetOf } from './testing/sheet-in-memory.ts'

const unknownBank: IssueGroup = { severity: 'error', field: 'bankName', code: 'unknown_bank' }

const wrongBanks = ['Pichincha', 'Pichincha', 'Guayakil', '0023'].map((bankName) => ecuadorian({ bankName }))

it('One value is set for all rows with the same wrong text, and undone for all of them at once', () => {
  const sheet = sheetOf(wrongBanks)
  const alike = { ...unknownBank, text: 'Pichincha', country: 'EC' }
  expect([sheet.count(unknownBank), sheet.count(alike), sheet.count({ ...alike, country: 'PE' })]).toEqual([3, 2, 0])
  sheet.edit({ kind: 'fill', rows: { alike }, field: 'bankName', text: '0010' })
  expect(sheet.all.map(({ edit }) => edit.cells.bankName)).toEqual(['0010', '0010', 'Guayakil', '0023'])
  sheet.edit({ kind: 'undo' })
  expect(sheet.count(alike)).toBe(2)
})

it('A value that the countries of many rows do not ask for is emptied in all of them, but not where a method leaves it out', () => {
  const pix = { country: 'BR', method: 'pix', recipientPixKey: 'ana@example.com', accountAgencyNumber: '0123' }
  const sheet = sheetOf([ecuadorian({ accountAgencyNumber: '12' }), { country: 'MX', accountAgencyNumber: '7' }, pix])
  const refused: IssueGroup = { severity: 'error', field: 'accountAgencyNumber', code: 'not_applicable' }
  const alike = { ...refused, isNotAsked: true } as const
  expect([sheet.count(refused), sheet.count(alike)]).toEqual([3, 2])
  sheet.edit({ kind: 'fill', rows: { alike }, field: 'accountAgencyNumber', text: '' })
  expect(sheet.all.map(({ edit }) => edit.cells.accountAgencyNumber)).toEqual([undefined, undefined, '0123'])
})

it('A remedy is applied to all rows with the issue, each with its own value', () => {
  const sheet = sheetOf(['1.000', '1.500', '15'].map((amount) => ecuadorian({ amount })))
  const grouped: IssueGroup = { severity: 'warning', field: 'amount', code: 'amount_looks_grouped' }
  sheet.edit({ kind: 'remedy', alike: grouped, place: 0 })
  expect(sheet.all.map(({ edit }) => edit.cells.amount)).toEqual(['1000', '1500', '15'])
  expect(sheet.count(grouped)).toBe(0)
})

it('One kind of warning is confirmed in all rows, with one reason, and is no longer counted', () => {
  const sheet = sheetOf(['1.000', '1.500', '15'].map((amount) => ecuadorian({ amount })))
  const alike: IssueGroup = { severity: 'warning', field: 'amount', code: 'amount_looks_grouped' }
  const before = sheet.summary()
  sheet.edit({ kind: 'confirm-alike', alike, reason: 'Asked' })
  expect([before.withWarnings, sheet.summary().withWarnings]).toEqual([2, 0])
  expect(sheet.ready(9).map(({ confirmed }) => confirmed.map(({ reason }) => reason))).toEqual([
    ['Asked'],
    ['Asked'],
    [],
  ])
})

it('Rows are skipped by their places, and rows alike at once', () => {
  const sheet = sheetOf(wrongBanks)
  sheet.edit({ kind: 'skip', rows: { places: [2, 3] } })
  sheet.edit({ kind: 'skip', rows: { alike: unknownBank } })
  expect(sheet.summary().rows).toMatchObject({ skipped: 4, open: 0, withErrors: 0 })
})

it('New and known beneficiaries are distinguished once the server has answered', () => {
  const sheet = sheetOf([ecuadorian(), ecuadorian({ accountNumber: '2200123457' }), ecuadorian({ amount: '' })])
  expect(sheet.summary().beneficiaries).toEqual({ new: 0, known: 0, later: 0 })
  sheet.learn([
    { row: 1, beneficiary: null, isCompared: true, warnings: [] },
    { row: 2, beneficiary: { id: 'b', version: 1, name: 'Ana Paredes' }, isCompared: true, warnings: [] },
  ])
  expect(sheet.summary().beneficiaries).toEqual({ new: 1, known: 1, later: 0 })
  sheet.show({ with: 'known' })
  expect(sheet.rows(0, 9).map(({ row }) => row)).toEqual([2])
})

it('A row that was refused for a warning can be sent again once the warning is confirmed', () => {
  const sheet = sheetOf([ecuadorian()])
  const warning = { field: 'amount', code: 'duplicate_payout', params: { payoutId: 'p', at: '2026-11-22' } } as const
  sheet.answered([{ row: 1, refusal: { code: 'WARNINGS_UNCONFIRMED', errors: [], warnings: [warning] } }])
  expect([sheet.summary().withWarnings, sheet.ready(1).length]).toEqual([1, 0])
  sheet.edit({ kind: 'confirm-alike', alike: { severity: 'warning', field: 'amount', code: 'duplicate_payout' } })
  expect([sheet.summary().withWarnings, sheet.ready(1).length]).toEqual([0, 1])
})

it('An answer of the server about an earlier version of a row is ignored', () => {
  const sheet = sheetOf([ecuadorian(), ecuadorian({ accountNumber: '2200123457' })])
  expect(sheet.unknown(9)).toHaveLength(2)
  sheet.edit({ kind: 'set', cells: [{ row: 1, field: 'accountNumber', text: '2200999999' }] })
  sheet.learn([1, 2].map((row) => ({ row, beneficiary: null, isCompared: true, warnings: [] })))
  expect(sheet.unknown(9).map(({ row }) => row)).toEqual([1])
})
