/**
 * `npm run release`: the built app as one archive in release/, with its bill of materials and checksums. On a server without a build
 * `npx ./payout-desk-1.0.0.tgz` runs it in any folder.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireNode } from '../bin/node-version.mjs'
import { buildIfStale } from './build-stamp.mjs'
import { installDependencies } from './dependencies.mjs'
import { root } from './run.mjs'

const contents = [
  'bin',
  'dist/server',
  'dist/web',
  'dist/details',
  'deploy',
  'docs',
  'CHANGELOG.md',
  'README.md',
  'SECURITY.md',
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode()
  if (!(await installDependencies()) || !(await buildIfStale())) process.exit(1)
  makeRelease(join(root, 'release'))
}

/** @param {string} folder */
function makeRelease(folder) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  requireDate(own.version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  const inside = join(folder, 'package')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(inside, { recursive: true })
  for (const path of contents) cpSync(join(root, path), join(inside, path), { recursive: true })
  writeFileSync(join(inside, 'package.json'), `${JSON.stringify(releasedPackage(own), null, 2)}\n`)
  lockPackages(inside)
  const archive = execFileSync('npm', ['pack', '--silent', inside], { cwd: folder, encoding: 'utf8' }).trim()
  rmSync(inside, { recursive: true })
  const bill = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/sbom.ts'], { cwd: root })
  writeFileSync(join(folder, 'sbom.json'), bill)
  const sums = [archive, 'sbom.json'].map((file) => `${sumOf(join(folder, file))}  ${file}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  console.log(`release/${archive}, sbom.json and SHA256SUMS are made.`)
}

/**
 * What npm is told of the archive. All packages are in the build but those with a part in machine code, which npm takes for the machine.
 * @param {{ name: string, version: string, description: string, license: string, type: string, engines: object, dependencies: Readonly<Record<string, string>> }} own
 */
export function releasedPackage({ name, version, description, license, type, engines, dependencies }) {
  const { libsql } = dependencies
  const bin = { [name]: 'bin/payout-desk.mjs' }
  return { name, version, description, license, type, engines, bin, dependencies: { libsql } }
}

/**
 * What is left of the lockfile once npm has taken out what the archive does not need: each package with its hash. Under this name npm takes
 * it from an archive, too.
 * @param {string} inside
 */
function lockPackages(inside) {
  cpSync(join(root, 'package-lock.json'), join(inside, 'package-lock.json'))
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--silent'], { cwd: inside })
  renameSync(join(inside, 'package-lock.json'), join(inside, 'npm-shrinkwrap.json'))
}

/**
 * A version that is not marked as unreleased has its day in the changelog.
 * @param {string} version
 * @param {string} changelog
 */
export function requireDate(version, changelog) {
  if (version.endsWith('-unreleased')) return
  const heading = changelog.split('\n').find((line) => line.startsWith(`## ${version}, `)) ?? ''
  if (!/, \d{4}-\d\d-\d\d$/.test(heading)) throw new Error(`CHANGELOG.md has no heading "## ${version}, <day>".`)
}

/** @param {string} path */
function sumOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
