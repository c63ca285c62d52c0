import { expect, it } from 'vitest'
import { filesOf, isOfTests, read } from './source-files.ts'

it('What is said of a field is made by said and remarkOn, which know each code and its params', () => {
  const paths = (['shared', 'server', 'web'] as const).flatMap((room) => filesOf(room, ['.ts', '.tsx']))
  expect(paths.length).toBeGreaterThan(300)
  // The faults of a CSV file are shown nowhere.
  const own = paths.filter((path) => !isOfTests(path) && path !== 'shared/payout/request-csv.ts')
  expect(own.filter((path) => byHand.test(read(path)))).toEqual([])
})

const byHand = /\bcode: ['`][^'`]+['`],\s*params\b/
