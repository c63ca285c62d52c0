import { expect, test } from 'vitest'
import { firstParts } from '../first-parts.ts'
import { filesOf, isOfTests, projectPath, read, valueImportsOf } from '../house/source-files.ts'
import { messagesIn } from './catalogs.ts'
import { hasEnglish, isIn, isLater, isOfLater, laterWords } from './later-words.ts'
import { messageUses } from './message-uses.ts'

const ids = Object.keys(messagesIn('en'))
/** Names the sentences of a closed list of codes, which one of these folders says. */
const codesOfErrors = /^shared\/(?:api\/(?:oidc|sandbox-sentinels)|import\/[\w-]+)\.ts:/

const sources = filesOf('web', ['.ts', '.tsx']).filter((path) => !isOfTests(path))

test('Words that load later are used by what loads with them, and by nothing else', () => {
  const uses = messageUses((text) => ids.includes(text) || text.includes('{}')).filter(
    ({ id }) => isLater(id) && !hasEnglish(id),
  )
  expect(uses.length).toBeGreaterThan(20)
  const elsewhere = uses.filter(({ id, place }) => {
    const names = Object.entries(laterWords).find(([beginning]) => id.startsWith(beginning))?.[1] ?? []
    // The server has its own catalogs.
    return !place.startsWith('server/') && !codesOfErrors.test(place) && !names.some((name) => isIn(place, name))
  })
  expect(elsewhere).toEqual([])
})

test('Nothing that a first visit loads imports what uses words that load later', () => {
  const reached = new Set<string>(Object.values(firstParts).flat())
  for (const path of reached) {
    if (!/\.tsx?$/.test(path)) continue
    for (const { path: found, isLater } of valueImportsOf(path, read(path)))
      if (!isLater && /\.tsx?$/.test(found)) reached.add(found)
  }
  expect(reached.size).toBeGreaterThan(200)
  expect([...reached].filter(isOfLater)).toEqual([])
})

test('Whatever opens by itself waits for the later words and styles, but for the parts of a first visit', () => {
  const opened = sources.flatMap((path) =>
    [...read(path).matchAll(/= (\w+)\(\s*async \(\) => \(await import\('([^']+\.tsx)'\)/g)].map(
      ([, by = '', module = '']) => ({ by, path: projectPath(path, module) ?? '' }),
    ),
  )
  expect(opened.length).toBeGreaterThan(30)
  const first: readonly string[] = Object.values(firstParts).flat()
  expect(opened.filter(({ by, path }) => by !== (first.includes(path) ? 'screen' : 'laterScreen'))).toEqual([])
})
