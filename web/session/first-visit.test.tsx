import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { goTo } from '../testing/page-under-test.tsx'

it('Who comes for the first time reads in a sentence what this is, and the caret stands in the field', async () => {
  await fetch('/api/session', { method: 'DELETE' })
  goTo('/payouts')
  await screen.findByText(/^Payout Desk is where your team enters payouts/)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your name' })))
})
