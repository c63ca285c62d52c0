import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Issue, warningId } from '#shared/api/issue.ts'
import type { RowTexts } from '#shared/import/sheet-field.ts'
import type { ImportRow, RowSelection, SheetCommand } from './protocol.ts'
import { createSheet, type ImportSheet } from './sheet.ts'

const fields = ['country', 'accountNumber', 'amount', 'currencyCode'] as const

const issue = (field: string, code: Issue['code']): Issue => ({ field, code, params: {} })

/** A row with an account that pays 10 reais, unless the test sets other cells. */
function row(number: number, cells: RowTexts = {}, damage: ImportRow['edit']['damage'] = []): ImportRow {
  const own: RowTexts = { country: 'BR', accountNumber: `${number}`, amount: '10', currencyCode: 'BRL', ...cells }
  return { row: number, edit: { cells: own, damage, confirmed: [], isSkipped: false } }
}

/** A reader that requires an amount in digits and warns about one-digit accounts. It counts its calls. */
function openSheet(rows: readonly ImportRow[]) {
  const touched: number[] = []
  let readings = 0
  const sheet = createSheet(
    { makes: 'payouts', fields },
    rows,
    {
      entryOf: (cells) => cells,
      read({ country, accountNumber = '', amount = '', currencyCode = '' }) {
        readings += 1
        const errors = /^\d+$/.test(amount) ? [] : [issue('amount', 'wrong_value')]
        const warnings = accountNumber.length > 1 ? [] : [issue('accountNumber', 'leading_zero_lost')]
        const good = errors.length === 0
        const money = good ? { amount, currencyCode } : undefined
        return { country, errors, warnings, money, payment: good ? `${accountNumber} ${amount}` : undefined }
      },
    },
    (place) => touched.push(place),
  )
  return { sheet, touched, readings: () => readings }
}

function readAll(sheet: ImportSheet) {
  while (sheet.readFor(50));
  return sheet.summary()
}

const shownNumbers = (sheet: ImportSheet) => sheet.rows(0, 100).map((shown) => shown.row)
const cellsOf = (sheet: ImportSheet) => sheet.all.map(({ edit }) => edit.cells)
const set = (number: number, field: (typeof fields)[number], text: string): SheetCommand => ({
  kind: 'set',
  cells: [{ row: number, field, text }],
})

describe('The counts of a sheet', () => {
  it('The counts add up over open, refused, saved and skipped rows, and the totals are of the rows without errors', () => {
    const { sheet } = openSheet([row(1), row(2, { amount: 'ten' }), row(3), row(4), row(5, { currencyCode: 'USD' })])
    expect(sheet.summary().rows.unread).toBe(5)
    readAll(sheet)
    sheet.edit({ kind: 'skip', rows: [3] })
    sheet.answered([
      { row: 1, savedId: 'p1' },
      { row: 4, refusal: { code: 'VERSION_CONFLICT', errors: [] } },
    ])
    const { rows, totals } = sheet.summary()
    expect(rows).toEqual({
      draftable: 3,
      given: 5,
      open: 2,
      refused: 1,
      saved: 1,
      skipped: 1,
      ready: 0,
      waiting: 1,
      withErrors: 2,
      unread: 0,
    })
    expect(totals).toEqual([{ currencyCode: 'USD', amount: '10', count: 1 }])
  })

  it('Issues are counted by their field and code, once a row, the most frequent first', () => {
    const { sheet } = openSheet([row(1), row(2, { amount: '' }), row(30)])
    expect(readAll(sheet).issues).toMatchObject([
      { field: 'accountNumber', code: 'leading_zero_lost', severity: 'warning', rows: 2 },
      { field: 'amount', code: 'wrong_value', severity: 'error', rows: 1 },
    ])
  })

  it('Rows that pay the same to the same account are linked to each other, unless one is skipped', () => {
    const { sheet } = openSheet([row(1), row(2, { accountNumber: '1' }), row(3)])
    expect(readAll(sheet).twins).toBe(2)
    expect(sheet.rows(0, 3).map(({ twins }) => twins)).toEqual([[2], [1], []])
    sheet.edit({ kind: 'skip', rows: [2] })
    expect(sheet.summary().twins).toBe(0)
  })
})

describe('Reading', () => {
  it('A row is read once, and again once its cells change', () => {
    const { sheet, readings } = openSheet([row(1), row(2)])
    readAll(sheet)
    sheet.rows(0, 2)
    expect(readings()).toBe(2)
    sheet.edit(set(2, 'amount', '11'))
    sheet.rows(0, 2)
    expect(readings()).toBe(3)
  })

  it('What is shown is read at once, before the rest', () => {
    const { sheet } = openSheet([row(1), row(2), row(3, { amount: 'x' })])
    expect(sheet.rows(2, 1)[0]?.errors).toHaveLength(1)
    expect(sheet.summary().rows.unread).toBe(2)
  })
})

describe('What is shown', () => {
  const damage = [{ field: 'accountNumber', kind: 'zeros', probable: '03', accepted: false }] as const

  it.each([
    [{ with: 'errors' }, [2, 3]],
    [{ with: 'damage' }, [3]],
    [{ with: 'ready' }, [40]],
    [{ with: 'warnings' }, [1, 2, 3]],
    [{ field: 'amount', code: 'wrong_value' }, [2]],
    [{ text: 'TEN' }, [2]],
    [{ state: 'skipped' }, []],
    [{}, [1, 2, 3, 40]],
  ] as const)('The filter %j shows the rows %j', (filter, numbers) => {
    const { sheet } = openSheet([row(1), row(2, { amount: 'ten' }), row(3, {}, damage), row(40)])
    readAll(sheet)
    sheet.show(filter)
    expect(shownNumbers(sheet)).toEqual(numbers)
    expect(sheet.summary().shown).toBe(numbers.length)
  })

  it('A fixed row stays in sight until the filter is chosen again', () => {
    const { sheet } = openSheet([row(1, { amount: '' }), row(2)])
    readAll(sheet)
    sheet.show({ with: 'errors' })
    sheet.edit(set(1, 'amount', '5'))
    expect(shownNumbers(sheet)).toEqual([1])
    sheet.show({ with: 'errors' })
    expect(shownNumbers(sheet)).toEqual([])
  })
})

describe('Editing', () => {
  it('A block is pasted into what is shown, and what does not fit is left out', () => {
    const { sheet } = openSheet([row(1), row(2, { amount: 'x' }), row(3), row(4, { amount: 'y' })])
    readAll(sheet)
    sheet.show({ with: 'errors' })
    const lines = [
      ['7', 'USD', 'over the edge'],
      ['8', 'BRL'],
      ['9', 'below the last'],
    ]
    sheet.edit({ kind: 'paste', place: 0, field: 'amount', lines })
    expect(cellsOf(sheet).map(({ amount, currencyCode }) => `${amount} ${currencyCode}`)).toEqual([
      '10 BRL',
      '7 USD',
      '10 BRL',
      '8 BRL',
    ])
  })

  it('All shown rows are filled with one value, except saved ones', () => {
    const { sheet, touched } = openSheet([row(1), row(2), row(3)])
    sheet.answered([{ row: 2, savedId: 'p' }])
    touched.length = 0
    sheet.edit({ kind: 'fill', rows: 'shown', field: 'currencyCode', text: ' USD ' })
    expect(cellsOf(sheet).map(({ currencyCode }) => currencyCode)).toEqual(['USD', 'BRL', 'USD'])
    expect(touched).toEqual([0, 2])
  })

  it('A probable original is taken where there is one, and only by a command', () => {
    const damaged = (probable: string | undefined) =>
      [{ field: 'accountNumber', kind: 'zeros', probable, accepted: false }] as const
    const { sheet } = openSheet([row(1, {}, damaged('01')), row(2, {}, damaged(undefined))])
    expect(readAll(sheet)).toMatchObject({ damaged: 2, rows: { ready: 0 } })
    sheet.edit({ kind: 'accept-damage', rows: 'shown', field: 'accountNumber', take: 'probable' })
    expect(cellsOf(sheet).map(({ accountNumber }) => accountNumber)).toEqual(['01', '2'])
    expect(sheet.summary()).toMatchObject({ damaged: 1, rows: { ready: 1 } })
    sheet.edit(set(2, 'accountNumber', '0002'))
    expect(sheet.summary()).toMatchObject({ damaged: 0, rows: { ready: 2 } })
  })

  it('What is typed in place of a damaged value is sent for who reviews it, and undone with its decision', () => {
    const given = '7.27E+20'
    const found = { field: 'accountNumber', kind: 'exponent', probable: undefined, accepted: false } as const
    const { sheet } = openSheet([row(1, {}, [{ ...found, column: 'Cuenta', given }])])
    sheet.edit(set(1, 'accountNumber', '0002'))
    const decided = [{ field: 'accountNumber', column: 'Cuenta', from: given, taken: 'typed' }]
    expect(readAll(sheet)).toMatchObject({ damaged: 0 })
    expect(sheet.ready(9)).toMatchObject([{ accepted: [], decided }])
    sheet.edit(set(1, 'accountNumber', given))
    expect(sheet.ready(9)).toMatchObject([{ decided: [{ ...decided[0], taken: 'as_it_is' }] }])
    sheet.edit({ kind: 'undo' })
    sheet.edit({ kind: 'undo' })
    expect(sheet.summary()).toMatchObject({ damaged: 1 })
  })

  it('An answer of the server about a row is dropped once its cells change', () => {
    const { sheet } = openSheet([row(10)])
    readAll(sheet)
    expect(sheet.unknown(5).map((unknown) => unknown.row)).toEqual([10])
    sheet.learn([{ row: 10, beneficiary: null, isCompared: true, warnings: [] }])
    sheet.answered([{ row: 10, refusal: { code: 'X', errors: [] } }])
    expect([sheet.unknown(5), sheet.ready(5)]).toEqual([[], []])
    sheet.edit(set(10, 'amount', '11'))
    expect([sheet.unknown(5).length, sheet.ready(5).length]).toEqual([1, 1])
  })

  it('Undoing any commands in turn restores the sheet, and redoing them restores the changes', () => {
    const number = fc.integer({ min: 1, max: 6 })
    const field = fc.constantFrom(...fields)
    const text = fc.constantFrom('', '1', 'x', ' 12 ')
    const command: fc.Arbitrary<SheetCommand> = fc.oneof(
      fc.record({
        kind: fc.constant('set'),
        cells: fc.array(fc.record({ row: number, field, text }), { maxLength: 4 }),
      }),
      fc.record({ kind: fc.constant('fill'), rows: fc.constantFrom<RowSelection>('shown', [2, 3]), field, text }),
      fc.record({ kind: fc.constantFrom('skip', 'reopen'), rows: fc.array(number) }),
      fc.record({ kind: fc.constant('confirm'), row: number, warningId: text }),
      fc.record({ kind: fc.constant('paste'), place: number, field, lines: fc.array(fc.array(text)) }),
    )
    fc.assert(
      fc.property(fc.array(command, { maxLength: 12 }), (commands) => {
        const { sheet } = openSheet([1, 2, 3, 4, 5].map((one) => row(one)))
        const before = JSON.stringify(sheet.rows(0, 9))
        for (const one of commands) sheet.edit(one)
        const after = JSON.stringify(sheet.rows(0, 9))
        while (sheet.summary().canUndo) sheet.edit({ kind: 'undo' })
        expect(JSON.stringify(sheet.rows(0, 9))).toBe(before)
        while (sheet.summary().canRedo) sheet.edit({ kind: 'redo' })
        expect(JSON.stringify(sheet.rows(0, 9))).toBe(after)
      }),
    )
  })

  it('Undo leaves a row unchanged that was saved in the meantime', () => {
    const { sheet } = openSheet([row(1), row(2)])
    sheet.edit({ kind: 'fill', rows: 'shown', field: 'amount', text: '99' })
    sheet.answered([{ row: 1, savedId: 'p' }])
    sheet.edit({ kind: 'undo' })
    expect(cellsOf(sheet).map(({ amount }) => amount)).toEqual(['99', '10'])
  })
})

it('Rows are sent in their order, only those that are ready, each with what was confirmed', () => {
  const { sheet } = openSheet([row(1), row(2, { amount: '' }), row(3), row(40)])
  const [waiting] = readAll(sheet).issues
  const id = waiting === undefined ? '' : warningId(waiting.example)
  sheet.edit({ kind: 'confirm', row: 1, warningId: id, reason: 'I asked' })
  expect(sheet.ready(9)).toEqual([
    { row: 1, entry: row(1).edit.cells, confirmed: [{ warningId: id, reason: 'I asked' }], accepted: [], decided: [] },
    { row: 40, entry: row(40).edit.cells, confirmed: [], accepted: [], decided: [] },
  ])
})
