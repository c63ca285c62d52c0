import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { overviewKey } from '../api/queries.ts'
import { Page } from './page.tsx'

const client = new QueryClient()

function Wrapper({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

it('The title of a page with errors begins with "Error: ", which a screen reader reads first', async () => {
  const { rerender } = render(<Page title="New payout">Form</Page>, { wrapper: Wrapper })
  expect(document.title).toBe('New payout · Payout Desk')
  rerender(
    <Page title="New payout" hasErrors>
      Form
    </Page>,
  )
  expect(document.title).toBe('Error: New payout · Payout Desk')
  act(() => client.setQueryData(overviewKey, { unread: 2 }))
  await waitFor(() => expect(document.title).toBe('Error: (2) New payout · Payout Desk'))
})

it('A heading takes focus where what had it went with the screen before', () => {
  const { rerender } = render(<Page title="Payouts">List</Page>, { wrapper: Wrapper })
  rerender(<button type="button">Sign out</button>)
  screen.getByRole('button').focus()
  rerender(<Page title="Sign in">Form</Page>)
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})
