import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, step } from './run.mjs'

/**
 * What a lockfile says of one package, as far as it is compared here.
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 * @typedef {Readonly<Record<string, LockedPackage>>} LockedPackages
 */

/**
 * Installs exactly what package-lock.json names, unless it is installed already.
 * @returns {Promise<boolean>} false where npm failed
 */
export async function installDependencies() {
  const lack = findLack(root)
  if (lack === undefined) return true
  console.log(`Installing packages: ${lack}.`)
  // The build needs development packages too, also where NODE_ENV is production.
  return step('packages', npm('ci', '--include=dev'))
}

/**
 * Why the folder's node_modules does not match its package-lock.json; undefined when it does. npm writes its own record,
 * node_modules/.package-lock.json, last, so an interrupted installation lacks it.
 * @param {string} folder
 * @returns {string | undefined}
 */
export function findLack(folder) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  if (wanted === undefined) throw new Error('package-lock.json cannot be read: take it from the repository again.')
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (installed === undefined) return 'node_modules is missing or incomplete'
  for (const [path, { version, integrity, optional }] of Object.entries(wanted)) {
    const present = installed[path]
    if (path === '' || (present === undefined && optional)) continue
    if (present?.version !== version || present?.integrity !== integrity) return `${path} is not the locked one`
    if (!existsSync(join(folder, path, 'package.json'))) return `${path} is missing`
  }
  return Object.entries(installed)
    .filter(([path, present]) => !(path in wanted) || !runsHere(present))
    .map(([path]) => `${path} is not for this project or this machine`)[0]
}

/**
 * @param {string} file
 * @returns {LockedPackages | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * node_modules may have been copied here from another kind of machine.
 * @param {LockedPackage} present
 */
function runsHere({ os, cpu }) {
  return (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true)
}

/**
 * The npm that runs us, else the one that is found.
 * @param {string[]} args
 * @returns {import('./run.mjs').Command}
 */
function npm(...args) {
  const own = process.env.npm_execpath
  return own?.endsWith('.js') ? { command: process.execPath, args: [own, ...args] } : { command: 'npm', args }
}
