import { expect, test } from 'vitest'
import { languageCodes } from '#shared/language/languages.ts'
import { argumentsOf, messagesIn } from './catalogs.ts'
import { differences, errorsOfParams, errorsOfUse, meantBy, unusedIds } from './check-catalogs.ts'
import { closedLists, idsOf } from './composed-ids.ts'
import { messageUses, usesIn } from './message-uses.ts'

const english = messagesIn('en')
const translations = languageCodes.filter((language) => language !== 'en')
const ids = Object.keys(english)
const uses = messageUses(isKnown)

function isKnown(text: string): boolean {
  return text.includes('{}') ? meantBy(text, english).length > 0 : Object.hasOwn(english, text)
}

test('The check of the catalogs sees them and what names their messages', () => {
  expect(ids.length).toBeGreaterThan(1_300)
  expect(uses.length).toBeGreaterThan(1_000)
  expect(Object.keys(closedLists).filter((template) => !uses.some(({ id }) => id === template))).toEqual([])
})

test.each(translations)(
  'The catalog in %s has the messages of the English one in the same order, and they ask for the same',
  (language) => {
    expect(differences(english, messagesIn(language))).toEqual([])
    expect(Object.keys(messagesIn(language))).toEqual(ids)
  },
)

test.each(translations)('No message in %s is left as it is in English', (language) => {
  const leftInEnglish = Object.entries(messagesIn(language)).filter(
    ([id, message]) =>
      message === english[id] && /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(withoutNames(message)) && !sameEverywhere.test(id),
  )
  expect(leftInEnglish).toEqual([])
})

test('Every message of the catalogs is used', () => {
  expect(unusedIds(english, uses)).toEqual([])
})

test('Every message gets what it asks for where it is named, and nothing else', () => {
  expect(uses.flatMap((use) => errorsOfUse(use, english))).toEqual([])
})

test.each(languageCodes)('What an issue or a problem says in %s is filled by the params of its code', (language) => {
  expect(errorsOfParams(messagesIn(language))).toEqual([])
})

test('Every name that a sentence can hold has a form with the article', () => {
  const names = ids.filter((id) => /^(?:account|document|field)\.\w+$/.test(id))
  expect(names.filter((id) => english[`${id}.the`] === undefined)).toEqual([])
})

test('The check of the catalogs reports a message that one language lacks, has alone, or fills with something else', () => {
  const one = { a: 'One', b: '{count, plural, one {# day} other {# days}}', c: 'Three' }
  expect(differences(one, { a: 'Un', b: '{count, plural, one {# jour} other {# jours}}', c: 'Trois' })).toEqual([])
  expect(differences(one, { a: 'Un', b: '{days} jours', d: 'Quatre' })).toEqual([
    'c is missing',
    'd is not in English',
    'b asks for days, in English for count',
  ])
})

test('The check of the catalogs reports a message that is not used, also for an id that is made of a closed list', () => {
  const catalog = {
    'a.b': 'One',
    'a.b.the': 'the one',
    'field.amount': 'Amount',
    'field.weight': 'Weight',
    'c.d': 'x',
    'c.d.e': 'y',
  }
  const found = ['a.b', 'field.{}', 'c.{}'].map((id) => ({ place: 'x.ts:1', id, values: [] }))
  expect(unusedIds(catalog, found)).toEqual(['field.weight', 'c.d.e'])
})

test('The check of the catalogs reports an id that does not exist, also one that is made of a closed list', () => {
  const { 'country.CL': _, ...catalog } = english
  expect(errorsOfUse({ place: 'x.ts:1', id: 'country.{}', values: [] }, catalog)).toEqual([
    'x.ts:1: there is no message country.CL',
  ])
  expect(errorsOfUse({ place: 'x.ts:1', id: 'a.b', values: [] }, catalog)).toEqual(['x.ts:1: there is no message a.b'])
})

test('The check of the catalogs reports a value that is missing, and one that no message asks for', () => {
  const catalog = { a: '{theBank} has {count} of <link>them</link>; {namesOr}.' }
  const errors = (values: readonly string[]) => errorsOfUse({ place: 'x.ts:1', id: 'a', values }, catalog)
  expect(errors(['bank', 'count', 'link', 'names'])).toEqual([])
  expect(errors(['bank', 'link', 'names', 'size'])).toEqual([
    'x.ts:1: a is not given count',
    'x.ts:1: a does not ask for size',
  ])
})

test('The check of the catalogs reports a param that a sentence asks for and its code does not carry', () => {
  expect(
    errorsOfParams({ 'issue.too_long': '{TheLabel} has {letters}', 'problem.ERASED.detail': '{what} {who}' }),
  ).toEqual([
    'issue.too_long asks for letters, which its code does not carry',
    'problem.ERASED.detail asks for who, which its code does not carry',
  ])
})

test('The check of the catalogs finds each id with its values', () => {
  const source = `t('a.b'); t(isIt ? 'a.c' : 'a.d', { count: 1 }); tNode(\`a.\${state}\`, { name, link: () => null })
    const rule = { label: 'a.b', shape: { id: 'a.e', params: { name } } }; const other = 'no id'`
  const found = usesIn('web/some/page.tsx', source, (text) => text.startsWith('a.'))
  expect(found.map(({ id, values, place }) => [id, values, place])).toEqual([
    ['a.b', [], 'web/some/page.tsx:1'],
    ['a.c', ['count'], 'web/some/page.tsx:1'],
    ['a.d', ['count'], 'web/some/page.tsx:1'],
    ['a.{}', ['name', 'link'], 'web/some/page.tsx:1'],
    ['a.b', [], 'web/some/page.tsx:2'],
    ['a.e', ['name'], 'web/some/page.tsx:2'],
  ])
})

test('The check of the catalogs refuses values that it cannot read', () => {
  expect(() => usesIn('web/some/page.tsx', "\nt('a.b', values)", () => true)).toThrow('page.tsx:2')
  expect(() => usesIn('web/some/page.tsx', "\nt('a.b', { ...values })", () => true)).toThrow('page.tsx:2')
})

test('The check of the catalogs knows what a message asks for', () => {
  const message = 'Plain text, {name} of {theBank}: {count, plural, one {# by {who}} other {<link>#</link>}}'
  expect(argumentsOf(message)).toEqual(['bank', 'count', 'link', 'name', 'who'])
  expect(() => argumentsOf('{count, plural, one {#}}')).toThrow()
  expect(idsOf('region.{}')).toEqual(['region.latinAmerica', 'region.africa'])
})

/** Names of countries, and of their documents and accounts. */
const sameEverywhere = /^(?:account|country|document)\.\w+$/

/** A message that only orders its parts, such as `{reason}: {name}`, may be the same in all languages. */
function withoutNames(message: string): string {
  return message.replaceAll(/<[^>]*>|\{\w+\}/g, '')
}
