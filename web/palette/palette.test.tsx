import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  accountNumber,
  choices,
  fillIn,
  goTo,
  highlighted,
  lastName,
  openPage,
  startPayout,
} from '../testing/page-under-test.tsx'

const box = () => screen.findByRole('combobox', { name: 'Search' })

/** Opens the command palette on the page about the installation. */
async function openPalette() {
  const user = await openPage('/about')
  await screen.findByRole('heading', { level: 1, name: 'About' })
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await box())
  return user
}

it('A few letters in the palette and Enter lead to a screen', async () => {
  const user = await openPalette()
  await user.keyboard('acti')
  expect(highlighted()?.textContent).toBe('Activity')
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Activity' })
  expect([location.pathname, screen.queryByRole('dialog')]).toEqual(['/activity', null])
})

it('The arrow keys of the palette go round, and screen readers announce the highlighted option', async () => {
  const user = await openPalette()
  expect(highlighted()?.textContent).toBe('New payout')
  await user.keyboard('{ArrowUp}')
  expect(highlighted()?.textContent).toBe(choices().at(-1)?.textContent)
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(highlighted()?.textContent).toBe('Import payouts')
  expect((await box()).getAttribute('aria-activedescendant')).toBe(highlighted()?.id)
})

it('Every result of the palette is a link, in the group of its kind', async () => {
  const user = await openPalette()
  await user.keyboard('ivory')
  const found = screen.getByRole<HTMLAnchorElement>('option', { name: /^Rules of Ivory Coast/ })
  expect(found.getAttribute('href')).toBe('/rules/CI')
  expect(screen.getByRole('group', { name: 'Go to' }).contains(found)).toBe(true)
  await user.click(found)
  await screen.findByRole('heading', { level: 1, name: 'Ivory Coast' })
})

it('The highlighted result of the palette stays highlighted when beneficiaries arrive below it', async () => {
  const name = lastName()
  const user = await startPayout('Ghana')
  await fillIn(user, { 'First name': 'Newton', 'Last name': name, 'Account number': accountNumber(), Amount: '10' })
  await user.click(screen.getByRole('button', { name: 'Save as draft' }))
  await screen.findByText('Saved as a draft.')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await box(), 'new')
  await user.keyboard('{ArrowDown}')
  const place = highlighted()?.textContent
  await screen.findByRole('group', { name: 'Beneficiaries' })
  expect(highlighted()?.textContent).toBe(place)
})

it('When the palette finds nothing it says so, and Enter leads nowhere', async () => {
  const user = await openPalette()
  await user.keyboard('nobody has this name')
  await screen.findByText('Nothing found. Try fewer letters.')
  await user.keyboard('{Enter}')
  expect([location.pathname, (await box()).getAttribute('aria-expanded')]).toEqual(['/about', 'false'])
})

it('The palette finds a payout by its reference and by the name of its beneficiary, and Enter opens it', async () => {
  const name = lastName()
  const user = await startPayout('Ghana')
  await fillIn(user, { 'First name': 'Newton', 'Last name': name, 'Account number': accountNumber(), Amount: '10' })
  await user.click(screen.getByRole('button', { name: 'Save as draft' }))
  await screen.findByText('Saved as a draft.')
  const { pathname } = location
  const reference = (await screen.findAllByText(/^PD-/))[0]?.textContent ?? ''
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await box(), name)
  await screen.findByRole('option', { name: new RegExp(`Newton ${name}.*${reference} · 10.00 GHS · Draft`) })
  await user.clear(await box())
  await user.type(await box(), reference)
  const found = await screen.findByRole('option', { name: new RegExp(reference) })
  expect(screen.getByRole('group', { name: 'Payouts' }).contains(found)).toBe(true)
  const again = goTo('/about')
  await screen.findByRole('heading', { level: 1, name: 'About' })
  await again.keyboard('{Control>}k{/Control}')
  await again.type(await box(), reference)
  await screen.findByRole('option', { name: new RegExp(reference) })
  await again.keyboard('{Enter}')
  expect(location.pathname).toBe(pathname)
})
