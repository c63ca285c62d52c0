import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  accountNumber,
  choices,
  chooseCountry,
  field,
  fillIn,
  goTo,
  highlighted,
  lastName,
  startPayout,
} from '../testing/page-under-test.tsx'

const box = () => field('Beneficiary')

/** Opens an empty form after these people, all with one last name, were entered; returns the last name. */
async function startWith(...firstNames: readonly string[]) {
  const name = lastName()
  let user = await startPayout('Ghana')
  for (const [place, firstName] of firstNames.entries()) {
    if (place > 0) {
      user = goTo('/payouts/new')
      await chooseCountry(user, 'Ghana')
    }
    await fillIn(user, {
      'First name': firstName,
      'Last name': name,
      'Account number': accountNumber(),
      Amount: '10',
    })
    await user.click(screen.getByRole('button', { name: 'Save as draft' }))
    await screen.findByText('Saved as a draft.')
  }
  user = goTo('/payouts/new')
  await screen.findByRole('combobox', { name: 'Beneficiary' })
  return { user, name }
}

it('Of two saved beneficiaries Enter takes none until the arrow keys highlight one', async () => {
  const { user, name } = await startWith('Kofi', 'Abena')
  await user.type(box(), name)
  await waitFor(() => expect(choices()).toHaveLength(2))
  expect(highlighted()).toBeUndefined()
  await user.keyboard('{Enter}')
  expect(choices()).toHaveLength(2)
  await user.keyboard('{ArrowDown}')
  expect(box().getAttribute('aria-activedescendant')).toBe(highlighted()?.id)
  const firstName = highlighted()?.textContent?.startsWith('Kofi') ? 'Kofi' : 'Abena'
  await user.keyboard('{Enter}')
  await screen.findByRole('region', { name: `${firstName} ${name}` })
  await waitFor(() => expect(document.activeElement).toBe(field('Amount')))
})

it('A saved beneficiary who is the only match is taken with Enter or with a click', async () => {
  const { user, name } = await startWith('Kofi')
  await user.type(box(), name)
  await waitFor(() => expect(choices()).toHaveLength(1))
  expect(highlighted()?.textContent).toMatch(/^Kofi .*Ghana · .*never exported$/)
  await user.click(choices()[0]!)
  await user.click(await screen.findByRole('button', { name: 'Pay someone else' }))
  await user.type(box(), name)
  await waitFor(() => expect(choices()).toHaveLength(1))
  await user.keyboard('{Enter}')
  await screen.findByRole('region', { name: `Kofi ${name}` })
})

it('Escape closes the list of saved beneficiaries and leaves what was typed; an arrow key opens it again', async () => {
  const { user, name } = await startWith('Kofi', 'Abena')
  await user.type(box(), name)
  await waitFor(() => expect(choices()).toHaveLength(2))
  expect(box().getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{Escape}')
  expect([choices(), box().value, box().getAttribute('aria-expanded')]).toEqual([[], name, 'false'])
  await user.keyboard('{ArrowDown}')
  expect(choices()).toHaveLength(2)
})

it('Enter in the beneficiary search never submits the form around it', async () => {
  const user = await startPayout('Ghana')
  await user.type(box(), '{Enter}nobody has this name{Enter}')
  await screen.findByText(/^No saved beneficiary matches/)
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('region', { name: 'There is something to fix' })).toBeNull()
  await user.type(field('First name'), '{Enter}')
  await screen.findByRole('region', { name: 'There is something to fix' })
})
