import { act, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { ReviewKeysHelp } from '../review/keys-hint.tsx'
import { field, fillIn, goTo, openPage, startPayout } from '../testing/page-under-test.tsx'
import { turnSingleKeys } from './single-keys.ts'

const about = () => screen.findByRole('heading', { level: 1, name: 'About' })
const newPayout = () => screen.findByRole('heading', { level: 1, name: 'New payout' })
const shortcuts = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })

it('N opens a new payout from any screen, with the caret where one begins, and in a field it is a letter', async () => {
  const user = await openPage('/about')
  await about()
  await user.keyboard('n')
  await newPayout()
  const begin = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Beneficiary' })
  expect(document.activeElement).toBe(begin)
  expect(begin.value).toBe('')
  await user.keyboard('n')
  expect(begin.value).toBe('n')
})

it('A person who turns single-key shortcuts off has none from then on, and finds the list of shortcuts by Ctrl and /', async () => {
  onTestFinished(() => turnSingleKeys('on'))
  let user = await openPage('/about')
  await about()
  await user.keyboard('?')
  await shortcuts()
  await user.click(screen.getByRole('checkbox', { name: 'Use single-key shortcuts' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.keyboard('?n')
  await about()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(localStorage.getItem('payout-desk.single-keys')).toBe('off')
  user = goTo('/about')
  await about()
  await user.keyboard('n')
  await about()
  await user.keyboard('{Control>}/{/Control}')
  await shortcuts()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Use single-key shortcuts' }).checked).toBe(false)
})

it('The command palette leads to the list of shortcuts', async () => {
  const user = await openPage('/about')
  await about()
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }))
  expect((await shortcuts()).textContent).toContain('Ctrl Entersend it to review, or save it')
})

it('Ctrl and Enter in any field of a payout send it', async () => {
  const user = await startPayout('Kenya')
  await user.click(screen.getByLabelText('First name'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('region', { name: 'There is something to fix' })
})

it('Ctrl and Enter send a payout with nothing of it focused, but not from behind a question', async () => {
  const user = await startPayout('Kenya')
  leaveFocus()
  await user.keyboard('{Control>}/{/Control}')
  await shortcuts()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.queryByRole('region', { name: 'There is something to fix' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  leaveFocus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('region', { name: 'There is something to fix' })
})

it('A warning below a field is not a tab stop between it and the next one', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { CPF: '111.444.777-36' })
  await screen.findByRole('button', { name: 'Confirm it at the end' })
  await user.tab()
  expect(document.activeElement).toBe(field('Pix key'))
})

it('A letter pressed on a button of a form is not a shortcut', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { 'First name': 'Ana' })
  screen.getByRole('button', { name: 'Paste details' }).focus()
  await user.keyboard('n?')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field('First name').value).toBe('Ana')
})

it('A letter pressed beside a form, after a click on a blank spot, does not leave the form', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { 'First name': 'Ana' })
  leaveFocus()
  await user.keyboard('n?')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field('First name').value).toBe('Ana')
})

/** As a click outside of every control does. */
function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  expect(document.activeElement).toBe(document.body)
}

it('The button that shows all shortcuts names no letter while those are turned off', async () => {
  onTestFinished(() => turnSingleKeys('on'))
  const { rerender } = render(<ReviewKeysHelp />)
  expect(await screen.findByRole('button', { name: 'Shortcuts: ?' })).toBeDefined()
  act(() => turnSingleKeys('off'))
  rerender(<ReviewKeysHelp />)
  expect(screen.getByRole('button', { name: 'Keyboard shortcuts' })).toBeDefined()
})
