import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './run.mjs'
import {
  countPlaywright,
  countVitest,
  filesOfPlaywright,
  filesOfVitest,
  readCounts,
  slowestFiles,
} from './test-counts.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payout-desk-report-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function report(content: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

it('The sum of a report is what the runner has counted', () => {
  const unit = report({ numPassedTests: 3, numFailedTests: 1, testResults: [] })
  expect(readCounts(unit, false, countVitest)).toEqual({ passed: 3, failed: 1 })
  const endToEnd = report({ stats: { expected: 2, unexpected: 0, flaky: 0 }, errors: [] })
  expect(readCounts(endToEnd, true, countPlaywright)).toEqual({ passed: 2, failed: 0 })
})

it('The sum of a report counts a test file that could not be loaded as a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
  ]
  const unit = report({ numPassedTests: 3, numFailedTests: 1, testResults })
  expect(readCounts(unit, false, countVitest)).toEqual({ passed: 3, failed: 2 })
})

it('The sum of a report counts a test that passed on its second try as failed', () => {
  const endToEnd = report({ stats: { expected: 2, unexpected: 0, flaky: 1 }, errors: [] })
  expect(readCounts(endToEnd, true, countPlaywright)).toEqual({ passed: 2, failed: 1 })
})

it('The sum of a report is a failure when the report is missing, of another shape, or of no test', () => {
  expect(readCounts(join(folder, 'none.json'), true, countVitest)).toEqual({ passed: 0, failed: 1 })
  expect(readCounts(report({ testResults: [] }), true, countVitest)).toEqual({ passed: 0, failed: 1 })
  const nothing = report({ numPassedTests: 0, numFailedTests: 0, testResults: [] })
  expect(readCounts(nothing, true, countVitest)).toEqual({ passed: 0, failed: 1 })
})

it('The sum of a report is a failure when the runner failed though every test passed', () => {
  const unit = report({ numPassedTests: 3, numFailedTests: 0, testResults: [] })
  expect(readCounts(unit, false, countVitest)).toEqual({ passed: 3, failed: 1 })
})

it('The slowest ten files of a report are listed with their seconds, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, i) => ({
    name: join(root, `${i}.test.ts`),
    startTime: 0,
    endTime: i * 1000,
  }))
  const lines = slowestFiles(report({ testResults: files }), filesOfVitest)
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('  11.0 11.test.ts')
  expect(slowestFiles(join(folder, 'none.json'), filesOfVitest)).toEqual([])
})

it('A file of browser tests counts the tests of its groups and of every browser', () => {
  const took = (...durations: readonly number[]) => ({
    tests: durations.map((duration) => ({ results: [{ duration }] })),
  })
  const grouped = { file: 'one.spec.ts', specs: [took(3000)] }
  const suites = [
    { file: 'two.spec.ts', specs: [took(2000)] },
    { file: 'one.spec.ts', specs: [took(1000, 500)], suites: [grouped] },
  ]
  const content = { config: { rootDir: join(root, 'e2e') }, suites }
  expect(slowestFiles(report(content), filesOfPlaywright)).toEqual(['   4.5 e2e/one.spec.ts', '   2.0 e2e/two.spec.ts'])
})
