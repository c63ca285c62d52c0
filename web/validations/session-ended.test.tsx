import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { field, fillIn, lastName, startPayout } from '../testing/page-under-test.tsx'

it('A validation that is asked for after the session has ended waits for the name, runs once, and nothing typed is lost', async () => {
  const user = await startPayout('Brazil')
  const typed = { 'First name': 'Ana', 'Last name': lastName(), CPF: '111.444.777-35' }
  await fillIn(user, typed)
  await fetch('/api/session', { method: 'DELETE' })
  const asked = vi.spyOn(globalThis, 'fetch')
  await user.click(screen.getByRole('button', { name: 'Check identity' }))
  const question = await screen.findByRole('dialog', { name: 'Choose your name' })
  expect(question.textContent).toContain('Your session has ended.')
  expect(Object.keys(typed).map((label) => field(label).value)).toEqual(Object.values(typed))
  await user.click(within(question).getByRole('button', { name: /^Continue as Ana / }))
  // Next to its button, and in the announcement.
  await screen.findAllByText(/Name and document match\./)
  expect(Object.keys(typed).map((label) => field(label).value)).toEqual(Object.values(typed))
  const answers = await Promise.all(
    asked.mock.calls.flatMap(([path], turn) =>
      path === '/api/identity-validations' ? [asked.mock.results[turn]?.value] : [],
    ),
  )
  // Another call may have noticed first that the session is over, so that this one waited with it.
  const statuses = answers.map(({ status }) => status)
  expect(statuses.at(-1)).toBe(200)
  expect(statuses.slice(0, -1).every((status) => status === 401)).toBe(true)
  asked.mockRestore()
})
