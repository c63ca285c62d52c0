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
  readonly type?: string
  readonly account: Cell
}

const head = ['País', 'Banco', 'Tipo de cuenta', 'Documento', 'Cuenta', 'Monto']

/** The damage of the accounts of a file, in its order; undefined for one that is not damaged. */
function damageOf(accounts: readonly Account[]) {
  const rows = accounts.map(({ country, bank, type = '0001', account }) => [
    country,
    bank,
    type,
    '52345678',
    account,
    '1',
  ])
  const plan = planOf(matchColumns([head, ...rows], { headRow: 0 }), { decimal: '.' })
  const lengths = numberLengths()
  const read = rows.map((row) => readRow(row, plan))
  for (const row of read) lengths.add(row)
  return read.map((row) => lengths.damageOf(row).find(({ field }) => field === 'accountNumber'))
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

const inChile = (bank: string, ...accounts: readonly Cell[]) =>
  accounts.map((account) => ({ country: 'CL', bank, account }))

describe('Texts that lost zeros before they were saved as CSV', () => {
  it('Where nearly all longer accounts of a Chilean bank begin with zeros, a shorter one that has none is asked about', () => {
    const found = damageOf(inChile('012', '00012345678', '00087654321', '00123456789', '34567890', '234567891'))
    expect(found.map((damage) => damage?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      'zeros_missing',
      'zeros_missing',
    ])
    expect(found[3]).toMatchObject({ bank: '012', longer: { digits: 11, rows: 3, withZero: 3 } })
    expect(found[3]).not.toHaveProperty('probable')
  })

  it('Of banks with few accounts, those of the country show it', () => {
    const found = damageOf([
      ...inChile('012', '00012345678', '34567890'),
      ...inChile('037', '000123456789', '45678901'),
      ...inChile('001', '001234567890', '007654321098'),
    ])
    expect(found.map((damage) => damage?.code)).toEqual([
      undefined,
      'zeros_missing',
      undefined,
      'zeros_missing',
      undefined,
      undefined,
    ])
    expect(found[1]).not.toHaveProperty('bank')
  })

  it('Where all accounts of a bank have one length but for a few that are shorter, a zero is probably missing', () => {
    const whole = ['76530501666', '93721921317', '15484710648', '26181442738', '39533724255']
    const found = damageOf(inColombia('0007', ...whole, '5484710648'))
    expect(found.slice(0, 5)).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(found[5]).toMatchObject({ code: 'zeros_missing', longer: { digits: 11, rows: 5 } })
    expect(found[5]).not.toHaveProperty('probable')
  })

  it('Where other codes of the file lost zeros and no account begins with one, up to a third of a bank may lack theirs', () => {
    const whole = Array.from({ length: 18 }, (_, place) => `${76530501666 + place * 1_234_567}`)
    const short = whole.slice(0, 6).map((account) => account.slice(1))
    const asked = (accounts: readonly Account[]) =>
      damageOf(accounts).flatMap((damage) => (damage?.code === 'zeros_missing' ? [damage.given] : []))
    expect(asked(inColombia('7', ...whole, ...short))).toEqual(short)
    expect(asked(inColombia('0007', ...whole, ...short))).toEqual([])
    expect(asked(inColombia('7', ...whole, ...short, '05484710648'))).toEqual([])
    expect(asked(inColombia('7', ...whole.slice(0, 10), ...short))).toEqual([])
  })

  it('Nothing is missing where a shorter account still has its zero, nor where a bank has accounts of two lengths', () => {
    const whole = ['76530501666', '93721921317', '15484710648', '26181442738', '39533724255']
    expect(damageOf(inColombia('0007', ...whole, '0548471064', '5484710648'))).not.toContainEqual(expect.anything())
    expect(damageOf(inColombia('0007', ...whole, ...whole.map((one) => one.slice(1))))).not.toContainEqual(
      expect.objectContaining({ code: 'zeros_missing' }),
    )
  })

  it('A bank whose accounts are all short is not measured by other banks', () => {
    const found = damageOf([
      ...inChile('001', '001234567890', '007654321098', '003456789012', '004567890123'),
      ...inChile('016', '123456789', '234567891', '345678912', '456789123'),
    ])
    expect(found).not.toContainEqual(expect.anything())
  })

  it('RUT accounts have seven or eight digits by nature: none lacks a zero, and they say nothing of other accounts', () => {
    const rut = ['12345678', '13456789', '14567890', '15678901', '16789012', '7654321'].map((account) => ({
      country: 'CL',
      bank: '012',
      type: '0004',
      account,
    }))
    expect(damageOf(rut)).not.toContainEqual(expect.anything())
    const found = damageOf([...rut, ...inChile('012', '00012345678', '00087654321', '34567890')])
    expect(found.flatMap((damage) => damage?.given ?? [])).toEqual(['34567890'])
  })
})

/** Banks with the lengths of their accounts, and how often these begin with a zero: as lists of payees have them, so that most lengths differ by nature. */
const natural = [
  ['CL', '012', [11, 12], 0.5],
  ['CL', '001', [12], 0.95],
  ['CL', '037', [12], 0.95],
  ['CL', '016', [8], 0.02],
  ['CL', '039', [10], 0.05],
  ['CL', '014', [9, 12], 0.1],
  ['CO', '0007', [11], 0.1],
  ['CO', '0051', [12], 0.4],
  ['CO', '0013', [9, 10], 0.1],
  ['CO', '0001', [9], 0.1],
  ['CO', '0023', [9, 11], 0.1],
] as const

const naturalFile = fc
  .record({
    country: fc.constantFrom('CL', 'CO'),
    rows: fc.array(
      fc.tuple(
        fc.nat({ max: 5 }),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.bigInt({ min: 0n, max: 10n ** 16n }),
      ),
      {
        minLength: 10,
        maxLength: 120,
      },
    ),
  })
  .map(({ country, rows }) => {
    const banks = natural.filter(([of]) => of === country)
    return rows.map(([place, length, zero, number]) => {
      const [, bank = '012', lengths = [11], zeros = 0] = banks[place % banks.length] ?? []
      const digits = String(number)
        .padStart(16, '7')
        .slice(-(lengths[length % lengths.length] ?? 11))
      const first = zero < zeros ? '0' : String(1 + (length % 9))
      return { country, bank, account: first + digits.slice(1) }
    })
  })

it('In lists whose accounts differ by nature hardly any is asked about, and half of those that lost zeros are, without a proposal that could be wrong', () => {
  const seen = { rows: 0, asked: 0, lost: 0, found: 0 }
  for (const file of fc.sample(naturalFile, { numRuns: 40, seed: 1 })) {
    seen.rows += file.length
    seen.asked += damageOf(file).filter((damage) => damage !== undefined).length
    const isCut = (place: number) => place % 4 === 0 && file[place]?.account.startsWith('0') === true
    const damaged = file.map((one, place) => (isCut(place) ? { ...one, account: one.account.replace(/^0+/, '') } : one))
    damageOf(damaged).forEach((damage, place) => {
      expect(damage?.probable).toBeUndefined()
      if (!isCut(place)) return
      seen.lost += 1
      if (damage !== undefined) seen.found += 1
    })
  }
  expect(seen.asked).toBeLessThanOrEqual(seen.rows / 200)
  expect(seen.found).toBeGreaterThanOrEqual(seen.lost / 2)
  expect(seen.rows).toBeGreaterThan(500)
})
