import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPageAs, staffName } from '../testing/page-under-test.tsx'

it('An admin invites a reviewer with a limit, and another one confirms it and sees the link once', async () => {
  const user = await openPageAs({ name: staffName('Ana'), roles: ['admin'] }, '/people')
  await user.click(await screen.findByRole('button', { name: 'Invite someone' }))
  const form = within(screen.getByRole('dialog'))
  await user.click(form.getByRole('button', { name: 'Create the link' }))
  form.getByText('Choose at least one role.')
  const name = staffName('Bruno')
  await user.type(form.getByLabelText('E-mail address'), `${name.replaceAll(' ', '.')}@example.com`)
  await user.type(form.getByLabelText('Name'), name)
  await user.click(form.getByRole('checkbox', { name: 'Reviewer' }))
  for (const [title, amount] of [
    ['Approves to one beneficiary up to', '5000'],
    ['Approves in total up to', '20000'],
  ] as const) {
    const limits = within(form.getByRole('group', { name: title }))
    await user.click(limits.getByRole('button', { name: 'Add a limit' }))
    await user.selectOptions(limits.getByLabelText('Currency'), 'BRL')
    await user.type(limits.getByLabelText('Up to'), amount)
  }
  await user.click(form.getByRole('button', { name: 'Create the link' }))
  await screen.findByText(name, { ignore: 'option' })
  await screen.findByRole('heading', { name: `Invite ${name}` })
  expect(screen.queryByRole('button', { name: `Confirm: Invite ${name}` })).toBeNull()
  const row = (await screen.findByText(name, { ignore: 'option' })).closest('tr')
  const limits = 'up to 5,000.00 BRL to one beneficiary; up to 20,000.00 BRL in total'
  await waitFor(() => expect(row?.textContent).toContain(limits))
  expect(row?.textContent).toContain('Invited')
  expect(row?.textContent).toContain('waiting for a second person to confirm')

  const code = within(await screen.findByRole('region', { name: 'Waiting for a second person' })).getByText(
    /^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}$/,
  )
  expect(code.closest('li')?.textContent).toMatch(/this code yourself, now/)

  const second = await openPageAs({ name: staffName('Clara'), roles: ['admin'] }, '/people')
  await screen.findByText(`Reviewer · Approves within 24 hours: ${limits}`)
  await second.click(await screen.findByRole('button', { name: `Confirm: Invite ${name}` }))
  expect(screen.queryByText(/this code yourself, now/)).toBeNull()
  const link = await screen.findByText(/\/enrol#[\w-]+\.$/)
  await second.click(screen.getByRole('button', { name: 'I have copied it' }))
  expect(link.isConnected).toBe(false)
  await second.click(await screen.findByText(/to people and rights in the last seven days/))
  await screen.findAllByText(/confirmed a proposal/)
})

it('An admin suspends a colleague, who is marked from then on and can be reinstated', async () => {
  const bruno = { name: staffName('Bruno'), roles: ['reviewer'] } as const
  await openPageAs(bruno, '/payouts')
  const user = await openPageAs({ name: staffName('Ana'), roles: ['admin'] }, '/people')
  await user.click(await screen.findByRole('button', { name: `Suspend: ${bruno.name}` }))
  const question = within(screen.getByRole('dialog'))
  question.getByText(/goes back to review, for someone else to approve/)
  await user.click(question.getByRole('checkbox', { name: 'I do not trust what they approved' }))
  await user.click(question.getByRole('button', { name: 'Suspend and review again' }))
  await screen.findByRole('button', { name: `Reinstate: ${bruno.name}` })
})

it('A reviewer who has a limit and loses the role loses it without a second person', async () => {
  const bruno = { name: staffName('Bruno'), roles: ['clerk', 'reviewer'], approveUpTo: { BRL: '5000' } } as const
  await openPageAs(bruno, '/payouts')
  const user = await openPageAs({ name: staffName('Ana'), roles: ['admin'] }, '/people')
  await user.click(await screen.findByRole('button', { name: `Change rights: ${bruno.name}` }))
  const form = within(screen.getByRole('dialog'))
  await user.click(form.getByRole('checkbox', { name: 'Reviewer' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  const row = () => screen.getByText(bruno.name, { ignore: 'option' }).closest('tr')
  await waitFor(() => expect(row()?.textContent).not.toContain('Reviewer'))
  expect(row()?.textContent).not.toContain('waiting for a second person')
})

it('The first days page says who is missing, what is open, and who does what in a house of this size', async () => {
  const user = await openPageAs({ name: staffName('Ana'), roles: ['admin'] }, '/people/first-days')
  await screen.findByRole('heading', { name: 'What is needed' })
  screen.getByText(/^Two admins$|^An admin$/)
  expect(screen.getAllByText(/^As here$/)).toHaveLength(1)
  const table = screen.getByRole('table', { name: 'Who does what' })
  within(table).getByText('Two admins, a clerk and two reviewers')
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'People' }))
  await screen.findByRole('button', { name: 'Invite someone' })
})

it('An admin sees from where everyone signed in, and of whom they choose only that', async () => {
  const bruno = { name: staffName('Bruno'), roles: ['clerk'] } as const
  await openPageAs(bruno, '/payouts')
  const proof = JSON.stringify({ password: 'nine red foxes run', code: '000000' })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch('/api/session/proof/password', { method: 'POST', headers, body: proof })).status).toBe(401)
  const ana = { name: staffName('Ana'), roles: ['admin'] } as const
  const user = await openPageAs(ana, '/people')
  const who = await screen.findByRole('combobox', { name: 'Who' })
  const table = () => screen.findByRole('table', { name: 'Sign-ins of the last 90 days' })
  expect((await table()).textContent).toContain(bruno.name)
  await within(who).findByRole('option', { name: ana.name })
  await user.selectOptions(who, ana.name)
  await screen.findByText('None yet.')
  await user.selectOptions(who, bruno.name)
  expect(within(await table()).getAllByRole('row').length).toBe(2)
  expect((await table()).textContent).toContain(bruno.name)
})
