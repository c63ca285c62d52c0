import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildVersion } from './build-version.mjs'
import { root, step } from './run.mjs'

/** The folders from which the build, its configuration and its plugins can load something. */
const folders = ['scripts', 'server', 'shared', 'web']

const outputs = ['dist/server/main.js', 'dist/web/index.html', 'dist/details/index.html']

/**
 * Builds the pages and the server, unless dist was already built from the same sources.
 * @returns {Promise<boolean>} false where the build failed
 */
export async function buildIfStale() {
  if (!isBuildStale(root)) return true
  // In a process of its own: the server need not carry the bundlers' memory.
  return step('build', { command: process.execPath, args: ['scripts/build.mjs'] })
}

/**
 * Compares contents, not times: a checkout changes times alone, and a copied folder keeps old ones.
 * @param {string} folder
 * @returns {boolean}
 */
export function isBuildStale(folder) {
  const stamp = join(folder, stampFile)
  if (!existsSync(stamp) || outputs.some((output) => !existsSync(join(folder, output)))) return true
  return readFileSync(stamp, 'utf8') !== hashSources(folder)
}

/**
 * Takes the stamp away while a build is under way, so that a broken one never counts.
 * @param {string} folder
 * @returns {() => void} puts the stamp down: what the sources were when the build began
 */
export function beginBuild(folder) {
  const hash = hashSources(folder)
  rmSync(join(folder, stampFile), { force: true })
  return () => {
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeFileSync(join(folder, stampFile), hash)
  }
}

const stampFile = 'dist/sources.sha256'

/**
 * Every file that the stamp covers, as a path from the folder, sorted. It covers too many files rather than too few. Settings and the
 * lockfile are at the top; no build reads tests and documents.
 * @param {string} folder
 */
export function stampedFiles(folder) {
  const top = readdirSync(folder).filter((name) => /\.(?:json|m?[jt]s)$/.test(name))
  return [...top, ...folders.flatMap((name) => filesUnder(folder, name))].sort()
}

/** @param {string} folder */
function hashSources(folder) {
  const hash = createHash('sha256')
  for (const file of stampedFiles(folder)) {
    const content = readFileSync(join(folder, file))
    hash.update(`${file}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(folder, path) {
  if (!existsSync(join(folder, path))) return []
  return readdirSync(join(folder, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/**
 * How esbuild makes dist/server. The packages are in it, as hundreds of small files take half of the time of a start to be found and read; but
 * libSQL, which has a part in machine code, and what pg would use if it were there.
 * @satisfies {import('esbuild').BuildOptions}
 */
export const serverBundle = {
  absWorkingDir: root,
  entryPoints: {
    main: 'server/main.ts',
    'data-programs': 'server/programs/data-programs.ts',
    'run-backup': 'server/backups/run-backup.ts',
    'compact-sqlite': 'server/store/compact-sqlite.ts',
  },
  outdir: 'dist/server',
  bundle: true,
  // The sandbox, with GraphQL, stays a file of its own that loads only when it is wanted.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  define: { __APP_VERSION__: JSON.stringify(buildVersion()) },
  external: ['libsql', 'pg-native'],
  // For packages that are no ES modules.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  logLevel: 'warning',
}
