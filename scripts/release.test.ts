import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { serverBundle } from './build-stamp.mjs'
import { read } from './house/source-files.ts'
import { dateChangelog, releasedPackage } from './release.mjs'
import { root } from './run.mjs'

const own = JSON.parse(read('package.json'))

it('The released package needs what is not in the build, in its exact version, and nothing else', () => {
  const { dependencies, bin } = releasedPackage(own)
  // pg-native is what pg would use if it were there.
  expect(Object.keys(dependencies)).toEqual(serverBundle.external.filter((name) => name !== 'pg-native'))
  expect(dependencies.libsql).toBe(own.dependencies.libsql)
  expect(dependencies.libsql).toMatch(/^\d+\.\d+\.\d+$/)
  expect(read(bin['payout-desk'] ?? '')).toMatch(/^#!\/usr\/bin\/env node\n/)
})

it('A release has its day in the changelog, once and for all', () => {
  const changelog = '# Changelog\n\n## 1.0.1, unreleased\n\nMore.\n\n## 1.0.0, 2026-12-01\n'
  const dated = dateChangelog(changelog, '1.0.1', '2026-12-24')
  expect(dated).toBe('# Changelog\n\n## 1.0.1, 2026-12-24\n\nMore.\n\n## 1.0.0, 2026-12-01\n')
  expect(dateChangelog(dated, '1.0.1', '2027-01-01')).toBe(dated)
  expect(() => dateChangelog(changelog, '1.1.0', '2026-12-24')).toThrow('## 1.1.0, unreleased')
})

it('npm pack makes no archive, which would lack the build, and its error names npm run release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-pack-'))
  for (const name of ['.npmrc', 'package.json']) cpSync(join(root, name), join(folder, name))
  const { status, stderr } = spawnSync('npm', ['pack', '--loglevel=error'], { cwd: folder, encoding: 'utf8' })
  expect([status === 0, stderr]).toEqual([false, expect.stringContaining('npm-run-release')])
  expect(readdirSync(folder).toSorted()).toEqual(['.npmrc', 'package.json'])
  rmSync(folder, { recursive: true })
})

it.runIf(inject('testSet') === 'soak')(
  'The released archive runs by npx in an empty folder',
  async () => {
    execFileSync(process.execPath, ['scripts/release.mjs'], { cwd: root })
    const archive = readdirSync(join(root, 'release')).find((file) => file.endsWith('.tgz')) ?? ''
    const folder = mkdtempSync(join(tmpdir(), 'payout-desk-release-'))
    cpSync(join(root, 'release', archive), join(folder, archive))
    expect(readdirSync(folder)).toEqual([archive])
    const program = spawn('npx', ['--yes', `./${archive}`], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0' },
      detached: true,
    })
    let output = ''
    program.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    await expect.poll(() => output, { timeout: 300_000 }).toContain(' is ready at ')
    const page = await fetch(/http:\S+/.exec(output)?.[0] ?? '')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Payout Desk')])
    expect(readdirSync(folder).toSorted()).toEqual(['data', archive])
    process.kill(-(program.pid ?? 0))
    await new Promise((resolve) => program.once('close', resolve))
    rmSync(folder, { recursive: true })
  },
  600_000,
)
