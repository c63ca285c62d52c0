import { expect, it } from 'vitest'
import { fromTheRight, weightedDigitSum, weightedSum } from './weighted-sum.ts'

it('Weighted sum multiplies each digit by its weight and adds up', () => {
  expect(weightedSum('123', [5, 4, 3])).toBe(5 + 8 + 9)
})

it('Weighted sum starts the weights again when they run out', () => {
  expect(weightedSum('1111', [3, 7])).toBe(3 + 7 + 3 + 7)
})

it('Weighted sum takes the value of a letter from its place in the alphabet given', () => {
  expect(weightedSum('A9', [10, 1], '0123456789A')).toBe(100 + 9)
})

it('Weighted sum can count a product of two digits as the sum of those digits', () => {
  expect(weightedDigitSum('77', [2, 1])).toBe(1 + 4 + 7)
})

it('Weighted sum can be counted from the right', () => {
  expect(fromTheRight('123')).toBe('321')
})
