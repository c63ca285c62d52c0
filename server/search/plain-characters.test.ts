import { expect, it } from 'vitest'
import { lookOfWord, plainCharacters } from './plain-characters.ts'

it('A digit is itself in each of the forms that Unicode has for single digits', () => {
  const digits = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => /\p{Nd}/u.test(sign))
  expect(digits.length).toBeGreaterThan(600)
  for (const [i, digit] of digits.entries()) expect(plainCharacters(digit), digit).toBe(String(i % 10))
  expect(plainCharacters('\u2776\u277e\u277f\u2780\u2788\u278a\u24f5\u24ff\u24eb\u{1f10b}\u{1369}')).toBe(
    '1910191101101',
  )
})

it.each([
  ['Ciara', 'CIara', 'Clara', 'CLARA'],
  ['Papa', '\u0420\u0430\u0440\u0430', 'PAPA', '\u{1f15f}apa'],
  ['Haha', '\u041d\u0430\u043d\u0430', 'HAHA'],
  ['Kofi', 'K0fi', 'kofi'],
  ['Bjorn', 'Bj\u00f8rn', 'BJ\u00d8RN'],
])('Names of one look are one: %s', (name, ...others) => {
  if (name === 'Ciara') expect(lookOfWord(name)).toBe(lookOfWord('Clara'))
  for (const other of others) expect(lookOfWord(other), other).toBe(lookOfWord(name))
})

it('Names that look different stay two', () => {
  const names = ['Ama', 'Efua', 'Kwame', 'Kwasi', 'Kofi', 'Yaw', 'Yaa', 'Mensah', 'Anna', 'Ana']
  expect(new Set(names.map(lookOfWord)).size).toBe(names.length)
})
