import { expect, test } from 'vitest'
import { projectPath } from '../house/borders.ts'
import { filesOf, importsOf, isOfTests, read } from '../house/source-files.ts'
import { messagesIn } from './catalogs.ts'
import { isLater, laterFolders, laterWords } from './later-words.ts'
import { messageUses } from './message-uses.ts'

const ids = Object.keys(messagesIn('en'))
/** Names the sentences of a closed list of codes, which one of these folders says. */
const codesOfErrors = /^shared\/(?:api\/oidc|import\/[\w-]+)\.ts:/

/** What opens screens, each by `screen` or `laterScreen`. */
const screens = ['web/app/screens.tsx', 'web/app/session-gate.tsx', 'web/payouts/payout-page.tsx']

test('Words that load later are said by the folders whose screens load them, and by nothing else', () => {
  const uses = messageUses((text) => ids.includes(text) || text.includes('{}')).filter(({ id }) => isLater(id))
  expect(uses.length).toBeGreaterThan(20)
  const elsewhere = uses.filter(({ id, place }) => {
    const folders = Object.entries(laterWords).find(([beginning]) => id.startsWith(beginning))?.[1] ?? []
    return !codesOfErrors.test(place) && !folders.some((folder) => place.startsWith(`web/${folder}/`))
  })
  expect(elsewhere).toEqual([])
})

test('What says words that load later is reached through a screen that waits for them', () => {
  const isOfLater = (path: string) => laterFolders.some((folder) => path.startsWith(`web/${folder}/`))
  const outside = filesOf('web', ['.ts', '.tsx']).filter((path) => !isOfTests(path) && !isOfLater(path))
  expect(outside).toEqual(expect.arrayContaining(screens))
  const leaks = outside
    .filter((path) => !screens.includes(path))
    .flatMap((path) =>
      importsOf(path, read(path))
        .filter((module) => isOfLater(projectPath(path, module) ?? ''))
        .map((module) => `${path}: ${module}`),
    )
  expect(leaks).toEqual([])
  const sources = screens.map((path) => read(path)).join('\n')
  const opened = [...sources.matchAll(/= (\w+)\(\s*async \(\) => \(await import\('\.\.\/([\w-]+)\//g)]
  expect(opened.length).toBeGreaterThan(10)
  const wrong = opened.filter(([, by, folder = '']) => (by === 'laterScreen') !== laterFolders.includes(folder))
  expect(wrong.map(([text]) => text)).toEqual([])
})
