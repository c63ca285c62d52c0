import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { computed, filesOf, importsOf, read } from './house/source-files.ts'

const unit = 'deploy/payout-desk@.service'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

if (!hasSystemd) it.todo('The unit of systemd is not tried, as this machine has no systemd-analyze')

describe.runIf(hasSystemd)('The unit of systemd', () => {
  it('The unit of systemd is one that systemd takes without a word', () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })

  it('The unit of systemd leaves the program little that it could do: an exposure of at most 1.5 of 10', () => {
    const words = ['security', '--offline=yes', '--no-pager', '--threshold=15', unit]
    expect(spawnSync('systemd-analyze', words, { encoding: 'utf8' }).status).toBe(0)
  })
})

it('A server of production runs what is built and installed, and never what installs or builds', () => {
  expect(read(unit)).toMatch(
    /^ExecStart=\/usr\/bin\/env node bin\/payout-desk.mjs serve\nType=notify\nNotifyAccess=all$/m,
  )
  expect(read('deploy/payout-desk-run')).toContain('exec node bin/payout-desk.mjs "$@"')
  const modules = filesOf('bin', ['.mjs']).flatMap((path) => importsOf(path, read(path)))
  expect(modules.length).toBeGreaterThan(4)
  expect(modules.filter((module) => !/^(?:node:|\.\/)/.test(module))).toEqual([computed])
})

describe('The settings for a server', () => {
  const lines = read('deploy/payout-desk.env').split('\n')
  const settings = lines.map((line) => /^(?:# )?([A-Z][A-Z_]+)=(.*)$/.exec(line)).filter((found) => found !== null)

  it('The settings for a server are in single quotes, which a shell and systemd read alike', () => {
    expect(settings.length).toBeGreaterThan(8)
    for (const [line, , value] of settings) expect(value, line).toMatch(/^'[^']*'$/)
  })

  it('The settings for a server are all in docs/configuration.md', () => {
    const known = [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
    for (const [, name] of settings) expect(known).toContain(name)
  })

  it('The program that reads them is one that a shell can read', () => {
    expect(execFileSync('sh', ['-n', 'deploy/payout-desk-run'], { encoding: 'utf8' })).toBe('')
  })
})
