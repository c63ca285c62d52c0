import { expect, it } from 'vitest'
import { languageCodes } from '#shared/language/languages.ts'
import { englishIn } from '#shared/testing/english-words.ts'
import { messagesIn, textsOf } from './catalogs.ts'

const translations = languageCodes.filter((language) => language !== 'en')

it.each(translations)('The catalog in %s says nothing in English', (language) => {
  const messages = Object.entries(messagesIn(language)).filter(([id]) => !isSearched.test(id))
  expect(messages.filter(([, message]) => englishOf(message).length > 0)).toEqual([])
})

it.each([
  'The database does not answer. Try again in a moment.',
  'First name',
  '{count, plural, one {# pago} other {# payouts}}',
  'El importe <link>is here</link>',
  '{known, select, none {Quítelo.} other {{known, select, none {} other {Leave it out}}}}',
])('“%s” is English', (message) => {
  expect(englishOf(message)).not.toEqual([])
})

it.each([
  '{found, select, list {lista} nothing {vacío} other {{account, select, none {} other {otra}}}}',
  '<list>El nombre</list> de {bank}, {amount, number}: el servidor de Payout Desk',
])('“%s” is not', (message) => {
  expect(englishOf(message)).toEqual([])
})

it('No line breaks before a high sign in French, or inside its quotes', () => {
  expect(Object.entries(messagesIn('fr')).filter(([, message]) => / [;:?!»]|« /.test(message))).toEqual([])
})

/** What is searched for may be typed in English too, and a key is called Enter on keyboards of Latin America. */
const isSearched = /^palette\.find\.|^palette\.country\.foundBy$|^sheet\.keys$/

function englishOf(message: string): readonly string[] {
  return textsOf(message).flatMap(englishIn)
}
