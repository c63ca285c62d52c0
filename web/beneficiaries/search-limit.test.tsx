import { screen, waitFor } from '@testing-library/react'
import { expect, inject, it } from 'vitest'
import { accountNumber, field, fillIn, lastName, openPage, startPayout } from '../testing/page-under-test.tsx'

it('A person who has searched by too many numbers reads so next to the search, keeps what was typed, and still finds names', async () => {
  // A server that allows a person one number search a minute.
  window.happyDOM.setURL(inject('renamingServerUrl'))
  const user = await openPage('/beneficiaries')
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  const searchFor = async (text: string) => {
    await user.clear(box)
    await user.click(box)
    await user.paste(text)
  }
  await searchFor('40000029')
  await screen.findByText(/^No beneficiary found/)
  await searchFor('40000129')
  const refusal = await screen.findByText(
    /^Search by name still works\. You can search by a number again in 1 minute\.$/,
  )
  expect(box.getAttribute('aria-describedby')).toBe(refusal.id)
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(box.value).toBe('40000129')
  await searchFor('Nobody of this name')
  await waitFor(() => expect(refusal.textContent).toBe(''))
  expect(box.getAttribute('aria-invalid')).toBe('false')
})

it('The form of a payout says where it was not compared with what is saved, and when it can be', async () => {
  window.happyDOM.setURL(inject('renamingServerUrl'))
  const user = await startPayout('Ghana')
  // The minute has no search left.
  await fillIn(user, { 'First name': 'Kofi', 'Last name': lastName(), 'Account number': accountNumber() })
  await screen.findByText('This payout was not compared with what is saved')
  screen.getByText(/You can search by a number again in 1 minute\.$/)
  screen.getByText('Nothing goes to review without this comparison.')
  await user.clear(field('Account number'))
  await waitFor(() => expect(screen.queryByText('This payout was not compared with what is saved')).toBe(null))
})
