import { existsSync } from 'node:fs'
import { canInstall, installPackage } from './run.mjs'

/**
 * The browser that the end-to-end tests drive.
 * @typedef {{ executablePath: string }} Browser
 */

/** Nothing leaves this machine and nothing needs a screen; a sandbox of its own it cannot have as root. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's packages. The headless shell is the same engine without a window, and runs the tests in two thirds of the time. */
const systemPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/**
 * The Chromium to use: the one that PAYOUT_DESK_CHROMIUM names, the system's, or Playwright's own.
 * @param {string} ownPath where Playwright would have installed its own
 * @returns {Browser | undefined} undefined where there is none
 */
export function findBrowser(ownPath) {
  const named = process.env.PAYOUT_DESK_CHROMIUM
  if (named) {
    if (!existsSync(named)) throw new Error(`PAYOUT_DESK_CHROMIUM names ${named}, which does not exist.`)
    return { executablePath: named }
  }
  const executablePath = [...systemPaths, ownPath].find((path) => existsSync(path))
  return executablePath === undefined ? undefined : { executablePath }
}

/**
 * Makes sure that there is a browser; as root on Debian one is installed.
 * @returns {Promise<boolean>}
 */
export async function prepareBrowser() {
  const { chromium } = await import('@playwright/test')
  if (findBrowser(chromium.executablePath()) !== undefined) return true
  if (canInstall())
    for (const name of ['chromium-headless-shell', 'chromium']) if (await installPackage(name)) return true
  console.log(
    'No browser: install Chromium, or name one in PAYOUT_DESK_CHROMIUM, or run npx playwright install chromium.',
  )
  return false
}
