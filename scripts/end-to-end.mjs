import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareBrowser } from './browser.mjs'
import { buildIfStale } from './build-stamp.mjs'
import { freePort } from './free-port.mjs'
import { step } from './run.mjs'

/**
 * Builds what is stale and drives the built server with a browser, as a person would.
 * @param {readonly string[]} args for Playwright, such as a file or `--project=phone`
 * @returns {Promise<boolean>}
 */
export async function runEndToEndTests(args) {
  if (!(await prepareBrowser()) || !(await buildIfStale())) return false
  const data = mkdtempSync(join(tmpdir(), 'payout-desk-e2e-'))
  process.once('exit', () => rmSync(data, { recursive: true, force: true }))
  const port = process.env.PAYOUT_DESK_TEST_PORT ?? String(await freePort())
  const env = { PAYOUT_DESK_TEST_PORT: port, PAYOUT_DESK_TEST_DATA: data }
  return step('end-to-end tests', { command: 'playwright', args: ['test', ...args], env }, { live: true })
}
