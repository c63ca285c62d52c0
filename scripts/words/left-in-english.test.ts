import { expect, it } from 'vitest'
import { englishIn } from '#shared/testing/english-words.ts'
import { languageCodes } from '../../web/language/languages.ts'
import { filesOf, read } from '../house/source-files.ts'
import { textsOf } from './message-texts.ts'

/** Of every kind: a room's, those of issues and of problems, and the phrase book of the rules. */
const files = languageCodes
  .filter((language) => language !== 'en')
  .flatMap((language) => filesOf('web', ['.json']).filter((file) => file.endsWith(`/${language}.json`)))

it('sees the files of every kind', () => {
  expect(files.length).toBeGreaterThan(60)
  for (const kind of ['app/words', 'language/issue-words', 'language/problem-detail-words', 'language/rule-words'])
    expect(files).toContain(`web/${kind}/fr.json`)
})

it.each(files)('%s says nothing in English', (file) => {
  const messages: Readonly<Record<string, string>> = JSON.parse(read(file))
  const issueContent = Object.entries(messages).filter(([id]) => !(file.includes('/palette/') && isSearched.test(id)))
  expect(issueContent.filter(([, message]) => englishOf(message).length > 0)).toEqual([])
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

function englishOf(message: string): readonly string[] {
  return textsOf(message).flatMap((text) => englishIn(text, names))
}

/** The same in every language: of the app, of headers, of fields of the provider. */
const names = ['Payout Desk', 'Idempotency-Key', 'amount']

/** What is searched for may be typed in English too. */
const isSearched = /^find\.|^country\.foundBy$/
