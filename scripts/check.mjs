/** `npm run check`: types, lint and format, dead code, borders, unit tests but the slow proofs. Under a minute on two quiet cores. */
import { runChecks, runUnitTests } from './checks.mjs'
import { installDependencies } from './dependencies.mjs'
import { requireNode } from './node-version.mjs'
import { preparePostgres } from './postgres.mjs'

requireNode()
if (!(await installDependencies())) process.exit(1)
if (!(await preparePostgres())) console.log('There is no PostgreSQL: what is tested on it is skipped.')
const failedChecks = await runChecks()
const unitTestsPass = await runUnitTests({ proofs: false })
if (failedChecks > 0 || !unitTestsPass) process.exit(1)
