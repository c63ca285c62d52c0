import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ScreenBoundary } from './error-boundary.tsx'

test('A screen that fails says that the last action may have been carried out, takes focus, and can be shown again without a reload', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let isBroken = true
  function Fragile() {
    if (isBroken) throw new Error('broken')
    return <p>Whole</p>
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ScreenBoundary>
        <Fragile />
      </ScreenBoundary>
    </QueryClientProvider>,
  )
  const failure = screen.getByRole('alert')
  expect(failure.textContent).toContain('Your last action may have gone through.')
  expect(document.activeElement).toBe(failure)
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Show it again' }))
  expect(screen.getByText('Whole')).toBeTruthy()
})
