import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Page } from './page.tsx'

it('The title of a page with errors begins with "Error: ", which a screen reader reads first', () => {
  const { rerender } = render(<Page title="New payout">Form</Page>)
  expect(document.title).toBe('New payout · Payout Desk')
  rerender(
    <Page title="New payout" hasErrors>
      Form
    </Page>,
  )
  expect(document.title).toBe('Error: New payout · Payout Desk')
})
