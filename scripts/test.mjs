/** `npm test`: everything, on a machine with Node and npm alone. The last line is the sum over both runners. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks, runUnitTests } from './checks.mjs'
import { installDependencies } from './dependencies.mjs'
import { runEndToEndTests } from './end-to-end.mjs'
import { requireNode } from './node-version.mjs'
import { preparePostgres } from './postgres.mjs'
import { root } from './run.mjs'
import { countPlaywright, countVitest, readCounts } from './test-counts.mjs'

requireNode()
const reports = join(root, 'test-results')
rmSync(reports, { recursive: true, force: true })
let hasPostgres = false
const { passed, failed } = (await installDependencies()) ? await runAll() : { passed: 0, failed: 1 }
if (!hasPostgres) console.log('PostgreSQL could not be had here: what is tested on it was skipped.')
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** A check that fails counts as one failure; what follows runs all the same. */
async function runAll() {
  hasPostgres = await preparePostgres()
  const failedChecks = await runChecks()
  const unit = readCounts(join(reports, 'unit.json'), await runUnitTests('test'), countVitest)
  const endToEnd = readCounts(join(reports, 'e2e.json'), await runEndToEndTests([]), countPlaywright)
  return { passed: unit.passed + endToEnd.passed, failed: failedChecks + unit.failed + endToEnd.failed }
}
