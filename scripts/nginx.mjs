import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstall, installPackage } from './run.mjs'

/** What the tests of deploy/ need, and the packages of Debian that have it. */
const programs = { nginx: 'nginx-light', openssl: 'openssl', 'systemd-analyze': 'systemd' }

/**
 * Makes sure that there is an nginx to test behind; as root on Debian what lacks is installed.
 * @returns {Promise<boolean>}
 */
export async function prepareNginx() {
  const lacking = Object.entries(programs).filter(([name]) => !isInstalled(name))
  if (lacking.length === 0) return true
  if (!canInstall()) return false
  return installPackage(lacking.map(([, packageName]) => packageName).join(' '))
}

/** @param {string} name */
function isInstalled(name) {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.some((folder) => existsSync(join(folder, name)))
}
