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
  expect(read('deploy/payout-desk-run')).toContain('exec node /opt/payout-desk/current/bin/payout-desk.mjs "$@"')
  const modules = filesOf('bin', ['.mjs']).flatMap((path) => importsOf(path, read(path)))
  expect(modules.length).toBeGreaterThan(4)
  expect(modules.filter((module) => !/^(?:node:|\.\/)/.test(module))).toEqual([computed])
})

describe('The image', () => {
  const compose = read('compose.yaml')
  const dockerfile = read('Dockerfile')
  const { version } = JSON.parse(read('package.json'))

  it('The image has the programs of the PostgreSQL that compose.yaml runs', () => {
    const [, client] = /postgresql-client-(\d+)/.exec(dockerfile) ?? []
    expect(compose).toContain(`image: postgres:${client}-`)
  })

  it('The image says its version, and both compose files run it', () => {
    expect(dockerfile).toContain(`org.opencontainers.image.version="${version}"`)
    for (const text of [compose, read('compose.trial.yaml')])
      expect(new Set(text.match(/payout-desk:[\d.]+$/gm))).toEqual(new Set([`payout-desk:${version}`]))
  })

  it('The image is made of what is named, so that no secret and no data can get into it', () => {
    const [first, ...named] = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(first).toBe('*')
    expect(
      named.filter((line) => /^!(?:\.git|\.env|data|secrets|settings|node_modules|dist|release)/.test(line)),
    ).toEqual([])
    for (const line of named) expect(line).toMatch(/^!(?:\*\.config\.ts|[^*]+(?:\*\.json)?)$/)
  })

  it('The settings in compose.yaml are all in docs/configuration.md', () => {
    const names = [...compose.matchAll(/^ {6}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(10)
    const known = read('docs/configuration.md')
    for (const name of names) if (!name?.startsWith('POSTGRES_')) expect(known).toContain(`| \`${name}\` |`)
  })

  it('The first start of PostgreSQL is one that a shell can read', () => {
    expect(execFileSync('sh', ['-n', 'deploy/postgres-first-start.sh'], { encoding: 'utf8' })).toBe('')
  })
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
