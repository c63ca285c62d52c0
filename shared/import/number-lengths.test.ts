import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cell } from '#shared/files/table.ts'
import { runs } from '#shared/testing/runs.ts'
import { planOf } from './import-plan.ts'
import { matchColumns } from './match-columns.ts'
import { numberLengths } from './number-lengths.ts'
import { readRow } from './read-row.ts'
import { asNumberCell } from './testing/spreadsheet-damage.ts'

interface Account {
  readonly country: string
  readonly bank: string
  readonly account: Cell
}

const head = ['País', 'Banco', 'Tipo de cuenta', 'Documento', 'Cuenta', 'Monto']

/** The damage of the accounts of a file, in its order; undefined for one that is not damaged. */
function damageOf(accounts: readonly Account[]) {
  const rows = accounts.map(({ country, bank, account }) => [country, bank, '0001', '52345678', account, '1'])
  const plan = planOf(matchColumns([head, ...rows], { headRow: 0 }), { decimal: '.' })
  const lengths = numberLengths()
  const read = rows.map((row) => readRow(row, plan))
  for (const row of read) lengths.add(row)
  return read.map(({ damage }) => damage.filter(({ field }) => field === 'accountNumber').map(lengths.weigh)[0])
}

const inColombia = (bank: string, ...accounts: readonly Cell[]) =>
  accounts.map((account) => ({ country: 'CO', bank, account }))
const cut = (text: string): Cell => ({ kind: 'number', text })

/** Accounts of one length per bank, of which a spreadsheet took some for numbers; at least one of each bank was kept as text. */
const listed = fc
  .uniqueArray(
    fc.record({
      place: fc.constantFrom('CO 0007', 'CO 0051', 'CO 0013', 'CL 012', 'CL 037', 'CL 001'),
      length: fc.integer({ min: 9, max: 14 }),
      kept: fc.bigInt({ min: 1n, max: 999_999_999n }),
      cut: fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.bigInt({ min: 1n, max: 10n ** 14n })), {
        maxLength: 6,
      }),
    }),
    { selector: ({ place }) => place, minLength: 1 },
  )
  .map((banks) =>
    banks.flatMap(({ place, length, kept, cut: numbers }) => {
      const [country = '', bank = ''] = place.split(' ')
      const texts = numbers.map(([zeros, number]) => {
        const rest = `${number}`.padStart(14, '7').slice(-(length - zeros))
        return '0'.repeat(zeros) + rest.replace(/^0/, '5')
      })
      return [
        { country, bank, text: `${kept}`.padStart(length, '0'), account: `${kept}`.padStart(length, '0') },
        ...texts.map((text) => ({ country, bank, text, account: asNumberCell(text) ?? text })),
      ]
    }),
  )

describe('Zeros that a spreadsheet dropped', () => {
  it('Dropped zeros come back as probable wherever all accounts of that country and bank have one length, and nothing else does', () => {
    fc.assert(
      fc.property(listed, (accounts) => {
        damageOf(accounts).forEach((damage, place) => {
          const { text, account } = accounts[place] ?? { text: '', account: '' }
          const given = typeof account === 'string' ? account : account.text
          expect([text, damage?.probable ?? given]).toEqual([text, text])
          if (given !== text) expect(damage).toMatchObject({ code: 'zeros_lost', longer: { digits: text.length } })
          else expect(damage?.longer).toBeUndefined()
        })
      }),
      { numRuns: runs(200) },
    )
  })

  it('The zero of a Colombian account comes back where the others of its bank have a digit more, whatever Chile has', () => {
    const chile = ['12345678', '90012345678'].map((account) => ({ country: 'CL', bank: '012', account }))
    const found = damageOf([...inColombia('0007', '06530501666', '03721921317', cut('5484710648')), ...chile])
    expect(found[2]).toMatchObject({
      code: 'zeros_lost',
      probable: '05484710648',
      country: 'CO',
      longer: { digits: 11, rows: 2, withZero: 2 },
    })
    expect(found[2]).not.toHaveProperty('bank')
  })

  it('Where banks have accounts of other lengths, those of the own bank tell', () => {
    const found = damageOf([
      ...inColombia('0007', '06530501666', cut('5484710648')),
      ...inColombia('0051', '005330501666', cut('5330501777')),
      ...inColombia('0013', '123456789', cut('987654321')),
    ])
    expect(found.map((damage) => damage?.probable)).toEqual([
      undefined,
      '05484710648',
      undefined,
      '005330501777',
      undefined,
      undefined,
    ])
    expect(found[3]).toMatchObject({ bank: '0051', longer: { digits: 12, rows: 1 } })
    expect(found[5]).toMatchObject({ code: 'stored_as_number', bank: '0013' })
    expect(found[5]).not.toHaveProperty('longer')
  })

  it('Where one bank has accounts of two lengths nothing is probable, but the longer ones are counted', () => {
    const found = damageOf([
      ...inColombia('0007', '06530501666', '3721921317', cut('5484710648')),
      ...inColombia('0051', '09533724255', cut('6181442738')),
    ])
    for (const damage of [found[2], found[4]])
      expect(damage).toEqual({
        column: 4,
        heading: 'Cuenta',
        field: 'accountNumber',
        code: 'stored_as_number',
        given: expect.anything(),
        country: 'CO',
        longer: { digits: 11, rows: 2, withZero: 2 },
      })
  })

  it('Of numbers alone, one in ten that is a digit shorter has probably lost a zero; of many lengths none has', () => {
    const long = Array.from({ length: 9 }, (_, place) => cut(`1234567890${place}`))
    expect(damageOf(inColombia('0007', ...long, cut('2345678901')))[9]).toMatchObject({ probable: '02345678901' })
    const varied = damageOf(inColombia('0007', cut('123456789'), cut('1234567891'), cut('12345678912')))
    expect(varied.map((damage) => damage?.probable)).toEqual([undefined, undefined, undefined])
    expect(varied[0]).toMatchObject({ longer: { withZero: 0 } })
  })

  it('A number that is much shorter than the others has not lost that many zeros', () => {
    expect(damageOf(inColombia('0007', '06530501666', cut('5484710')))[1]).toMatchObject({
      code: 'stored_as_number',
      longer: { digits: 11 },
    })
  })
})
