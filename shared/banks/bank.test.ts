import { expect, it } from 'vitest'
import { bank } from './bank.ts'

it('A bank has a code, a name and other names, or a code alone', () => {
  expect(bank('016', 'BCI', ['Tbanc'])).toEqual({ code: '016', name: 'BCI', otherNames: ['Tbanc'] })
  expect(bank('0006')).toEqual({ code: '0006', name: undefined, otherNames: [] })
})
