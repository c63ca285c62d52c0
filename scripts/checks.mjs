import { buildIfStale } from './build-stamp.mjs'
import { checkFirstLoad } from './first-load.mjs'
import { step } from './run.mjs'

/** What reads the code without running it. */
const checks = [
  { title: 'types', command: 'tsc', args: ['-b'] },
  { title: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings'] },
  { title: 'dead code', command: 'knip', args: ['--no-progress'] },
]

/**
 * Runs every check, also after one has failed: all errors at once. Last, what the first page weighs once it is built.
 * @returns {Promise<number>} how many failed
 */
export async function runChecks() {
  let failed = 0
  for (const { title, ...command } of checks) {
    if (!(await step(title, command))) failed += 1
  }
  if (!(await buildIfStale()) || !checkFirstLoad()) failed += 1
  return failed
}

/**
 * Rules of the rooms, the rule book, the server over HTTP: everything that needs no browser.
 * @param {{ proofs: boolean }} choice whether the slow ones are among them, which vitest.config.ts lists
 */
export function runUnitTests({ proofs }) {
  const args = ['run', ...(proofs ? [] : ['--project=!proof'])]
  return step('unit and API tests, borders', { command: 'vitest', args }, { live: true })
}
