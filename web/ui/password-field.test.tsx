import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { PasswordField } from './password-field.tsx'

function Example() {
  const [value, setValue] = useState('')
  return (
    <PasswordField name="password" label="Password" value={value} onChange={setValue} autoComplete="current-password" />
  )
}

it('A password is hidden, can be pasted and filled in by a password manager, and is shown where a person wants that', async () => {
  const user = userEvent.setup()
  render(<Example />)
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  expect(field.type).toBe('password')
  expect(field.autocomplete).toBe('current-password')
  await user.click(field)
  await user.paste('four calm otters paddle')
  expect(field.value).toBe('four calm otters paddle')
  await user.click(screen.getByRole('button', { name: /show/i }))
  expect(field.type).toBe('text')
})
