import { describe, expect, it } from 'vitest'
import { languageCodes } from '#shared/language/languages.ts'
import { argumentsOf, messagesIn } from './catalogs.ts'
import { messageUses, type Use, usesIn } from './message-uses.ts'

const english = messagesIn('en')
const translations = languageCodes.filter((language) => language !== 'en')
const uses = messageUses()

it('The check of messages sees them and their uses', () => {
  expect(Object.keys(english).length).toBeGreaterThan(900)
  expect(uses.length).toBeGreaterThan(800)
})

it.each(translations)('All messages are there in %s, in the same order', (language) => {
  expect(Object.keys(messagesIn(language))).toEqual(Object.keys(english))
})

it.each(languageCodes)('The messages in %s are ICU messages that ask for what the English ones ask for', (language) => {
  for (const [id, message] of Object.entries(messagesIn(language)))
    expect([id, argumentsOf(message)]).toEqual([id, argumentsOf(english[id] ?? '')])
})

it.each(translations)('No message in %s is left as it is in English', (language) => {
  const leftInEnglish = Object.entries(messagesIn(language)).filter(
    ([id, message]) => message === english[id] && /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(withoutNames(message)),
  )
  expect(leftInEnglish).toEqual([])
})

it('Every message is used', () => {
  expect(Object.keys(english).filter((id) => !uses.some(({ ids }) => ids.test(id)))).toEqual([])
})

it('Every message gets what it asks for where it is used, and nothing else', () => {
  expect(uses.flatMap((use) => errorsOf(use))).toEqual([])
})

describe('The check itself', () => {
  const source = `import { t, tNode } from '../language/translate.ts'
    t('a'); t(isIt ? 'b' : 'c', { count: 1 }); tNode(\`state.\${state}\`, { name, link: () => null })`

  it('finds each use with its values', () => {
    const found = usesIn('web/some/page.tsx', source)
    expect(found.map(({ ids, values, place }) => [ids.source, values, place])).toEqual([
      ['^a$', [], 'web/some/page.tsx:2'],
      ['^b$', ['count'], 'web/some/page.tsx:2'],
      ['^c$', ['count'], 'web/some/page.tsx:2'],
      ['^state\\..+$', ['name', 'link'], 'web/some/page.tsx:2'],
    ])
  })

  it('refuses an id or values that it cannot read', () => {
    expect(() => usesIn('web/some/page.tsx', "import { t } from '../language/translate.ts'\nt(id)")).toThrow(
      'page.tsx:2',
    )
    expect(() => usesIn('web/some/page.tsx', "import { t } from '../language/translate.ts'\nt('a', values)")).toThrow(
      'page.tsx:2',
    )
  })

  it('knows what a message asks for', () => {
    expect(argumentsOf('Plain text, {name}: {count, plural, one {# by {who}} other {<link>#</link>}}')).toEqual([
      '<link>',
      'count',
      'name',
      'who',
    ])
    expect(() => argumentsOf('{count, plural, one {#}}')).toThrow()
  })
})

/** A message that only orders its parts, such as `{reason}: {name}`, may be the same in all languages. */
function withoutNames(message: string): string {
  return message.replaceAll(/<[^>]*>|\{\w+\}/g, '')
}

/** An id that is not there, a value that is missing, a value that no message wants. */
function errorsOf({ place, ids, values }: Use): readonly string[] {
  const meant = Object.entries(english).filter(([id]) => ids.test(id))
  if (meant.length === 0) return [`${place}: there is no message ${ids.source}`]
  const wanted = new Set(
    meant.flatMap(([, message]) => argumentsOf(message)).map((name) => name.replaceAll(/[<>]/g, '')),
  )
  return [
    ...[...wanted].filter((name) => !values.includes(name)).map((name) => `${place}: ${name} is not given`),
    ...values.filter((name) => !wanted.has(name)).map((name) => `${place}: no message wants ${name}`),
  ]
}
