import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { build as bundle } from 'esbuild'
import { build as buildPages, loadConfigFromFile } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beginBuild, isBuildStale, serverBundle, stampedFiles } from './build-stamp.mjs'
import { buildVersion } from './build-version.mjs'
import { root } from './run.mjs'

it('A build says from which commit it is, of which day, and of a folder without one the version alone', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-build-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }))
  expect(buildVersion(folder)).toBe(version)
  rmSync(folder, { recursive: true })
  expect(serverBundle.define.__APP_VERSION__).toBe(JSON.stringify(buildVersion()))
  // An archive of the sources is no checkout; git notes it there.
  expect(buildVersion().slice(version.length)).toMatch(/^(?: \([0-9a-f]{7,}, \d{4}-\d\d-\d\d\))?$/)
  expect(readFileSync(join(root, '.gitattributes'), 'utf8')).toContain('scripts/build-version.mjs export-subst')
})

it('The changelog begins with the version that the About page shows', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, newest] = /^## (.+)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  expect(newest?.replace(/, (?:unreleased|\d{4}-\d\d-\d\d)$/, '')).toBe(version)
})

describe('The build', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-build-'))
    write('server/main.ts', 'one')
    write('web/index.html', 'page')
    write('package.json', '{}')
    const putStamp = beginBuild(folder)
    write('dist/server/main.js', 'built')
    write('dist/web/index.html', 'built')
    write('dist/details/index.html', 'built')
    putStamp()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function write(file: string, content: string) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }

  it('The build is fresh after it was made', () => {
    expect(isBuildStale(folder)).toBe(false)
  })

  it('The build is fresh when a checkout has changed times alone', () => {
    utimesSync(join(folder, 'server/main.ts'), new Date(), new Date(Date.now() + 60_000))
    expect(isBuildStale(folder)).toBe(false)
  })

  it('The build is fresh when a test has changed', () => {
    write('server/main.test.ts', 'a test')
    expect(isBuildStale(folder)).toBe(false)
  })

  it('The build is stale when a source has changed, came or went', () => {
    write('server/main.ts', 'two')
    expect(isBuildStale(folder)).toBe(true)
    write('server/main.ts', 'one')
    write('shared/new.ts', '')
    expect(isBuildStale(folder)).toBe(true)
    rmSync(join(folder, 'shared/new.ts'))
    rmSync(join(folder, 'web/index.html'))
    expect(isBuildStale(folder)).toBe(true)
  })

  it('The build is stale when a built file is missing', () => {
    rmSync(join(folder, 'dist/web/index.html'))
    expect(isBuildStale(folder)).toBe(true)
  })

  it('The build is stale when a later one was begun and did not end', () => {
    beginBuild(folder)
    expect(isBuildStale(folder)).toBe(true)
  })
})

it('The stamp of the build: The stamp covers every file that the build loads', async () => {
  const [pages, configuration, server] = await Promise.all([modulesOfPages(), filesOfConfiguration(), filesOfServer()])
  for (const [loaded, least] of [
    [pages, 200],
    [configuration, 1],
    [server, 200],
  ] as const)
    expect(loaded.length).toBeGreaterThan(least)
  const stamped = new Set(stampedFiles(root))
  expect([...pages, ...configuration, ...server].filter((file) => !stamped.has(file))).toEqual([])
})

/** The modules that Vite puts into the pages. Packages are left out, as the lockfile covers them. */
async function modulesOfPages(): Promise<readonly string[]> {
  const modules: string[] = []
  await buildPages({
    configFile: vite,
    logLevel: 'error',
    build: { write: false, minify: false },
    plugins: [
      {
        name: 'note-modules',
        buildEnd() {
          modules.push(...this.getModuleIds())
        },
      },
    ],
  })
  return ofProject(modules)
}

/** Vite's configuration and all that it imports, plugins of our own among it. */
async function filesOfConfiguration(): Promise<readonly string[]> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, vite)
  return ofProject(loaded?.dependencies ?? [])
}

/** What esbuild bundles for the server, and the build script with what it imports. */
async function filesOfServer(): Promise<readonly string[]> {
  const entryPoints = [...Object.values(serverBundle.entryPoints), 'scripts/build.mjs']
  const { metafile } = await bundle({
    ...serverBundle,
    entryPoints,
    packages: 'external',
    metafile: true,
    write: false,
  })
  return Object.keys(metafile.inputs)
}

const vite = join(root, 'vite.config.ts')

function ofProject(ids: readonly string[]): readonly string[] {
  const paths = ids.filter((id) => id.startsWith(root)).map((id) => relative(root, id.split('?')[0] ?? id))
  return paths.map((path) => path.split(sep).join('/')).filter((path) => !path.startsWith('node_modules/'))
}
