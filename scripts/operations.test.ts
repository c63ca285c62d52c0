import { expect, it } from 'vitest'
import { filesOf, isOfTests, read } from './house/source-files.ts'

const rules = 'deploy/prometheus-rules.yml'
const page = read('docs/operations.md')
const sources = filesOf('server', ['.ts'])
  .filter((path) => !isOfTests(path))
  .map(read)

/** The code in the first column of the table below a heading; one row can name several. */
function namedUnder(heading: string): readonly string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  const firsts = table.split('\n').map((line) => /^\| (`[^|]*`) \|/.exec(line)?.[1] ?? '')
  return firsts.flatMap((first) => [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).toSorted()
}

function found(pattern: RegExp, texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))].toSorted()
}

it('The page on operations names every metric that the server has, and no other', () => {
  const whole = found(/name: '(payout_desk_\w+)'/g, sources)
  const ofProvider = found(/gauge\(\s*'(\w+)'/g, sources).map((name) => `payout_desk_provider_${name}`)
  expect(whole.length).toBeGreaterThan(6)
  expect(ofProvider.length).toBeGreaterThan(2)
  expect(namedUnder('Metrics')).toEqual([...whole, ...ofProvider].toSorted())
})

it('The page on operations names every line of the log that is not advice about the database, and no other', () => {
  const events = found(/\blog\.(?:info|error|trouble)\(\s*'([^']+)'/g, sources)
  expect(events.length).toBeGreaterThan(6)
  expect(namedUnder('Log lines')).toEqual(events)
})

it('The page on operations says what to do at each alert, and every metric of an alert is one that there is', () => {
  const text = read(rules)
  expect(namedUnder('Alerts')).toEqual(found(/- alert: (\w+)/g, [text]))
  const asked = found(/\b(payout_desk_\w+?)(?:_bucket|_count|_sum)?\{/g, [text])
  expect(asked.length).toBeGreaterThan(5)
  expect(namedUnder('Metrics')).toEqual(expect.arrayContaining([...asked]))
})
