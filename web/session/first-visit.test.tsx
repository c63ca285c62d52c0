import { screen, waitFor } from '@testing-library/react'
import { expect, inject, it, onTestFinished } from 'vitest'
import { goTo } from '../testing/page-under-test.tsx'

const whatItIs =
  /^Payout Desk is where your team prepares, checks, approves and exports payout requests .* It never sends money itself\.$/

it('A person who opens the app for the first time reads what it does and that it sends no money, and the field has focus', async () => {
  await fetch('/api/session', { method: 'DELETE' })
  goTo('/payouts')
  const sentence = await screen.findByText(whatItIs)
  expect(screen.getByRole('heading', { level: 1 }).parentElement?.nextElementSibling).toBe(sentence)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your name' })))
})

it('A person who signs in with a passkey or a password reads the same first', async () => {
  const before = location.origin
  window.happyDOM.setURL(inject('staffServerUrl'))
  onTestFinished(() => window.happyDOM.setURL(before))
  await fetch('/api/session', { method: 'DELETE' })
  goTo('/payouts')
  const sentence = await screen.findByText(whatItIs)
  expect(screen.getByRole('heading', { level: 1, name: 'Sign in' }).parentElement?.nextElementSibling).toBe(sentence)
})
