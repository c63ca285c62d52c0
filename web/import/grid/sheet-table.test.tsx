import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { RowTexts } from '#shared/import/sheet-field.ts'
import { LiveRegion } from '../../ui/live-region.tsx'
import type { CellDamage } from '../protocol.ts'
import type { ImportSheet } from '../sheet.ts'
import { remote } from '../testing/remote-sheet-in-memory.ts'
import { ecuadorian, sheetOf } from '../testing/sheet-in-memory.ts'
import { SheetTable } from './sheet-table.tsx'

interface OpenedSheet {
  readonly user: UserEvent
  readonly sheet: ImportSheet
}

/** Shows rows, and goes to a cell of the first of them. */
async function open(
  rows: readonly RowTexts[],
  column = 'First name',
  damage: readonly CellDamage[] = [],
): Promise<OpenedSheet> {
  const sheet = sheetOf(rows, damage)
  render(
    <LiveRegion>
      <SheetTable sheet={remote(sheet)} />
    </LiveRegion>,
  )
  const user = userEvent.setup()
  await screen.findByRole('rowheader', { name: /^1/ })
  await user.click(cell(1, column))
  return { user, sheet }
}

/** The cell of a row of the file in the column with this title. */
function cell(row: number, column: string): HTMLElement {
  const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const place = titles.indexOf(column)
  const found = screen
    .getAllByRole('row')
    .find((one) => within(one).queryByRole('rowheader', { name: new RegExp(`^${row}(?!\\d)`) }))
  if (place < 1 || found === undefined) throw new Error(`No cell ${column} in row ${row}`)
  const cells = within(found).getAllByRole('gridcell')
  const one = cells[place - 1]
  if (one === undefined) throw new Error(`No cell ${column}`)
  return one
}

const texts = (sheet: ImportSheet, field: 'beneficiaryFirstName' | 'beneficiaryLastName' | 'bankName' | 'amount') =>
  sheet.all.map(({ edit }) => edit.cells[field] ?? '')

const names = ['Ana', 'Eva', 'Luz'].map((beneficiaryFirstName) => ecuadorian({ beneficiaryFirstName }))

it('Arrow keys move the single tab stop from cell to cell, and screen readers get its position', async () => {
  const { user } = await open(names)
  await user.keyboard('{ArrowDown}{ArrowRight}')
  const at = cell(2, 'Last name')
  expect(document.activeElement).toBe(at)
  expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toEqual([at])
  const grid = screen.getByRole('grid', { name: 'Rows of the file' })
  expect([grid.getAttribute('aria-rowcount'), at.closest('[role=row]')?.getAttribute('aria-rowindex')]).toEqual([
    '4',
    '3',
  ])
})

it('Typing replaces the text of the cell, Enter sets it and moves down, Escape leaves it unchanged', async () => {
  const { user, sheet } = await open(names)
  await user.keyboard('Rosa{Enter}Nina{Escape}')
  expect(texts(sheet, 'beneficiaryFirstName')).toEqual(['Rosa', 'Eva', 'Luz'])
  expect(document.activeElement).toBe(cell(2, 'First name'))
  await waitFor(() => expect(cell(1, 'First name').textContent).toBe('Rosa'))
})

it('F2 edits the text of the cell, Tab sets it and moves right', async () => {
  const { user, sheet } = await open(names)
  await user.keyboard('{F2} María{Tab}')
  expect(texts(sheet, 'beneficiaryFirstName')[0]).toBe('Ana María')
  expect(document.activeElement).toBe(cell(1, 'Last name'))
})

it('Delete clears the block that Shift has stretched, Ctrl+Z brings it back, Ctrl+Y clears it again', async () => {
  const { user, sheet } = await open(names)
  await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}{Delete}')
  expect([texts(sheet, 'beneficiaryFirstName'), texts(sheet, 'beneficiaryLastName')]).toEqual([
    ['', '', 'Luz'],
    ['', '', 'Paredes'],
  ])
  await user.keyboard('{Control>}z{/Control}')
  expect(texts(sheet, 'beneficiaryFirstName')).toEqual(['Ana', 'Eva', 'Luz'])
  await user.keyboard('{Control>}y{/Control}')
  expect(texts(sheet, 'beneficiaryFirstName')).toEqual(['', '', 'Luz'])
})

it('A block is copied in the format of spreadsheets, and pasted where the selection begins', async () => {
  const { user, sheet } = await open(names)
  await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
  const copied: string[] = []
  fireEvent.copy(cell(2, 'Last name'), { clipboardData: { setData: (_: string, text: string) => copied.push(text) } })
  expect(copied).toEqual(['Ana\tParedes\nEva\tParedes'])
  await user.click(cell(2, 'First name'))
  await user.paste('Rita\tGil\r\nMara\tVega\r\n')
  expect([texts(sheet, 'beneficiaryFirstName'), texts(sheet, 'beneficiaryLastName')]).toEqual([
    ['Ana', 'Rita', 'Mara'],
    ['Paredes', 'Gil', 'Vega'],
  ])
})

it('One text that is pasted fills the whole selection', async () => {
  const { user, sheet } = await open(names)
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  await user.paste('Sol')
  expect(texts(sheet, 'beneficiaryFirstName')).toEqual(['Sol', 'Sol', 'Sol'])
})

it('A bank is shown by its name and chosen from a list that typing narrows', async () => {
  const { user, sheet } = await open(names, 'Bank')
  expect(cell(1, 'Bank').textContent).toBe('Banco Pichincha 0023')
  await user.keyboard('guay')
  const options = within(screen.getByRole('listbox')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Guayaquil')])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(cell(1, 'Bank').textContent).toContain('Guayaquil'))
  expect(texts(sheet, 'bankName')[0]).not.toBe('0023')
})

it('A wrong cell shows its error, and one choice fixes all rows with the same text', async () => {
  const wrong = ['Pichincha', 'Pichincha', '0023'].map((bankName) => ecuadorian({ bankName }))
  const { user, sheet } = await open(wrong, 'Bank')
  expect(cell(1, 'Bank').getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(cell(1, 'Bank').getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    '“Pichincha” is not on the list of bank codes',
  )
  await user.click(await screen.findByRole('button', { name: 'Choose for these 2 rows' }))
  await user.keyboard('pichincha{Enter}')
  expect(texts(sheet, 'bankName')).toEqual(['0023', '0023', '0023'])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(texts(sheet, 'bankName')).toEqual(['Pichincha', 'Pichincha', '0023'])
})

it('A remedy is offered below the grid, for one row and for all rows with the issue', async () => {
  const { user, sheet } = await open(
    ['1.000', '1.500'].map((amount) => ecuadorian({ amount })),
    'Amount',
  )
  await user.click(await screen.findByRole('button', { name: 'Use 1,000.00 USD in all 2 rows' }))
  expect(texts(sheet, 'amount')).toEqual(['1000', '1500'])
})

it('A kind of error is chosen, its rows are shown, and its column has focus', async () => {
  const { user } = await open([ecuadorian(), ecuadorian({ amount: 'ten' })])
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Kinds of errors and warnings' }),
    screen.getByRole('option', { name: /^Amount, 1 row/ }),
  )
  await waitFor(() =>
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^2.*11 error$/),
    ]),
  )
  expect(cell(2, 'Amount').tabIndex).toBe(0)
})

it('Rows are skipped and brought back, and the sum of rows always adds up', async () => {
  const { user } = await open(names)
  await user.click(screen.getByRole('button', { name: 'Skip row' }))
  const sum = (text: string) =>
    screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text)
  await sum('3 rows = 0 saved + 0 refused + 1 skipped + 2 open')
  await user.click(await screen.findByRole('button', { name: 'Include row again' }))
  await sum('3 rows = 0 saved + 0 refused + 0 skipped + 3 open')
})

it('After Escape, Tab leaves the grid', async () => {
  const { user } = await open(names)
  await user.keyboard('{Escape}{Tab}')
  expect(document.activeElement?.closest('[role=grid]')).toBeNull()
})

it('A code damaged by a spreadsheet is shown, and only a person can take the probable original for all of its country', async () => {
  const damage = { field: 'bankName', kind: 'zeros_lost', probable: '0023', accepted: false } as const
  const { user, sheet } = await open([ecuadorian({ bankName: '23' }), ecuadorian({ bankName: '23' })], 'Bank', [damage])
  expect(cell(1, 'Bank').getAttribute('aria-invalid')).toBe('true')
  expect(sheet.ready(9)).toEqual([])
  screen.getByText('A spreadsheet probably dropped the zeros at the beginning of 23. 0023 is probable.')
  await user.click(await screen.findByRole('button', { name: 'Use the probable original value in 2 rows of Ecuador' }))
  expect(texts(sheet, 'bankName')).toEqual(['0023', '0023'])
  expect(sheet.ready(9)).toHaveLength(2)
})

it('Where other accounts of the country are longer, the sheet shows it, and each row is decided separately', async () => {
  const stored = { field: 'accountNumber', kind: 'stored_as_number', probable: undefined, accepted: false } as const
  const rows = [ecuadorian({ accountNumber: '2200123' }), ecuadorian({ accountNumber: '2200124' })]
  const longer = { digits: 10, rows: 4, withZero: 1 }
  const { user, sheet } = await open(rows, 'Account number', [{ ...stored, longer }])
  screen.getByText(/Check that none are missing\. 4 others of Ecuador have 10 digits\.$/)
  expect(screen.queryByRole('button', { name: /^The value is correct in/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'This value is correct' }))
  expect(sheet.rows(0, 9).map(({ damage }) => damage[0]?.accepted)).toEqual([true, false])
})

it('A cell damaged by a spreadsheet shows only the damage; the errors of the rules follow once it is resolved', async () => {
  const damage = { field: 'amount', kind: 'columns_differ', probable: undefined, accepted: false } as const
  const { user } = await open([ecuadorian({ amount: 'ten' })], 'Amount', [damage])
  const line = () => [...(document.getElementById('sheet-line')?.querySelectorAll('p') ?? [])].slice(1)
  expect(line().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Another column for this field/),
  ])
  expect(screen.getByRole('rowheader').textContent).toMatch(/^1.*11 error$/)
  await user.click(screen.getByRole('button', { name: 'This value is correct' }))
  await waitFor(() => expect(line().map(({ textContent }) => textContent)).not.toEqual([]))
  expect(line().every(({ textContent }) => !textContent?.startsWith('Another column'))).toBe(true)
})

it('Rows with unconfirmed warnings are not counted as ready, and have their own count', async () => {
  const { user } = await open([ecuadorian(), ecuadorian({ amount: '1.500' })], 'Amount')
  screen.getByText(/^1 row is ready, 1 more has a warning to confirm\. Together:/)
  await user.keyboard('{ArrowDown}')
  await user.click(await screen.findByRole('button', { name: 'I checked this. Keep it' }))
  await screen.findByText(/^2 rows are ready:/)
})

it('Where no other account is longer, one click accepts all accounts of the country', async () => {
  const stored = { field: 'accountNumber', kind: 'stored_as_number', probable: undefined, accepted: false } as const
  const { user, sheet } = await open([ecuadorian(), ecuadorian()], 'Account number', [stored])
  await user.click(await screen.findByRole('button', { name: 'The value is correct in 2 rows of Ecuador' }))
  expect(sheet.summary().damaged).toBe(0)
})

it('Rows that pay the same amount to the same account say so at their heads, until one is skipped', async () => {
  const { user } = await open([ecuadorian({}), ecuadorian({ accountNumber: '2200999999' }), ecuadorian({})])
  const duplicate = 'Row 3 pays the same amount to the same account'
  expect(await screen.findByRole('rowheader', { name: new RegExp(`^1.*${duplicate}`) })).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: /^2/ }).textContent).not.toContain('pays the same')
  await user.click(cell(3, 'First name'))
  await user.click(screen.getByRole('button', { name: 'Skip row' }))
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: /pays the same/ })).toBeNull())
})

it('A row refused for an unconfirmed warning shows that at its head', async () => {
  const sheet = sheetOf([ecuadorian({})])
  const params = { label: { id: 'document.curp' }, value: 'OLAA601116MDFJQL05', standard: 'curp' } as const
  const warnings = [{ field: 'documentNumber', code: 'check_digit', params }] as const
  sheet.answered([{ row: 1, refusal: { code: 'WARNINGS_UNCONFIRMED', errors: [], warnings } }])
  render(<SheetTable sheet={remote(sheet)} />)
  await userEvent.click(await screen.findByRole('rowheader', { name: /^1/ }))
  expect(await screen.findByText('Check each warning and confirm it, or change what caused it.')).toBeTruthy()
})

it('A value that its country does not ask for is emptied in the rows of all countries with one press', async () => {
  const { user, sheet } = await open(
    [
      ecuadorian({ accountAgencyNumber: '12' }),
      { country: 'MX', accountAgencyNumber: '7' },
      { country: 'BR', accountAgencyNumber: '0123' },
    ],
    'Agency',
  )
  await user.click(await screen.findByRole('button', { name: 'Leave it empty in all 2 rows' }))
  expect(sheet.all.map(({ edit }) => edit.cells.accountAgencyNumber)).toEqual([undefined, undefined, '0123'])
})

it('A row that pays again says in each of its cells why the earlier payout was refused', async () => {
  const words = 'Account closed at the bank'
  render(<SheetTable sheet={remote(sheetOf([ecuadorian()], [], 'payouts', words))} />)
  await screen.findByRole('rowheader', { name: /^1/ })
  for (const at of [screen.getByRole('rowheader', { name: /^1/ }), cell(1, 'Amount'), cell(1, 'First name')]) {
    await userEvent.click(at)
    expect(await screen.findByText(`The earlier payout was refused: “${words}”`)).toBeTruthy()
  }
})
