import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './run.mjs'

/**
 * How many tests passed and failed.
 * @typedef {{ readonly passed: number, readonly failed: number }} Counts
 */

/**
 * @typedef {{ name: string, startTime: number, endTime: number, status: string, assertionResults: { status: string }[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport
 * @typedef {{ results: { duration: number }[] }} PlaywrightTest
 * @typedef {{ file: string, specs: { tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
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
 * A test file and how long it took, in milliseconds.
 * @typedef {{ readonly path: string, readonly ms: number }} TimedFile
 */

/**
 * @param {Pick<VitestReport, 'testResults'>} report
 * @returns {readonly TimedFile[]}
 */
export function filesOfVitest({ testResults }) {
  return testResults.map(({ name, startTime, endTime }) => ({ path: name, ms: endTime - startTime }))
}

/**
 * The time of a file is what its tests took together, in all browsers.
 * @param {{ config: { rootDir: string }, suites: PlaywrightSuite[] }} report
 * @returns {readonly TimedFile[]}
 */
export function filesOfPlaywright({ config, suites }) {
  return suites.map((suite) => ({
    path: join(config.rootDir, suite.file),
    ms: resultsOf(suite).reduce((sum, { duration }) => sum + duration, 0),
  }))
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {readonly { duration: number }[]}
 */
function resultsOf({ specs, suites = [] }) {
  return [...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)), ...suites.flatMap(resultsOf)]
}

/**
 * The ten files that took longest, a line each with seconds; none where there is no report.
 * @template Report
 * @param {string} file
 * @param {(report: Report) => readonly TimedFile[]} filesOf
 * @returns {readonly string[]}
 */
export function slowestFiles(file, filesOf) {
  if (!existsSync(file)) return []
  const files = filesOf(JSON.parse(readFileSync(file, 'utf8'))).toSorted((one, other) => other.ms - one.ms)
  return files.slice(0, 10).map(({ path, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} ${relative(root, path)}`)
}

/**
 * Playwright's JSON reporter. What passed only on a second try has not passed.
 * @param {PlaywrightReport} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}
