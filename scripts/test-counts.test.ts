import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { countPlaywright, countVitest, readCounts } from './test-counts.mjs'

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
