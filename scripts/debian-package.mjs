import { existsSync } from 'node:fs'
import { step } from './run.mjs'

/** Whether packages can be installed here: as root on Debian, as in the containers of CI. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * @param {string} name of a package of Debian
 * @returns {Promise<boolean>}
 */
export function installPackage(name) {
  const command = `apt-get update && apt-get install -y --no-install-recommends ${name}`
  return step(`install ${name}`, { command: 'sh', args: ['-c', command], env: { DEBIAN_FRONTEND: 'noninteractive' } })
}
