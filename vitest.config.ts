import { defineConfig } from 'vitest/config'
import { compileMessages } from './scripts/language/compile-messages.ts'
// What the sets are called.
import type {} from './shared/testing/runs.ts'

/** Tests that take seconds each or stand on PostgreSQL alone, as they kill processes, race them, wait for a provider or fill a database: `npm run check` leaves them out. */
const slow = [
  'shared/files/hostile-files.test.ts',
  'server/{backup,behind-nginx,canaries,damage,end-under-load,fencing,frozen,kill,main,one-of-two,power-loss,rotate-key,sign-in-canaries,two-processes}.test.ts',
  'server/batch-review/kill-act.test.ts',
  'server/batches/kill-rows.test.ts',
  'server/beneficiaries/{erase,find-beneficiaries}.test.ts',
  'server/exports/spreadsheet.test.ts',
  'server/payouts/{four-eyes-laws,races}.test.ts',
  'server/people/{dead-tokens,kill-sign-in}.test.ts',
  'server/provider/{fuzzed-replies,raw-sockets}.test.ts',
  'server/routes/{health,idempotency,odd-characters,payout-journey,provider-trouble,readiness,validations}.test.ts',
  'server/batch-validations/run-jobs.test.ts',
  'server/backups/{scheduled-backups,backup-process}.test.ts',
  'server/store/{postgres,query-plans,rotate-store,audit/{lost-entries,verify-audit-log},backup/{backup,manifest,postgres}}.test.ts',
  'server/validations/restart.test.ts',
]

/** Screens that take many steps or wait for the provider: as above. */
const slowScreens = [
  'web/beneficiaries/search-limit.test.tsx',
  'web/palette/palette.test.tsx',
  'web/payouts/{find-a-beneficiary,name-a-bank,request-spelling,ways-of-paying}.test.tsx',
  'web/validations/{session-ended,validate-a-beneficiary}.test.tsx',
]

/** Which set runs: `npm run check`, `npm test` (which `vitest` alone is too) or `npm run soak`. */
const given = process.env.PAYOUT_DESK_TESTS
const testSet = given === 'check' || given === 'soak' ? given : 'test'

/** What code of the page is compiled by; made for each project, as Vitest takes constants out of it. */
function page() {
  return { plugins: [compileMessages()], define: { __APP_VERSION__: JSON.stringify('0.0.0-test') } }
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
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // Vitest would leave one core of two alone.
    maxWorkers: '100%',
    // React takes <search> for a mistake where the DOM of the tests does not know it.
    onConsoleLog: (log) => !log.startsWith('The tag <search> is unrecognized'),
    // npm test adds both runners' reports up.
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    projects: [
      {
        extends: true,
        ...page(),
        test: {
          name: 'fast',
          // A fresh start for each file takes longer than most tests; what a test makes, it takes away again.
          isolate: false,
          include: ['{shared,server,web}/**/*.test.ts'],
          exclude: slow,
          globalSetup: 'scripts/postgres-of-tests.ts',
          // The words of the page, for the tests of web/.
          setupFiles: 'web/testing/set-up-words.ts',
          // A style sheet that a test reads as data is not emptied.
          css: { include: /theme\.css/ },
        },
      },
      // Their subject are the sources: what a module does as it is loaded is seen where nothing else has loaded it.
      { extends: true, ...page(), test: { name: 'scripts', isolate: false, include: ['scripts/**/*.test.ts'] } },
      { extends: true, test: { name: 'slow', include: slow, globalSetup: 'scripts/postgres-of-tests.ts' } },
      {
        extends: true,
        ...page(),
        test: {
          name: 'components',
          // As above; each test signs in somebody whom no other test knows.
          isolate: false,
          include: ['web/**/*.test.tsx'],
          exclude: testSet === 'check' ? slowScreens : [],
          environment: 'happy-dom',
          globalSetup: 'server/testing/serve-components.ts',
          setupFiles: 'web/testing/set-up-page.ts',
        },
      },
    ],
  },
})
