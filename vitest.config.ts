import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compileMessages } from './scripts/language/compile-messages.ts'
import { isLater } from './scripts/language/later-words.ts'
import { keepFilesOfTestsInMemory } from './scripts/memory-folder.mjs'
// What the sets are called.
import type {} from './shared/testing/runs.ts'

keepFilesOfTestsInMemory()

/**
 * Tests that kill processes, race them, wait for a provider, fill a database or need PostgreSQL, and laws that take seconds: none of them is in
 * `npm run check`.
 */
const slow = testFiles({
  'shared/files': 'hostile-files',
  'shared/paste': 'sent-messages sure-values',
  'shared/payout': 'linear-reading',
  'shared/rules': 'field-explanation',
  'web/import/worker': 'long-cells',
  server: 'main',
  'server/accounts': 'password-hash',
  'server/backups': 'backup-process scheduled-backups',
  'server/batch-validations': 'validation-kind',
  'server/jobs': 'killed-jobs',
  'server/lists': 'batch-laws',
  'server/beneficiaries': 'find-beneficiaries',
  'server/exports': 'spreadsheet',
  'server/payouts': 'approval-laws four-eyes-laws races',
  'server/people': 'dead-tokens kill-sign-in',
  'server/privacy': 'erase',
  'server/programs': 'backup rotate-key',
  'server/provider': 'fuzzed-replies raw-sockets',
  'server/search': 'payee-keys',
  'server/routes': 'health idempotency odd-characters payout-journey provider-trouble readiness validations',
  'server/store': 'postgres postgres-statistics query-plans rotate-store sqlite',
  'server/store/audit': 'lost-entries verify-audit-log',
  'server/store/backup': 'backup kill-restore manifest older-release postgres',
  'server/validations': 'restart',
  'server/whole':
    'behind-nginx canaries damage end-under-load fencing frozen fuzzed-api kill long-exports one-of-two other-versions power-loss reveal-law sign-in-canaries two-processes',
})

/** Of the tests that start the app or open a database, which are most of what `npm test` takes, `npm run check` runs these: what each feature answers. */
const contracts = testFiles({
  'server/http': 'guards',
  'server/payouts': 'four-eyes',
  'server/routes': 'batch-rows beneficiaries exports payouts people permissions session tokens',
  'server/store': 'store',
  'server/whole': 'field-law',
})

/** The paths of tests, by folder. One that is not there is an error. */
function testFiles(namesByFolder: Readonly<Record<string, string>>): readonly string[] {
  const paths = Object.entries(namesByFolder).flatMap(([folder, names]) =>
    names.split(' ').map((name) => `${folder}/${name}.test.ts`),
  )
  const missing = paths.filter((path) => !existsSync(path))
  if (missing.length > 0) throw new Error(`vitest.config.ts names tests that are not there: ${missing.join(', ')}`)
  return paths
}

/** Which set runs: `npm run check`, `npm test` (which `vitest` alone is too) or `npm run soak`. */
const given = process.env.PAYOUT_DESK_TESTS
const testSet = given === 'check' || given === 'soak' ? given : 'test'

/** The tests of the server that start the app or open a database, less the contracts. */
function otherTestsOfTheWhole(): readonly string[] {
  const paths = readdirSync('server', { recursive: true, encoding: 'utf8' }).map((path) => `server/${path}`)
  const found = paths.filter(
    (path) => path.endsWith('.test.ts') && /testing\/(test-app|stores)\.ts'/.test(readFileSync(path, 'utf8')),
  )
  return found.filter((path) => !contracts.includes(path))
}

/** What code of the page is compiled by; made for each project, as Vitest takes constants out of it. */
function page() {
  return {
    plugins: [compileMessages((id, isWanted) => isLater(id) === isWanted)],
    define: { __APP_VERSION__: JSON.stringify('0.0.0-test') },
  }
}

/**
 * The tests that need no browser, of all folders. A `.test.tsx` renders: it runs in a DOM, in front of a real server. Playwright's are in
 * e2e/.
 */
export default defineConfig({
  test: {
    allowOnly: false,
    provide: { testSet },
    // A busy machine makes a law over thousands of values slow, not wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: availableParallelism(),
    // Tests make much that is soon garbage: less often collected, it takes a few hundredths less of the processor.
    execArgv: ['--max-semi-space-size=64'],
    // React takes <search> for a mistake where the DOM of the tests does not know it.
    onConsoleLog: (log) => !log.startsWith('The tag <search> is unrecognized'),
    // npm test adds both runners' reports up.
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    projects: [
      {
        extends: true,
        ...page(),
        test: {
          name: 'code',
          // A fresh start for each file takes longer than most tests; what a test makes, it takes away again.
          isolate: false,
          include: ['{shared,server,web}/**/*.test.ts'],
          exclude: testSet === 'check' ? [...slow, ...otherTestsOfTheWhole()] : [],
          globalSetup: ['scripts/postgres-of-tests.ts', 'scripts/testing/built-server.ts'],
          // The words of the page, for the tests of web/.
          setupFiles: 'web/testing/set-up-words.ts',
          // A style sheet that a test reads as data is not emptied.
          css: { include: /theme\.css/ },
        },
      },
      // Their subject are the sources: what a module does as it is loaded is seen where nothing else has loaded it.
      {
        extends: true,
        ...page(),
        test: {
          name: 'scripts',
          isolate: false,
          include: ['scripts/**/*.test.ts'],
          // The first builds the pages, the other waits for promtool.
          exclude: testSet === 'check' ? ['scripts/build-stamp.test.ts', 'scripts/alerts.test.ts'] : [],
        },
      },
      {
        extends: true,
        ...page(),
        test: {
          name: 'components',
          // As above; each test signs in somebody whom no other test knows.
          isolate: false,
          include: ['web/**/*.test.tsx'],
          environment: 'happy-dom',
          globalSetup: 'server/testing/serve-components.ts',
          setupFiles: 'web/testing/set-up-page.ts',
        },
      },
    ],
  },
})
