import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#shared/testing/runs.ts'
import { Failure } from '../kernel/failure.ts'
import { readName } from './people.ts'

/** The key by which a name's person is found; undefined where the name is refused. */
function keyOf(name: string): string | undefined {
  try {
    return readName(name).key
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

function refusalOf(name: string) {
  try {
    return readName(name)
  } catch (error) {
    return error instanceof Failure ? error.particulars.errors?.[0] : error
  }
}

const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))

it('No invisible character makes another person of a name, at any position', () => {
  // The Braille blank has no Unicode property that marks it as invisible.
  const shownAsNothing = /\p{Default_Ignorable_Code_Point}|\p{C}|\p{Z}|\u2800/u
  const invisible = everyCharacter.filter((character) => shownAsNothing.test(character))
  expect(invisible.length).toBeGreaterThan(5_000)
  fc.assert(
    fc.property(fc.nat(invisible.length - 1), fc.nat(9), (index, place) => {
      const character = invisible[index] ?? ''
      const name = `${'Ana Souza'.slice(0, place)}${character}${'Ana Souza'.slice(place)}`
      expect([undefined, keyOf('Ana Souza')]).toContain(keyOf(name))
    }),
    { numRuns: runs(5_000) },
  )
})

it('No letter of another script is allowed within a word, unless it is only a form of a Latin one', () => {
  const foreign = everyCharacter.filter((character) => /(?!\p{Script=Latin}|\p{Script=Han})\p{L}/u.test(character))
  const ofLatin = /^[\p{Script=Latin}\p{Script=Inherited}\p{Script_Extensions=Common}\p{Script_Extensions=Latin}]*$/u
  expect(foreign.length).toBeGreaterThan(10_000)
  fc.assert(
    fc.property(fc.nat(foreign.length - 1), (index) => {
      const letter = foreign[index] ?? ''
      fc.pre(!ofLatin.test(letter.normalize('NFKC')))
      for (const name of [`An${letter}`, `${letter}na Souza`, `Ana So${letter}za`]) {
        const key = keyOf(name)
        expect([undefined, keyOf(name.replace(letter, ''))]).toContain(key)
      }
    }),
    { numRuns: runs(5_000) },
  )
})

it.each([
  ['a variation selector', 'Ana\ufe0f Souza', 'U+FE0F'],
  ['a grapheme joiner', 'Ana\u034f Souza', 'U+034F'],
  ['a Hangul filler', 'Ana\u3164Souza', 'U+3164'],
  ['a Braille blank', 'Ana\u2800Souza', 'U+2800'],
  ['a mark of direction', 'Ana\u202eazuoS', 'U+202E'],
  ['a zero-width space', 'Ana\u200bSouza', 'U+200B'],
  ['a character of private use', 'Ana\ue000Souza', 'U+E000'],
])('A name with %s is refused, and the refusal names it', (_, name, codePoint) => {
  expect(refusalOf(name)).toMatchObject({ field: 'name', code: 'invisible_character', params: { codePoint } })
})

it.each([
  ['an Armenian letter', 'Ana S\u0585uza', 'U+0585'],
  ['a Cyrillic letter', '\u0410na Souza', 'U+0410'],
  ['a Greek letter', 'An\u03b1 Souza', 'U+03B1'],
  ['a Cherokee letter', '\u13aana', 'U+13AA'],
  ['a Lisu letter', '\ua4eena', 'U+A4EE'],
  ['a small capital of phonetics', 'Ana S\u1d0fuza', 'U+1D0F'],
  ['a Latin letter among Cyrillic ones', 'Оlьга', 'U+006C'],
])('A name with %s within a word is refused, and the refusal names it', (_, name, codePoint) => {
  const letter = String.fromCodePoint(Number.parseInt(codePoint.slice(2), 16))
  expect(refusalOf(name)).toMatchObject({ field: 'name', code: 'mixed_letters', params: { letter, codePoint } })
})

it.each([
  ['Ana Souza', 'Anɑ Souza'],
  ['Gigi', 'ɡiɡı'],
])('%s and %s are one person: of one script, the letters look alike', (one, other) => {
  expect(keyOf(other)).toBe(keyOf(one))
})

it.each([
  'Nguyễn Ái',
  'Ọmọ́lará',
  'Ɖɔkua Ɛsi',
  'O’Brien',
  'Hawaiʻi',
  'نیک‌نام',
  'Άννα',
  'Երեւան',
  'Ольга',
  'ගීතා ශ්‍රී',
  '김 Kim',
  'カナ',
])('The name %s is taken', (name) => {
  expect(readName(name).name).toBe(name.normalize('NFC'))
})
