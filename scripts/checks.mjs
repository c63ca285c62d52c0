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
 * Borders, the rule book, the server over HTTP, components: everything that needs no browser.
 * @param {'check' | 'test' | 'soak'} set what answers in a minute, on SQLite alone; all of them, on PostgreSQL too; the long random runs
 * @param {readonly string[]} [args] for Vitest
 */
export function runUnitTests(set, args = set === 'check' ? ['--project=!slow'] : []) {
  const env = { PAYOUT_DESK_TESTS: set }
  return step('unit and API tests, borders', { command: 'vitest', args: ['run', ...args], env }, { live: true })
}
