import { expect, it } from 'vitest'
import { isCalendarDate } from './calendar-date.ts'

it('Calendar date knows the length of each month', () => {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  lengths.forEach((length, index) => {
    expect(isCalendarDate(1985, index + 1, length)).toBe(true)
    expect(isCalendarDate(1985, index + 1, length + 1)).toBe(false)
  })
})

it('Calendar date has 29 February in leap years: 1984 and 2000, not 1900', () => {
  expect(isCalendarDate(1984, 2, 29)).toBe(true)
  expect(isCalendarDate(2000, 2, 29)).toBe(true)
  expect(isCalendarDate(1900, 2, 29)).toBe(false)
})

it('Calendar date has no month 0 or 13 and no day 0', () => {
  expect(isCalendarDate(1985, 0, 1)).toBe(false)
  expect(isCalendarDate(1985, 13, 1)).toBe(false)
  expect(isCalendarDate(1985, 1, 0)).toBe(false)
})
