import fc from 'fast-check'
import { expect, it } from 'vitest'
import { differingPlaces } from './differences.tsx'

it.each([
  ['one digit', '032180000118359719', '032180000118359710', [17]],
  ['two digits far apart', '912345678', '812345679', [0, 8]],
  ['a digit more', '1234567', '123567', [3]],
  ['a digit less: there is none to point at', '123567', '1234567', []],
  ['nothing', '1234', '1234', []],
  ['everything: nothing stands out', '1111', '2222', []],
])('What differs between two numbers is pointed out: %s', (_, text, other, places) => {
  expect([...differingPlaces(text, other)]).toEqual(places)
})

it('What differs between two numbers leaves out nothing that differs: without it both are the same, or have nothing in common', () => {
  const number = fc.string({ unit: fc.constantFrom('1', '2', '3'), maxLength: 12 })
  fc.assert(
    fc.property(number, number, (text, other) => {
      const [own, others] = [differingPlaces(text, other), differingPlaces(other, text)]
      const rest = without(text, own)
      if (own.size + others.size > 0) expect(rest).toBe(without(other, others))
    }),
  )
})

function without(text: string, places: ReadonlySet<number>): string {
  return text
    .split('')
    .filter((_, place) => !places.has(place))
    .join('')
}
