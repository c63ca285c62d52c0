import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accountNumber, fillIn, goTo, lastName, openPage, startPayout } from '../testing/page-under-test.tsx'
import { Button } from '../ui/button.tsx'
import { LiveRegion } from '../ui/live-region.tsx'

/** Enters a payout through the API and sends it to review. */
async function enterPayout(): Promise<{ readonly id: string; readonly beneficiaryId: string }> {
  const entry = {
    country: 'GH',
    beneficiaryFirstName: 'Kofi',
    beneficiaryLastName: lastName(),
    accountNumber: accountNumber(),
    amount: '10',
  }
  const answer = await fetch('/api/payouts', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ entry, confirmed: [], submit: true }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

/** The announcement to a screen reader, while focus is somewhere on the page. */
async function expectAnnounced(words: string): Promise<void> {
  const announcements = () => screen.getAllByRole('status').map(({ textContent }) => textContent?.trim())
  await waitFor(() => expect(announcements()).toContain(words))
  expect(document.activeElement).not.toBe(document.body)
}

test('The outcome of each action on a payout or beneficiary is announced, and focus is never lost', async () => {
  await openPage('/payouts')
  const { id, beneficiaryId } = await enterPayout()
  let user = goTo(`/payouts/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await expectAnnounced('Withdrawn from review.')
  await user.click(await screen.findByRole('button', { name: 'Send to review' }))
  await expectAnnounced('It is now waiting for review.')
  await screen.findByRole('button', { name: 'Withdraw' })
  expect(document.activeElement).not.toBe(document.body)
  await user.click(screen.getByRole('button', { name: 'Show the request' }))
  await expectAnnounced('Shown in full. This is logged with your name.')

  user = goTo(`/beneficiaries/${beneficiaryId}`)
  await user.click(await screen.findByRole('button', { name: 'Archive' }))
  await expectAnnounced('Archived.')
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  await expectAnnounced('Restored.')
  await user.click(screen.getByRole('button', { name: 'Show in full' }))
  await expectAnnounced('Shown in full. This is logged with your name.')
})

test('An empty sign-in leads back to the field, which says what is missing', async () => {
  await fetch('/api/session', { method: 'DELETE' })
  const user = goTo('/payouts')
  await user.click(await screen.findByRole('button', { name: /^(Sign in|Continue|Begin)/ }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your name' }))
  await waitFor(() => expect(document.title).toMatch(/^Error: /))
})

test('What a field shows once it was left is read out, as focus is at the next one by then', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { CPF: '111.444.777-36', 'Pix key': 'ana@@' })
  await expectAnnounced('CPF. Warning: The check digits of the CPF do not match the rest. Check it digit by digit.')
  await user.tab()
  await expectAnnounced('Pix key. Error: This e-mail key is not complete. It should look like ana@example.com.')
})

test('A button that cannot be pressed announces why at each press', async () => {
  render(
    <LiveRegion>
      <Button unavailable="Not while you are offline.">Check identity</Button>
    </LiveRegion>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Check identity' }))
  await expectAnnounced('Not while you are offline.')
})
