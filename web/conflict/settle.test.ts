import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DisputedValue, disputedOf, settledSide, settledValues, unsettled, whoseOf } from './settle.ts'

function field(base: string | undefined, mine: string, theirs: string, name = 'city'): DisputedValue {
  return { name, label: name, base, mine, theirs }
}

it('two people who changed the same thing have nothing to settle in a field where both say the same', () => {
  expect(disputedOf([field('Lima', 'Quito', 'Quito')])).toEqual([])
})

it('two people who changed the same thing keep mine where they touched nothing', () => {
  expect(settledSide(field('Lima', 'Quito', 'Lima'))).toBe('mine')
})

it('two people who changed the same thing take theirs where I touched nothing', () => {
  expect(settledSide(field('Lima', 'Lima', 'Quito'))).toBe('theirs')
})

it('two people who changed the same thing are asked where both changed it', () => {
  const both = field('Lima', 'Quito', 'Cali')
  expect(unsettled([both], {})).toEqual([both])
  expect(unsettled([both], { city: 'theirs' })).toEqual([])
})

it('two people who changed the same thing are asked where it is no longer known how it was', () => {
  expect(settledSide(field(undefined, 'Lima', 'Quito'))).toBeUndefined()
})

it('two people who changed the same thing can overrule what settles itself', () => {
  expect(settledValues([field('Lima', 'Quito', 'Lima')], { city: 'theirs' })).toEqual({ city: 'Lima' })
})

const text = fc.constantFrom('', 'Lima', 'Quito', 'Cali')
const fieldName = fc.stringMatching(/^[a-z]{1,8}$/)
const fields = fc.uniqueArray(
  fc.record({ name: fieldName, label: fc.string(), base: text, mine: text, theirs: text }),
  { selector: ({ name }) => name },
)

it('settling never loses what one side alone has changed', () => {
  fc.assert(
    fc.property(fields, (found) => {
      const values = settledValues(found, {})
      for (const { name, base, mine, theirs } of found) {
        if (base === theirs) expect(values[name]).toBe(mine)
        else if (base === mine) expect(values[name]).toBe(theirs)
      }
    }),
  )
})

it('settling gives for every field what one of the two had', () => {
  fc.assert(
    fc.property(
      fields,
      fc.dictionary(fieldName, fc.constantFrom('mine' as const, 'theirs' as const)),
      (found, sides) => {
        const values = settledValues(found, sides)
        expect(Object.keys(values)).toHaveLength(found.length)
        for (const { name, mine, theirs } of found) expect([mine, theirs]).toContain(values[name])
      },
    ),
  )
})

const at = '2026-11-21T10:00:00.000Z'
const [lucia, rui] = [
  { id: 'p-1', name: 'Lucía' },
  { id: 'p-2', name: 'Rui' },
]

it.each([
  ['is by another person', 'itself', rui, 'theirs'],
  ['is her own', 'itself', lucia, 'own'],
  ['is of the saved beneficiary where only that has changed', 'beneficiary', rui, 'beneficiary'],
  ['is of the saved beneficiary, by herself', 'beneficiary', lucia, 'beneficiaryByYou'],
] as const)('A newer version, as Lucía reads of it, %s', (_, what, by, whose) => {
  expect(whoseOf({ what, by, at }, lucia)).toBe(whose)
})

it('A newer version, as Lucía reads of it, is by another person of the same name', () => {
  expect(whoseOf({ what: 'itself', by: { ...rui, name: 'Lucía' }, at }, lucia)).toBe('theirs')
})
