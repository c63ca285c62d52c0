import { readFileSync } from 'node:fs'

/**
 * How many tests passed and failed.
 * @typedef {{ readonly passed: number, readonly failed: number }} Counts
 */

/**
 * @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, errors: object[] }} PlaywrightReport
 */

/**
 * What a runner's report says, given whether the runner itself ended well. A report that is missing, unreadable or of no
 * test at all is a failure, and so is a runner that failed while all its tests passed: a check must not pass because it
 * looked at nothing.
 * @template Report
 * @param {string} file
 * @param {boolean} endedWell
 * @param {(report: Report) => Counts} count
 * @returns {Counts}
 */
export function readCounts(file, endedWell, count) {
  try {
    const { passed, failed } = count(JSON.parse(readFileSync(file, 'utf8')))
    const sound = Number.isInteger(passed) && Number.isInteger(failed) && passed + failed > 0
    return sound && (endedWell || failed > 0) ? { passed, failed } : { passed: sound ? passed : 0, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/**
 * Vitest's JSON reporter. A file that cannot be loaded has no failed test of its own, and counts as one.
 * @param {VitestReport} report
 * @returns {Counts}
 */
export function countVitest({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

/**
 * Playwright's JSON reporter. What passed only on a second try has not passed.
 * @param {PlaywrightReport} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}
