/**
 * `npm run check`, `npm test` and `npm run soak`, each a larger set of tests, and `npm run e2e`, the browser tests alone. Each needs Node
 * and npm alone; what follows `--` goes to the runner of `check` and `e2e`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireNode } from '../bin/node-version.mjs'
import { prepareBrowser } from './browser.mjs'
import { buildIfStale } from './build-stamp.mjs'
import { installDependencies } from './dependencies.mjs'
import { checkFirstLoad } from './first-load.mjs'
import { keepFilesOfTestsInMemory } from './memory-folder.mjs'
import { prepareNginx } from './nginx.mjs'
import { preparePostgres } from './postgres.mjs'
import { cpuSecondsOfEnded, freePort, root, step } from './run.mjs'
import {
  countPlaywright,
  countVitest,
  filesOfPlaywright,
  filesOfVitest,
  readCounts,
  slowestFiles,
} from './test-counts.mjs'

const reports = join(root, 'test-results')

/** @type {Readonly<Record<string, (args: readonly string[]) => Promise<boolean>>>} */
const sets = { check: runCheck, test: runTest, soak: runSoak, e2e: runEndToEndTests }

const [name = '', ...args] = process.argv.slice(2)
requireNode()
keepFilesOfTestsInMemory()
const isInstalled = await installDependencies()
const isGood = isInstalled && ((await sets[name]?.(args)) ?? false)
if (!isInstalled && name === 'test') console.log('0 passed, 1 failed')
process.exitCode = isGood ? 0 : 1

/**
 * Types, lint and format, and the tests that answer quickly, beside each other, as each leaves a core idle at times: in a minute on two
 * quiet cores. Component tests are those that reach what was changed since origin/main.
 * @param {readonly string[]} args
 */
async function runCheck(args) {
  const passed = await Promise.all([
    types(),
    lint(),
    runUnitTests('check', ['--project=code', '--project=scripts', ...args]),
  ])
  return passed.every(Boolean) && (await runChangedScreens(args))
}

/**
 * The component tests that import, however far down, what differs from origin/main.
 * @param {readonly string[]} args
 */
async function runChangedScreens(args) {
  const changed = spawnSync('git', ['diff', '--name-only', 'origin/main', '--', 'web', 'shared'], { cwd: root })
  if (changed.status !== 0) console.log('There is no origin/main here: component tests are left to npm test.')
  if (changed.status !== 0 || changed.stdout.length === 0) return true
  return runUnitTests('check', ['--project=components', '--changed=origin/main', '--passWithNoTests', ...args])
}

/** All that CI runs. A check that fails counts as one failure, and what follows runs all the same. The last line is the sum. */
async function runTest() {
  rmSync(reports, { recursive: true, force: true })
  const hasPostgres = await preparePostgres()
  const hasNginx = await prepareNginx()
  const failedChecks = await runChecks()
  // Beside each other, as both wait a lot: for a lease, a provider or a process, and for what a browser renders.
  const [unitPasses, endToEndPasses] = await Promise.all([
    runUnitTests('test'),
    runEndToEndTests(['--workers=2'], { live: false }),
  ])
  const unit = readCounts(join(reports, 'unit.json'), unitPasses, countVitest)
  const endToEnd = readCounts(join(reports, 'e2e.json'), endToEndPasses, countPlaywright)
  const failed = failedChecks + unit.failed + endToEnd.failed
  if (!hasPostgres) console.log('PostgreSQL could not be had here: what is tested on it was skipped.')
  if (!hasNginx) console.log('nginx or systemd-analyze could not be had here: what is tested with them was skipped.')
  console.log(`In all ${cpuSecondsOfEnded()?.toFixed(0) ?? 'an unknown number of'} s of CPU.`)
  console.log(`${unit.passed + endToEnd.passed} passed, ${failed} failed`)
  return failed === 0
}

/**
 * The long runs, outside CI: twenty times the random examples, 200 kills of each kind, 100,000 rows, two hours with a fault
 * every minute, the mutants, Firefox, the image, 20,000 rows in a browser that is closed. Takes four hours or more.
 */
async function runSoak() {
  if (!(await preparePostgres())) console.log('There is no PostgreSQL: what is tested on it is skipped.')
  if (!(await prepareNginx())) console.log('There is no nginx or systemd-analyze: what is tested with them is skipped.')
  const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0
  if (!hasLibreOffice)
    console.log('There is no LibreOffice (soffice): that it finds no formula in an export is skipped.')
  // A law that takes a second in `npm test` takes minutes here.
  const testsPass = await runUnitTests('soak', ['--testTimeout=3600000', '--hookTimeout=600000'])
  const search = { command: 'tsx', args: ['bench/beneficiary-search.ts'] }
  const searchIsMeasured = await step('100,000 beneficiaries', search, { live: true })
  const endurance = { command: 'tsx', args: ['bench/endurance.ts'] }
  const endures = await step('two hours with a fault every minute', endurance, { live: true })
  const mutants = { command: 'tsx', args: ['scripts/mutants/run-mutants.ts'] }
  const mutantsDie = await step('mutants', mutants, { live: true })
  const firefoxAgrees = await runInFirefox()
  const imageRuns = await step('image', { command: 'tsx', args: ['scripts/image/try-image.ts'] }, { live: true })
  process.env.PAYOUT_DESK_TEST_ROWS = '20000'
  const goesOnAlone = await runEndToEndTests(['closed-browser.spec.ts', '--project=desktop'])
  return testsPass && searchIsMeasured && endures && mutantsDie && firefoxAgrees && imageRuns && goesOnAlone
}

/** The main journey once more, in another engine. */
async function runInFirefox() {
  if (spawnSync('firefox-esr', ['--version']).status === 0)
    return step('main journey in Firefox', { command: 'tsx', args: ['scripts/firefox/journey.ts'] })
  console.log('There is no Firefox (firefox-esr): the main journey in it is skipped.')
  return true
}

/**
 * Runs what reads the code without running it, beside each other and also after one has failed: all errors at once. Last, what a first
 * visit weighs.
 * @returns {Promise<number>} how many failed
 */
async function runChecks() {
  const passed = await Promise.all([
    types(),
    lint(),
    step('dead code', { command: 'knip', args: ['--no-progress'] }),
    buildIfStale().then((isBuilt) => isBuilt && checkFirstLoad()),
  ])
  return passed.filter((isPassed) => !isPassed).length
}

/** One checker a project: several check again what they share. Garbage is collected late, as the run is short. */
function types() {
  return step('types', { command: 'tsc', args: ['-b', '--checkers', '1'], env: { GOGC: '400' } })
}

function lint() {
  return step('lint and format', { command: 'biome', args: ['check', '--error-on-warnings'] })
}

/**
 * The rules of the house, the rule book, the server over HTTP, components: everything that needs no browser. Ends with the slowest files.
 * @param {'check' | 'test' | 'soak'} set as runs() of shared/testing reads it
 * @param {readonly string[]} [args] for Vitest
 */
async function runUnitTests(set, args = []) {
  const env = { PAYOUT_DESK_TESTS: set }
  const passes = await step(
    'unit and API tests, borders',
    { command: 'vitest', args: ['run', ...args], env },
    { live: true },
  )
  printSlowest(join(reports, 'unit.json'), filesOfVitest)
  return passes
}

/**
 * Builds what is stale and drives the built server with a browser, as a person would.
 * @param {readonly string[]} args for Playwright, such as a file or `--project=phone`
 * @param {{ live?: boolean }} [options] as those of a step
 */
async function runEndToEndTests(args, { live = true } = {}) {
  if (!(await prepareBrowser()) || !(await buildIfStale())) return false
  const data = mkdtempSync(join(tmpdir(), 'payout-desk-e2e-'))
  process.once('exit', () => rmSync(data, { recursive: true, force: true }))
  const port = process.env.PAYOUT_DESK_TEST_PORT ?? String(await freePort())
  const accountsPort = process.env.PAYOUT_DESK_TEST_ACCOUNTS_PORT ?? String(await freePort())
  const picturesPort = process.env.PAYOUT_DESK_TEST_PICTURES_PORT ?? String(await freePort())
  const env = {
    PAYOUT_DESK_TEST_PORT: port,
    PAYOUT_DESK_TEST_ACCOUNTS_PORT: accountsPort,
    PAYOUT_DESK_TEST_PICTURES_PORT: picturesPort,
    PAYOUT_DESK_TEST_DETAILS_PORT: process.env.PAYOUT_DESK_TEST_DETAILS_PORT ?? String(await freePort()),
    PAYOUT_DESK_TEST_MAIL_PORT: process.env.PAYOUT_DESK_TEST_MAIL_PORT ?? String(await freePort()),
    PAYOUT_DESK_TEST_DATA: data,
  }
  const passes = await step('end-to-end tests', { command: 'playwright', args: ['test', ...args], env }, { live })
  printSlowest(join(reports, 'e2e.json'), filesOfPlaywright)
  return passes
}

/**
 * @template Report
 * @param {string} report
 * @param {(report: Report) => readonly import('./test-counts.mjs').TimedFile[]} filesOf
 */
function printSlowest(report, filesOf) {
  console.log(['The slowest files, in seconds:', ...slowestFiles(report, filesOf)].join('\n  '))
}
