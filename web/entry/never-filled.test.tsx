import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { startPayout } from '../testing/page-under-test.tsx'

it('No password manager fills its owner’s name, number or address into the fields of a beneficiary', async () => {
  await startPayout('Brazil')
  const inputs = screen.getAllByRole<HTMLInputElement>('textbox').filter(({ name }) => name.startsWith('beneficiary'))
  expect(inputs.length).toBeGreaterThan(1)
  for (const input of inputs) {
    expect(input.autocomplete, input.name).toBe('off')
    expect(Object.keys(input.dataset), input.name).toEqual(
      expect.arrayContaining(['1pIgnore', 'lpignore', 'bwignore', 'formType']),
    )
  }
})
