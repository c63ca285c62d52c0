import { createServer } from 'node:net'
import { prepareBrowser } from './browser.mjs'
import { buildIfStale } from './build-stamp.mjs'
import { step } from './run.mjs'

/**
 * Builds what is stale and drives the built server with a browser, as a person would.
 * @param {readonly string[]} args for Playwright, such as a file or `--project=phone`
 * @returns {Promise<boolean>}
 */
export async function runEndToEndTests(args) {
  if (!(await prepareBrowser()) || !(await buildIfStale())) return false
  const env = { PAYOUT_DESK_TEST_PORT: process.env.PAYOUT_DESK_TEST_PORT ?? String(await freePort()) }
  return step('end-to-end tests', { command: 'playwright', args: ['test', ...args], env }, { live: true })
}

/** @returns {Promise<number>} a port that nobody listens on */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = address === null || typeof address === 'string' ? 0 : address.port
      server.close(() => resolve(port))
    })
  })
}
