import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { payoutSchema } from '#shared/api/payout.ts'
import type { Role } from '#shared/api/permissions.ts'
import { lastName, newCpf, openPageAs, staffName } from '../testing/page-under-test.tsx'

/** Opens a screen for a new person with these roles, and waits for its heading. */
async function opened(roles: readonly Role[], path: string, heading: string) {
  const user = await openPageAs({ name: staffName('Ana'), roles }, path)
  await screen.findByRole('heading', { level: 1, name: heading })
  return user
}

/** The entries of the navigation, each group after its name. */
function offered(): readonly (string | null | undefined)[] {
  const navigation = screen.getByRole('navigation', { name: 'Main' })
  return within(navigation)
    .getAllByRole('list')
    .flatMap((group) => [
      `${group.getAttribute('aria-label')}:`,
      ...within(group)
        .getAllByRole('link')
        .map(({ firstChild }) => firstChild?.textContent),
    ])
}

const everybodys = ['Payouts', 'Batches', 'Review:', 'To review', 'Send out:', 'Exports']
const lookUp = ['Look up:', 'Beneficiaries', 'Details links', 'Rules', 'Activity', 'Manage:']

it.each([
  [['viewer'], ['Enter:', ...everybodys, ...lookUp, 'About']],
  [['clerk'], ['Enter:', 'New payout', 'Import', ...everybodys, ...lookUp, 'About']],
  [['reviewer'], ['Enter:', ...everybodys, ...lookUp, 'About']],
  [['admin'], ['Enter:', ...everybodys, ...lookUp, 'People', 'Settings', 'About']],
] as const)('The navigation of a %s offers what that role has a use for', async (roles, wanted) => {
  await opened(roles, '/payouts', 'Payouts')
  await waitFor(() => expect(offered()).toEqual(wanted))
})

it('A viewer sees the list of payouts and no way to enter one, neither by a button nor by the key N', async () => {
  const user = await opened(['viewer'], '/payouts', 'Payouts')
  await waitFor(() => expect(offered()).toContain('About'))
  expect(screen.queryByRole('link', { name: /New payout/ })).toBeNull()
  await user.keyboard('n')
  expect(location.pathname).toBe('/payouts')
})

it('A reviewer who follows a link to a new payout reads that clerks enter them', async () => {
  await opened(['reviewer'], '/payouts/new', 'Not part of your roles')
  await screen.findByText(/Only clerks enter and change things/)
  expect(screen.queryByRole('combobox', { name: 'Country' })).toBeNull()
})

it('A clerk reads in the review that reviewers decide', async () => {
  await opened(['clerk'], '/review', 'To review')
  await screen.findByText(/Only reviewers approve and return/)
  expect(screen.getByRole('link', { name: 'See all payouts in review' }).getAttribute('href')).toBe(
    '/payouts?state=in_review',
  )
})

it('The palette of a viewer leads to no form, and that of an admin to people and settings', async () => {
  const user = await opened(['viewer'], '/payouts', 'Payouts')
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('option', { name: 'Exports' })
  for (const name of ['New payout', 'New beneficiary', 'People', 'Settings'])
    expect(screen.queryByRole('option', { name })).toBeNull()
  const admin = await opened(['admin'], '/payouts', 'Payouts')
  await admin.keyboard('{Control>}k{/Control}')
  await screen.findByRole('option', { name: 'People' })
  expect(screen.queryByRole('option', { name: 'New payout' })).toBeNull()
})

it('Settings are for admins: a clerk who follows a link reads so', async () => {
  await opened(['clerk'], '/settings', 'Not part of your roles')
  await screen.findByText(/Only admins see this/)
})

it('A clerk takes over the draft of another clerk before editing it', async () => {
  await opened(['clerk'], '/payouts', 'Payouts')
  const cpf = newCpf()
  const person = {
    beneficiaryFirstName: 'Ana',
    beneficiaryLastName: lastName(),
    documentType: '1',
    documentNumber: cpf,
  }
  const entry = { country: 'BR', method: 'pix', ...person, recipientPixKey: cpf, amount: '10' }
  const body = JSON.stringify({ entry, confirmed: [], submit: false })
  const answer = await fetch('/api/payouts', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { id } = payoutSchema.parse(await answer.json())
  const user = await openPageAs({ name: staffName('Carla'), roles: ['clerk'] }, `/payouts/${id}`)
  const takeOver = await screen.findByRole('button', { name: 'Take over and edit' })
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  await user.click(takeOver)
  await screen.findByRole('heading', { level: 1, name: 'Edit payout' })
  expect(await screen.findByLabelText('Amount')).toHaveProperty('value', '10')
})
