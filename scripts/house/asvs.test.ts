import { posix } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { read } from './source-files.ts'
import { titlesIn } from './test-titles.ts'

/**
 * The requirements of levels 1 and 2 of ASVS 5.0.0 by section, as the standard numbers them: a gap is one of level 3. From
 * https://github.com/OWASP/ASVS, 5.0/docs_en, the table of the release.
 */
const sections: Readonly<Record<string, readonly number[]>> = {
  ...{ '1.1': upTo(2), '1.2': upTo(9), '1.3': upTo(11), '1.4': upTo(3), '1.5': upTo(2) },
  ...{ '2.1': upTo(3), '2.2': upTo(3), '2.3': upTo(4), '2.4': upTo(1) },
  ...{ '3.2': upTo(2), '3.3': upTo(4), '3.4': upTo(6), '3.5': upTo(5), '3.7': upTo(2) },
  ...{ '4.1': upTo(3), '4.2': upTo(1), '4.3': upTo(2), '4.4': upTo(4) },
  ...{ '5.1': upTo(1), '5.2': upTo(3), '5.3': upTo(2), '5.4': upTo(3) },
  ...{
    '6.1': upTo(3),
    '6.2': upTo(12),
    '6.3': upTo(4),
    '6.4': upTo(4),
    '6.5': upTo(5),
    '6.6': upTo(3),
    '6.8': upTo(4),
  },
  ...{ '7.1': upTo(3), '7.2': upTo(4), '7.3': upTo(2), '7.4': upTo(5), '7.5': upTo(2), '7.6': upTo(2) },
  ...{ '8.1': upTo(2), '8.2': upTo(3), '8.3': upTo(1), '8.4': upTo(1) },
  ...{ '9.1': upTo(3), '9.2': upTo(4) },
  ...{
    '10.1': upTo(2),
    '10.2': upTo(2),
    '10.3': upTo(4),
    '10.4': upTo(11),
    '10.5': upTo(5),
    '10.6': upTo(2),
    '10.7': upTo(3),
  },
  ...{ '11.1': upTo(2), '11.2': upTo(3), '11.3': upTo(3), '11.4': upTo(4), '11.5': upTo(1), '11.6': upTo(1) },
  ...{ '12.1': upTo(3), '12.2': upTo(2), '12.3': upTo(4) },
  ...{ '13.1': upTo(1), '13.2': upTo(5), '13.3': upTo(2), '13.4': upTo(5) },
  ...{ '14.1': upTo(2), '14.2': upTo(4), '14.3': upTo(3) },
  ...{ '15.1': upTo(3), '15.2': upTo(3), '15.3': upTo(7) },
  ...{ '16.1': upTo(1), '16.2': upTo(5), '16.3': upTo(4), '16.4': upTo(3), '16.5': upTo(3) },
  ...{ '17.1': upTo(1), '17.2': upTo(4), '17.3': upTo(2) },
}

const wanted = Object.entries(sections).flatMap(([section, numbers]) => numbers.map((n) => `${section}.${n}`))
const states = ['met', 'partly', 'not', 'merchant', 'n/a']
const rows = [...read('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, numbers = '', state = '', evidence = '']) => ({
    numbers: numbers.match(/\d+\.\d+\.\d+/g) ?? [],
    state,
    evidence,
    tests: testsIn(evidence),
  }),
)

/** More tests than a reader looks through to find the one that is meant. */
const mostWithoutTitle = 12

it('ASVS: every requirement of levels 1 and 2 is answered, and none twice', () => {
  // As the standard counts them: 70 of level 1 and 183 of level 2.
  expect(wanted).toHaveLength(253)
  const answered = rows.flatMap(({ numbers }) => numbers)
  expect(wanted.filter((number) => !answered.includes(number))).toEqual([])
  expect(answered.filter((number, place) => answered.indexOf(number) !== place)).toEqual([])
})

it('ASVS: each answer is one of the states', () => {
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([])
  expect(rows.filter(({ evidence }) => evidence === '')).toEqual([])
})

it('ASVS: whatever is met names a test that shows it', () => {
  const unshown = rows.filter(({ state, tests }) => state === 'met' && tests.length === 0)
  expect(unshown.flatMap(({ numbers }) => numbers)).toEqual([])
})

it('ASVS: each title that is quoted is one of the test that is named with it, and of a long test one is quoted', () => {
  const named = rows.flatMap(({ numbers, tests }) =>
    tests.map(({ path, titles }) => ({ numbers, titles, all: titlesOf(path) })),
  )
  const wrong = named.flatMap(({ numbers, titles, all }) =>
    titles.flatMap((title) => (all.some((one) => one.includes(title)) ? [] : [{ numbers, title }])),
  )
  expect(wrong).toEqual([])
  const vague = named.filter(({ titles, all }) => titles.length === 0 && all.length > mostWithoutTitle)
  expect(vague.map(({ numbers }) => numbers)).toEqual([])
  expect(named.length).toBeGreaterThan(200)
})

it('ASVS: the check of the evidence reads each test with the titles before it', () => {
  const evidence =
    'A "word". "one" and "two" in [a.test.ts](../web/a.test.ts), [b](b.ts), [c.spec.ts](../e2e/c.spec.ts).'
  expect(testsIn(evidence)).toEqual([
    { path: 'web/a.test.ts', titles: ['one', 'two'] },
    { path: 'e2e/c.spec.ts', titles: [] },
  ])
})

it('ASVS: the summary by chapter counts what the list says', () => {
  const summary = [
    ...read('docs/security.md').matchAll(/^\| V(\d+) [^|]*\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|/gm),
  ]
  const counted = summary.map(([, chapter, ...counts]) => [chapter, ...counts.map(Number)])
  const chapters = Array.from({ length: 17 }, (_, place) => `${place + 1}`)
  const listed = chapters.map((chapter) => {
    const ofChapter = rows.flatMap(({ numbers, state }) =>
      numbers.flatMap((number) => (number.startsWith(`${chapter}.`) && wanted.includes(number) ? [state] : [])),
    )
    return [chapter, ...states.map((state) => ofChapter.filter((one) => one === state).length)]
  })
  expect(counted).toEqual(listed)
})

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, place) => place + 1)
}

/** The tests that a row links to, each with the titles, or parts of titles, that are quoted before it. */
function testsIn(evidence: string) {
  const links = evidence.matchAll(/((?:"[^"]+"(?:, | and | in ))*)\[[^\]]*\]\(([^)]+\.(?:test|spec)\.tsx?)\)/g)
  return [...links].map(([, quoted = '', link = '']) => ({
    path: posix.join('docs', link),
    titles: [...quoted.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
  }))
}

function titlesOf(path: string): readonly string[] {
  return titlesIn(parseSync(path, read(path)).program)
}
