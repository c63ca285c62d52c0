/**
 * `npm run release -- 1.0.1` prepares a release: its version wherever that is written, its day in the changelog, and what the tests of later
 * ones open. Once that is committed and tagged, `npm run release` makes it: the built app as one archive in release/, with its bill of materials
 * and checksums. On a server without a build `npx ./payout-desk-1.0.1.tgz` runs it in any folder.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireNode } from '../bin/node-version.mjs'
import { buildIfStale } from './build-stamp.mjs'
import { installDependencies } from './dependencies.mjs'
import { writeFixture } from './release-fixture.mjs'
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
  'SUPPORT.md',
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode()
  const [version] = process.argv.slice(2)
  if (!(await installDependencies())) process.exit(1)
  if (version !== undefined) setVersion(version)
  if (!(await buildIfStale())) process.exit(1)
  if (version === undefined) makeRelease(join(root, 'release'))
  else await prepareRelease(version)
}

/** @param {string} version */
function setVersion(version) {
  rewrite('CHANGELOG.md', (text) => dateChangelog(text, version, new Date().toISOString().slice(0, 10)))
  execFileSync('npm', ['version', '--no-git-tag-version', '--allow-same-version', '--silent', version], { cwd: root })
  rewrite('Dockerfile', (text) => text.replace(/(image\.version=")[^"]*/, `$1${version}`))
  for (const name of ['compose.yaml', 'compose.trial.yaml'])
    rewrite(name, (text) => text.replaceAll(/(image: payout-desk:)\S+/g, `$1${version}`))
}

/** @param {string} version */
async function prepareRelease(version) {
  const fixture = `server/store/backup/releases/${version}`
  rmSync(join(root, fixture), { recursive: true, force: true })
  await writeFixture(join(root, fixture))
  console.log(`${version} is prepared. Commit it with ${fixture}, then: git tag v${version} && npm run release`)
}

/**
 * @param {string} name
 * @param {(text: string) => string} change
 */
function rewrite(name, change) {
  writeFileSync(join(root, name), change(readFileSync(join(root, name), 'utf8')))
}

/** @param {string} folder */
function makeRelease(folder) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const inside = join(folder, 'package')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(inside, { recursive: true })
  for (const path of contents) cpSync(join(root, path), join(inside, path), { recursive: true })
  writeFileSync(join(inside, 'package.json'), `${JSON.stringify(releasedPackage(own), null, 2)}\n`)
  lockPackages(inside)
  const archive = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, inside], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()
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
 * The changelog with the day of a version whose heading says that it is unreleased; of one that has its day it stays.
 * @param {string} changelog
 * @param {string} version
 * @param {string} day
 */
export function dateChangelog(changelog, version, day) {
  const lines = changelog.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`## ${version}, `))
  if (at === -1) throw new Error(`CHANGELOG.md has no heading "## ${version}, unreleased".`)
  return lines.map((line, index) => (index === at ? line.replace(/, unreleased$/, `, ${day}`) : line)).join('\n')
}

/** @param {string} path */
function sumOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
