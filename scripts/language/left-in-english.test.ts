import { expect, it } from 'vitest'
import { languageCodes } from '#shared/language/languages.ts'
import { englishIn } from '#shared/testing/english-words.ts'
import { filesOf, read } from '../house/source-files.ts'
import { textsOf } from './catalogs.ts'

/** The catalogs, and the phrase books of issues, problems and rules. */
const files = languageCodes
  .filter((language) => language !== 'en')
  .flatMap((language) => [
    `shared/language/${language}.json`,
    ...filesOf('web', ['.json']).filter((file) => file.endsWith(`/${language}.json`)),
  ])

it('sees the files of every kind', () => {
  expect(files.length).toBe(18)
  for (const kind of ['issue-words', 'problem-detail-words', 'rule-words'])
    expect(files).toContain(`web/language/${kind}/fr.json`)
})

it.each(files)('%s says nothing in English', (file) => {
  const messages: Readonly<Record<string, string>> = JSON.parse(read(file))
  const issueContent = Object.entries(messages).filter(([id]) => !isSearched.test(id))
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
const isSearched = /^palette\.find\.|^palette\.country\.foundBy$/
