import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  accountNumber,
  chooseCountry,
  fillIn,
  goTo,
  lastName,
  openPage,
  openPageAs,
  staffName,
} from '../testing/page-under-test.tsx'

it('The settings set the amount limit of a currency, show who did, and remove it', async () => {
  const user = await openPage('/settings')
  await user.selectOptions(await screen.findByLabelText('Currency'), 'GHS')
  await user.type(screen.getByLabelText('Limit'), '1,500')
  await user.click(screen.getByRole('button', { name: 'Set limit' }))
  await screen.findByText(/can be read in two ways/)
  await user.clear(screen.getByLabelText('Limit'))
  await user.type(screen.getByLabelText('Limit'), '1500{Enter}')
  await screen.findByText('1,500.00 GHS')
  expect(document.activeElement).toBe(screen.getByLabelText('Currency'))
  await user.click(screen.getByRole('button', { name: 'Remove the limit of GHS' }))
  await screen.findByText('There is no longer a limit in GHS.')
  expect(screen.queryByText('1,500.00 GHS')).toBeNull()
})

it('From the second reviewer on the app proposes an approval policy, and a banner asks for it; an admin makes it theirs', async () => {
  await openPageAs({ name: staffName('Bruno'), roles: ['reviewer'] }, '/review')
  await openPageAs({ name: staffName('Clara'), roles: ['reviewer'] }, '/review')
  await screen.findByText('No approval policy has been decided')
  expect(screen.queryByRole('link', { name: 'Decide on the policy' })).toBeNull()
  const user = await openPageAs({ name: staffName('Ana'), roles: ['admin', 'reviewer'] }, '/review')
  await user.click(await screen.findByRole('link', { name: 'Decide on the policy' }))
  await user.click(await screen.findByRole('button', { name: 'Propose these rules' }))
  await screen.findByRole('heading', { name: 'Waiting for a second person' })
  const own = 'More than 25,000.00 BRL to the same destination within 24 hours: 2 approvals'
  await waitFor(() => expect(screen.getAllByText(own)).toHaveLength(2))
  expect(screen.getAllByText(/^Any amount to other bank details than last time, in ARS, BRL,/)).toHaveLength(2)
})

it('One admin proposes that large payouts take two approvals, sees both policies, and another one puts it into force', async () => {
  const first = { name: staffName('Ana'), roles: ['admin'] } as const
  const user = await openPageAs(first, '/settings')
  await screen.findByText('One approval for every payout.')
  await user.click(screen.getByRole('button', { name: 'Propose a change' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Propose' }))
  dialog.getByText('Choose a currency.')
  await user.selectOptions(dialog.getByLabelText('Currency'), 'GHS')
  await user.type(dialog.getByLabelText('Above'), '1000')
  await user.click(dialog.getByRole('button', { name: 'Propose' }))
  await screen.findByText('A payout of more than 1,000.00 GHS: 2 approvals')
  screen.getByText('One approval for every payout.')
  screen.getByRole('heading', { name: 'Waiting for a second person' })
  expect(screen.queryByRole('button', { name: 'Confirm: Approval policy' })).toBeNull()
  const other = await openPageAs({ name: staffName('Bruno'), roles: ['admin'] }, '/settings')
  await other.click(await screen.findByRole('button', { name: 'Confirm: Approval policy' }))
  await screen.findByText('Confirmed. It is now in force.')
  screen.getByText('A payout of more than 1,000.00 GHS: 2 approvals')
  await waitFor(() => expect(screen.queryByText('One approval for every payout.')).toBeNull())
})

it('A payout above the amount of the policy says who has approved it, who is missing and why, to everyone who opens it', async () => {
  const user = await openPageAs({ name: staffName('Carla'), roles: ['clerk'] }, '/payouts/new')
  await chooseCountry(user, 'Ghana')
  const name = lastName()
  await fillIn(user, { 'First name': 'Newton', 'Last name': name, 'Account number': accountNumber(), Amount: '5000' })
  await user.click(screen.getByRole('button', { name: /^Send to review/ }))
  // A first payout above that amount to an account that was not validated is a warning of its own.
  await user.click(await screen.findByRole('checkbox', { name: /I checked this/ }))
  await user.click(screen.getByRole('button', { name: /^(Confirm|Send)/ }))
  const way = await screen.findByRole('region', { name: 'Approvals' })
  expect(way.textContent).toContain('Needs 2 approvals: 2 still missing.')
  expect(way.textContent).toContain('because of its amount')
  const id = location.pathname.split('/').at(-1)
  const bruno = { name: staffName('Bruno'), roles: ['reviewer'] } as const
  const reviewer = await openPageAs(bruno, `/review/${id}`)
  await reviewer.click(await screen.findByRole('button', { name: /^Approve…/ }))
  for (const tick of screen.getAllByRole('checkbox')) await reviewer.click(tick)
  await reviewer.click(await screen.findByRole('button', { name: /^Approve( Enter)?$/ }))
  await screen.findAllByText(/It stays in review because it needs another approval/)
  goTo(`/payouts/${id}`)
  expect((await screen.findByRole('region', { name: 'Approvals' })).textContent).toContain(`${bruno.name} ✓`)
  await screen.findByText(/You have already approved this payout/)
  goTo('/payouts')
  await screen.findByText('1 of 2 approvals')
  await openPageAs({ name: staffName('Dora'), roles: ['reviewer'], approveUpTo: { GHS: '1000' } }, `/payouts/${id}`)
  await screen.findByText(/You approve up to 1,000/)
})

it('An API token is shown once, confirmed by another admin, and revoked by name', async () => {
  const user = await openPageAs({ name: staffName('Ana'), roles: ['admin'] }, '/settings')
  await user.click(await screen.findByRole('button', { name: 'Create a token' }))
  await user.click(screen.getByRole('button', { name: 'Create the token' }))
  screen.getByText('Enter the name of the program.')
  screen.getByText('Choose who holds the token.')
  screen.getByText('Enter at least one address, or allow any.')
  const program = staffName('Payroll')
  await user.type(screen.getByLabelText('Name of the program'), program)
  await user.selectOptions(screen.getByLabelText('Who holds it'), 'An outside company')
  await user.type(screen.getByLabelText('Name of the company'), 'Acme Software')
  await user.click(screen.getByRole('checkbox', { name: 'Enter payouts' }))
  await user.click(screen.getByRole('checkbox', { name: 'From any address' }))
  await user.click(screen.getByRole('button', { name: 'Create the token' }))
  const secret = await screen.findByText(/^pd_[\w-]{43}$/)
  await user.click(screen.getByRole('button', { name: 'I have copied it' }))
  expect(secret.isConnected).toBe(false)
  const other = await openPageAs({ name: staffName('Bruno'), roles: ['admin'] }, '/settings')
  await screen.findByText(/Held by Acme Software · From any address/)
  await other.click(await screen.findByRole('button', { name: new RegExp(`Confirm: .*${program}`) }))
  await other.click(await screen.findByRole('button', { name: new RegExp(`Revoke .*${program}.*’s token`) }))
  await other.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  await screen.findByText('revoked')
})

it('The settings of a local app have no API tokens', async () => {
  await openPage('/settings')
  await screen.findByRole('heading', { name: 'Approval policy' })
  expect(screen.queryByRole('heading', { name: 'API tokens' })).toBeNull()
})
