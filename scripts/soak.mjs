/** `npm run soak`: the long runs, outside CI: twenty times the random examples, 200 kills of each kind, the mutants. Takes an hour or more. */
import { runUnitTests } from './checks.mjs'
import { installDependencies } from './dependencies.mjs'
import { requireNode } from './node-version.mjs'
import { preparePostgres } from './postgres.mjs'
import { step } from './run.mjs'

requireNode()
if (!(await installDependencies())) process.exit(1)
if (!(await preparePostgres())) console.log('There is no PostgreSQL: what is tested on it is skipped.')
// A law that takes a second in `npm test` takes minutes here.
const testsPass = await runUnitTests('soak', ['--testTimeout=3600000', '--hookTimeout=600000'])
const searchIsMeasured = await step(
  '100,000 beneficiaries',
  { command: 'tsx', args: ['bench/beneficiary-search.ts'] },
  { live: true },
)
const mutantsDie = await step('mutants', { command: 'tsx', args: ['scripts/mutants/run-mutants.ts'] }, { live: true })
if (!testsPass || !searchIsMeasured || !mutantsDie) process.exit(1)
