import { screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { goTo, openPage, startPayout } from '../testing/page-under-test.tsx'
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

it('Who turns single-key shortcuts off has none from then on, and finds the list of shortcuts by Ctrl and /', async () => {
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
