import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { LiveRegion } from '../../ui/live-region.tsx'
import { remote } from '../testing/remote-sheet-in-memory.ts'
import { ecuadorian, sheetOf } from '../testing/sheet-in-memory.ts'
import { SheetTable } from './sheet-table.tsx'

/** Shows a row for each amount, and goes to the first of these. */
async function opened(amounts: readonly string[]) {
  const sheet = sheetOf(amounts.map((amount) => ecuadorian({ amount })))
  render(
    <LiveRegion>
      <SheetTable sheet={remote(sheet)} />
    </LiveRegion>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('gridcell', { name: amounts[0] ?? '' }))
  const shown = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.[0])
  return { user, shown, amounts: () => sheet.all.map(({ edit }) => edit.cells.amount ?? '') }
}

const entries = () => screen.getAllByRole('menuitem').map((entry) => entry.firstChild?.textContent)

it('Shift+F10 opens the menu of the cell on its first action, arrow keys go round it, and Escape returns to the cell', async () => {
  const { user } = await opened(['9', '10'])
  const cell = document.activeElement
  await user.keyboard('{Shift>}{F10}{/Shift}')
  expect(document.activeElement?.textContent).toMatch(/^Edit/)
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe(entries().at(-1))
  await user.keyboard('{ArrowDown}{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(cell)
})

it('The menu sorts the rows by a column, amounts by what is paid and blank ones last, and back to the order of the file', async () => {
  const { user, shown } = await opened(['9', '', '10', '9.5'])
  await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('columnheader', { name: 'Amount' }) })
  await user.click(screen.getByRole('menuitem', { name: 'Sort ascending' }))
  await expect.poll(shown).toEqual(['1', '4', '3', '2'])
  expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('ascending')
  await user.keyboard('{Shift>}{F10}{/Shift}')
  await user.click(screen.getByRole('menuitem', { name: 'Sort descending' }))
  await expect.poll(shown).toEqual(['3', '4', '1', '2'])
  await user.keyboard('{Shift>}{F10}{/Shift}')
  await user.click(screen.getByRole('menuitem', { name: 'Sort as in the file' }))
  await expect.poll(shown).toEqual(['1', '2', '3', '4'])
  expect(screen.queryByRole('columnheader', { name: /[↑↓]/ })).toBeNull()
})

it('Rows stay sorted while others are filtered out', async () => {
  const { user, shown } = await opened(['9', 'ten', '10'])
  await user.keyboard('{Shift>}{F10}{/Shift}')
  await user.click(screen.getByRole('menuitem', { name: 'Sort descending' }))
  await expect.poll(shown).toEqual(['2', '3', '1'])
  await user.type(screen.getByRole('searchbox'), 'EC')
  await expect.poll(shown).toEqual(['2', '3', '1'])
})

it('A right click keeps the cells that are selected, and outside of them selects its own', async () => {
  const { user, amounts } = await opened(['1', '2', '3'])
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('gridcell', { name: '1' }) })
  await user.click(screen.getByRole('menuitem', { name: 'Fill down' }))
  await expect.poll(amounts).toEqual(['1', '1', '3'])
  await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('gridcell', { name: '3' }) })
  await user.click(screen.getByRole('menuitem', { name: 'Clear' }))
  await expect.poll(amounts).toEqual(['1', '1', ''])
})

it('The menu skips all rows that were chosen with Ctrl, and includes them again', async () => {
  const { user } = await opened(['1', '2', '3'])
  await user.keyboard('{Control>}')
  const third = screen.getByRole('gridcell', { name: '3' })
  await user.pointer({ keys: '[MouseLeft]', target: third })
  await user.keyboard('{/Control}')
  await user.pointer({ keys: '[MouseRight]', target: third })
  await user.click(screen.getByRole('menuitem', { name: 'Skip 2 rows' }))
  await screen.findByRole('rowheader', { name: /^3.*Skipped$/ })
  await user.pointer({ keys: '[MouseRight]', target: third })
  await user.click(screen.getByRole('menuitem', { name: 'Include 2 rows again' }))
  await expect.poll(() => screen.queryByRole('rowheader', { name: /Skipped$/ })).toBeNull()
})

it('The menu edits the cell, and closes where a person presses elsewhere', async () => {
  const { user, amounts } = await opened(['1', '2'])
  await user.keyboard('{Shift>}{F10}{/Shift}{Enter}')
  await user.keyboard('7{Enter}')
  await expect.poll(amounts).toEqual(['17', '2'])
  await user.keyboard('{Shift>}{F10}{/Shift}')
  await user.click(screen.getByRole('searchbox'))
  expect(screen.queryByRole('menu')).toBeNull()
  expect(screen.getByRole('searchbox')).toBe(document.activeElement)
})
