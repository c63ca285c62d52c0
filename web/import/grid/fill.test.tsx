import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { LiveRegion } from '../../ui/live-region.tsx'
import { remote } from '../testing/remote-sheet-in-memory.ts'
import { ecuadorian, sheetOf } from '../testing/sheet-in-memory.ts'
import { SheetTable } from './sheet-table.tsx'

/** Shows four rows, and goes to the first name of the first one. */
async function opened() {
  const sheet = sheetOf(
    ['Ana', 'Eva', 'Luz', 'Sol'].map((beneficiaryFirstName) => ecuadorian({ beneficiaryFirstName })),
  )
  render(
    <LiveRegion>
      <SheetTable sheet={remote(sheet)} />
    </LiveRegion>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('gridcell', { name: 'Ana' }))
  return { user, names: () => sheet.all.map(({ edit }) => edit.cells.beneficiaryFirstName ?? '') }
}

it('Ctrl+D fills the selected cells with the first of them, and a single one with that above it', async () => {
  const { user, names } = await opened()
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}')
  await expect.poll(names).toEqual(['Ana', 'Ana', 'Luz', 'Sol'])
  await user.keyboard('{ArrowDown}{ArrowDown}{Control>}d{/Control}')
  await expect.poll(names).toEqual(['Ana', 'Ana', 'Luz', 'Luz'])
})

it('The corner of the selected cells, dragged down, repeats them, also where the button is released outside the sheet', async () => {
  const { user, names } = await opened()
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  const corner = document.querySelector('[data-fill]')
  if (corner === null) throw new Error('No corner')
  await user.pointer([
    { keys: '[MouseLeft>]', target: corner },
    { target: screen.getByRole('gridcell', { name: 'Sol' }) },
    { keys: '[/MouseLeft]', target: document.body },
  ])
  await expect.poll(names).toEqual(['Ana', 'Eva', 'Ana', 'Eva'])
  await user.keyboard('{Control>}z{/Control}')
  await expect.poll(names).toEqual(['Ana', 'Eva', 'Luz', 'Sol'])
})

it('Ctrl and a click, or Shift+Space, choose whole rows, in which Ctrl+Enter sets what is typed', async () => {
  const { user, names } = await opened()
  const chosen = () => screen.getAllByRole('rowheader', { selected: true }).map(({ textContent }) => textContent?.[0])
  await user.keyboard('{Control>}')
  await user.click(screen.getByRole('gridcell', { name: 'Luz' }))
  await user.keyboard('{/Control}')
  expect(chosen()).toEqual(['1', '3'])
  await user.keyboard('{ArrowDown}{Shift>} {/Shift}')
  expect(chosen()).toEqual(['1', '3', '4'])
  await user.keyboard('{Shift>} {/Shift}Nina{Control>}{Enter}{/Control}')
  await expect.poll(names).toEqual(['Nina', 'Eva', 'Nina', 'Sol'])
  await user.keyboard('{Escape}')
  expect(screen.queryAllByRole('rowheader', { selected: true })).toEqual([])
})

it('Space at the head of a row skips all chosen rows, and includes them again', async () => {
  const { user } = await opened()
  const skipped = () => screen.getAllByRole('rowheader', { name: /Skipped$/ }).length
  await user.keyboard('{Control>}')
  await user.click(screen.getByRole('gridcell', { name: 'Sol' }))
  await user.keyboard('{/Control}{Home} ')
  await expect.poll(skipped).toBe(2)
  await user.keyboard(' ')
  await expect.poll(() => screen.queryAllByRole('rowheader', { name: /Skipped$/ })).toEqual([])
})

it('Ctrl+Enter sets what is typed in all selected cells, which one undo takes back', async () => {
  const { user, names } = await opened()
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}Nina{Control>}{Enter}{/Control}')
  await expect.poll(names).toEqual(['Nina', 'Nina', 'Nina', 'Sol'])
  await user.keyboard('{Control>}z{/Control}')
  await expect.poll(names).toEqual(['Ana', 'Eva', 'Luz', 'Sol'])
})

it('A click on a heading, or Ctrl+Space, selects its column, and a click in the corner the whole sheet', async () => {
  const { user } = await opened()
  const selected = () => screen.getAllByRole('gridcell', { selected: true }).length
  await user.click(screen.getByRole('columnheader', { name: 'Amount' }))
  expect(selected()).toBe(4)
  await user.click(screen.getByRole('gridcell', { name: 'Eva' }))
  await user.keyboard('{Control>} {/Control}')
  expect(selected()).toBe(4)
  await user.click(screen.getByRole('columnheader', { name: 'Row' }))
  expect(selected()).toBe(screen.getAllByRole('gridcell').length)
})

it('After Escape and Tab, a person who comes back with Shift and Tab moves by cells again', async () => {
  const { user } = await opened()
  const column = () => Number(document.activeElement?.getAttribute('data-column'))
  const before = column()
  await user.keyboard('{Escape}')
  await user.tab()
  await user.tab({ shift: true })
  await user.tab()
  expect(column()).toBe(before + 1)
})

it('How many rows a search shows is read out, and how many entries of a list fit what is typed into a cell', async () => {
  const { user } = await opened()
  const heard = () => screen.getAllByRole('status').map(({ textContent }) => textContent?.trim())
  await user.type(screen.getByRole('searchbox'), 'Eva')
  await expect.poll(heard).toContain('1 row shown')
  await user.click(await screen.findByRole('gridcell', { name: /^Banco Pichincha/ }))
  await user.keyboard('{F2}guayaq')
  await expect.poll(heard).toContain('1 match')
})
