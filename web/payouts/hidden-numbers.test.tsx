import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import {
  accountNumber,
  chooseCountry,
  field,
  fillIn,
  goTo,
  lastName,
  openPageAs,
  staffName,
} from '../testing/page-under-test.tsx'

/* What who does not review sees of secret numbers. */

const endOf = (number: string) => `…${number.slice(number.length > 8 ? -4 : -2)}`

/** A clerk's new draft of a payout to Ghana; the page shows it. */
async function startDraft(user: UserEvent) {
  const [name, account] = [lastName(), accountNumber()]
  await chooseCountry(user, 'Ghana')
  await screen.findByLabelText('First name')
  await fillIn(user, { 'First name': 'Kofi', 'Last name': name, 'Account number': account, Amount: '150.25' })
  await user.click(screen.getByRole('button', { name: 'Save as draft' }))
  await screen.findByText('Saved as a draft.')
  return { name: `Kofi ${name}`, account, path: location.pathname }
}

const openForm = async (path: string) => {
  goTo(`${path}/edit`)
  await screen.findByText(/^Numbers saved earlier are hidden/)
}

it('A clerk edits a payout whose account number stays hidden and as it is, until they type another', async () => {
  const user = await openPageAs({ name: staffName('Ana'), roles: ['clerk'] }, '/payouts/new')
  const { account, path } = await startDraft(user)
  await openForm(path)
  expect(field('Account number').value).toBe('')
  await screen.findByText(`${endOf(account)} stays as saved. Type to replace it.`)
  await user.clear(field('Amount'))
  await user.type(field('Amount'), '75')
  await user.click(screen.getByRole('button', { name: 'Save as draft' }))
  await screen.findByText('Saved as a draft.')
  await user.click(screen.getByRole('button', { name: 'Show the request' }))
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain(account))
  await openForm(path)
  const other = accountNumber()
  await fillIn(user, { 'Account number': other })
  await waitFor(() => expect(screen.queryByText(`${endOf(account)} stays as saved. Type to replace it.`)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Save as draft' }))
  await screen.findByText('Saved as a draft.')
  await user.click(screen.getByRole('button', { name: 'Show the request' }))
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain(other))
})

it('A clerk reads who sees the numbers of a colleague’s payout and beneficiary, where there is nothing to show them', async () => {
  const author = await openPageAs({ name: staffName('Ana'), roles: ['clerk'] }, '/payouts/new')
  const { name, path } = await startDraft(author)
  await openPageAs({ name: staffName('Bea'), roles: ['clerk'] }, path)
  await screen.findByText(/^Document and account numbers are hidden. Reviewers see them in full/)
  expect(screen.queryByRole('button', { name: 'Show the request' })).toBeNull()
  await author.click(screen.getByRole('link', { name }))
  await screen.findByText(/here you typed none/)
  expect(screen.queryByRole('button', { name: 'Show in full' })).toBeNull()
})
