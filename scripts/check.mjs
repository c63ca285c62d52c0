/** `npm run check`: types, lint and format, dead code, borders, unit tests but the slow ones, on SQLite. Under a minute on two quiet cores. */
import { runChecks, runUnitTests } from './checks.mjs'
import { installDependencies } from './dependencies.mjs'
import { requireNode } from './node-version.mjs'

requireNode()
if (!(await installDependencies())) process.exit(1)
const failedChecks = await runChecks()
const unitTestsPass = await runUnitTests('check')
if (failedChecks > 0 || !unitTestsPass) process.exit(1)
