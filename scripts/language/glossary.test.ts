import { expect, it } from 'vitest'
import { isLanguage, languageCodes } from '#shared/language/languages.ts'
import { read } from '../house/source-files.ts'
import { messagesIn } from './catalogs.ts'

const refused = refusedWords(read('docs/glossary.md'))

it.each(languageCodes)('The catalog in %s uses the terms of the glossary', (language) => {
  const words = refused.filter((one) => one.language === language)
  expect(words.length).toBeGreaterThan(5)
  const messages = Object.entries(messagesIn(language)).filter(([id]) => !isSearched.test(id))
  expect(
    messages.flatMap(([id, message]) => words.filter(({ isIn }) => isIn(message)).map(({ word }) => `${id}: ${word}`)),
  ).toEqual([])
})

it('A refused word is found as a whole, in any case, and by its beginning only with a star', () => {
  const [one, many] = refusedWords('| es | Intro, añad* | Enter |')
  expect(['Intro edita', 'Introduzca', 'intro: edita'].map((text) => one?.isIn(text))).toEqual([true, false, true])
  expect(['Añadió', 'dañado', 'Se añadieron'].map((text) => many?.isIn(text))).toEqual([true, false, true])
})

/** What people may type into a search box. */
const isSearched = /^palette\.find\./

/** The rows `| language | word, word* | … |` of the glossary. */
function refusedWords(page: string) {
  return page.split('\n').flatMap((line) => {
    const [, language = '', words = ''] = line.split('|').map((cell) => cell.trim())
    if (!isLanguage(language)) return []
    return words.split(', ').map((word) => {
      const [start = '', rest] = word.replace('.', '\\.').split('*')
      const whole = new RegExp(`(?<!\\p{L})${start}${rest === undefined ? '(?!\\p{L})' : ''}`, 'iu')
      return { language, word, isIn: (text: string) => whole.test(text) }
    })
  })
}
