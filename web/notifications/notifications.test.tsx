import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { accountNumber, goTo, lastName, openPageAs, staffName } from '../testing/page-under-test.tsx'

it('A reviewer sees what they were told as new, in the title too, reads it by opening it, and chooses when they are mailed', async () => {
  const nora = { name: staffName('Nora'), roles: ['reviewer'], email: `${crypto.randomUUID()}@shop.example` } as const
  await openPageAs(nora, '/about')
  await openPageAs({ name: staffName('Carla'), roles: ['clerk'] }, '/about')
  const reference = await submitPayout()
  const user = await openPageAs(nora, '/notifications')
  const told = () => fetch('/api/notifications').then((answer) => answer.text())
  await vi.waitFor(async () => expect(await told()).toContain(reference), 20_000)
  goTo()
  const row = async () => {
    const line = (await screen.findByText(new RegExp(`^${reference} · A\\.`))).closest('li')
    if (line === null) throw new Error('It is in no list.')
    return within(line)
  }
  ;(await row()).getByText('New')
  await waitFor(() => expect(document.title).toMatch(/^\(\d+\) Notifications/))
  await user.click((await row()).getByRole('link', { name: '1 payout is waiting for review' }))
  await waitFor(() => expect(location.pathname).toMatch(/^\/review\//))
  await waitFor(async () => {
    goTo('/notifications')
    expect((await row()).queryByText('New')).toBeNull()
  })
  await user.selectOptions(screen.getByLabelText('Payouts waiting for review'), 'At once')
  await screen.findByText('Saved')
  expect(await told()).toContain('"review":"at_once"')
})

it('The link of a mail to its settings leads to them, below all notifications; who has no mail address reads that they are told in the app only', async () => {
  await openPageAs({ name: staffName('Vera'), roles: ['viewer'] }, '/notifications#mail')
  const note = await screen.findByText(/You have no mail address here/)
  await waitFor(() => expect(document.activeElement).toBe(note))
  expect(screen.queryByLabelText('Payouts waiting for review')).toBeNull()
})

/** Answers its reference. */
async function submitPayout(): Promise<string> {
  const person = { beneficiaryFirstName: 'Ama', beneficiaryLastName: lastName() }
  const payment = { amount: '12.50', currencyCode: 'GHS', documentNumber: accountNumber() }
  const entry = { country: 'GH', method: 'account', ...person, ...payment, accountNumber: accountNumber() }
  const answer = await fetch('/api/payouts', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ entry, confirmed: [], submit: true }),
  })
  return z.object({ externalReference: z.string() }).parse(await answer.json()).externalReference
}
