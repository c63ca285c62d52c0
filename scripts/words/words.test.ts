import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../web/language/languages.ts'
import { argumentsOf, catalogs } from './catalogs.ts'
import { type Use, usesIn, usesOfWords } from './used-words.ts'

const known = catalogs()
const uses = usesOfWords()

it('sees the catalogs and their uses', () => {
  expect(known.length).toBeGreaterThan(0)
  expect(uses.length).toBeGreaterThan(20)
})

describe.each(known)('The words of $module', ({ module, messages }) => {
  const english = messages('en')

  it.each(languageCodes)('are all there in %s, in the same order', (language) => {
    expect(Object.keys(messages(language))).toEqual(Object.keys(english))
  })

  it.each(languageCodes)('are ICU messages in %s that ask for what the English ones ask for', (language) => {
    for (const [id, message] of Object.entries(messages(language)))
      expect([id, argumentsOf(message)]).toEqual([id, argumentsOf(english[id] ?? '')])
  })

  it.each(languageCodes.filter((language) => language !== 'en'))('are translated into %s', (language) => {
    const leftInEnglish = Object.entries(messages(language)).filter(
      ([id, message]) => message === english[id] && /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(withoutNames(message)),
    )
    expect(leftInEnglish).toEqual([])
  })

  it('are all used', () => {
    const used = uses.filter((use) => use.module === module)
    expect(Object.keys(english).filter((id) => !used.some(({ ids }) => ids.test(id)))).toEqual([])
  })

  it('get what they ask for where they are used, and nothing else', () => {
    expect(uses.filter((use) => use.module === module).flatMap((use) => errorsOf(use, english))).toEqual([])
  })
})

describe('The check itself', () => {
  const source = `import { t as words, rich } from './words.ts'
    words('a'); words(isIt ? 'b' : 'c', { count: 1 }); rich(\`state.\${state}\`, { name, link: () => null })`

  it('finds each use with its values', () => {
    const found = usesIn('web/some/page.tsx', source)
    expect(found.map(({ module, ids, values, place }) => [module, ids.source, values, place])).toEqual([
      ['web/some/words.ts', '^a$', [], 'web/some/page.tsx:2'],
      ['web/some/words.ts', '^b$', ['count'], 'web/some/page.tsx:2'],
      ['web/some/words.ts', '^c$', ['count'], 'web/some/page.tsx:2'],
      ['web/some/words.ts', '^state\\..+$', ['name', 'link'], 'web/some/page.tsx:2'],
    ])
  })

  it('refuses an id or values that it cannot read', () => {
    expect(() => usesIn('web/some/page.tsx', "import { t } from './words.ts'\nt(id)")).toThrow('page.tsx:2')
    expect(() => usesIn('web/some/page.tsx', "import { t } from './words.ts'\nt('a', values)")).toThrow('page.tsx:2')
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
function errorsOf({ place, ids, values }: Use, messages: Readonly<Record<string, string>>): readonly string[] {
  const meant = Object.entries(messages).filter(([id]) => ids.test(id))
  if (meant.length === 0) return [`${place}: there is no message ${ids.source}`]
  const wanted = new Set(
    meant.flatMap(([, message]) => argumentsOf(message)).map((name) => name.replaceAll(/[<>]/g, '')),
  )
  return [
    ...[...wanted].filter((name) => !values.includes(name)).map((name) => `${place}: ${name} is not given`),
    ...values.filter((name) => !wanted.has(name)).map((name) => `${place}: no message wants ${name}`),
  ]
}
