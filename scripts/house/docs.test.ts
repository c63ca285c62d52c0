import { existsSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { read } from './source-files.ts'

const top = fileURLToPath(new URL('../../', import.meta.url))
const decisions = readdirSync(join(top, 'docs/decisions')).map((name) => `docs/decisions/${name}`)
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/deploy.md',
  'docs/operations.md',
  'docs/security.md',
  'docs/asvs.md',
  ...decisions,
]

it('The documents point to files that exist', () => {
  const targets = pages.flatMap((page) => linksIn(page))
  const dead = targets.filter(({ target }) => !existsSync(join(top, target)))
  expect(dead).toEqual([])
  expect(targets.length).toBeGreaterThan(60)
})

it('The commands that set up a server name the shipped files by their whole path', () => {
  const commands = read('docs/deploy.md')
    .split('\n')
    .filter((line) => line.startsWith('    '))
  expect(commands.filter((line) => line.includes(' deploy/'))).toEqual([])
  expect(commands.filter((line) => line.includes(' /opt/payout-desk/current/deploy/'))).toHaveLength(2)
})

it('The documents number the decisions without a gap, each with its date and status', () => {
  expect(decisions.map((path) => Number(posix.basename(path).slice(0, 4)))).toEqual(decisions.map((_, i) => i + 1))
  for (const path of decisions) {
    const lines = read(path).split('\n')
    expect(lines[0]).toMatch(/^# \d{4} \S/)
    expect(lines[2]).toMatch(/^Date: \d{4}-\d{2}-\d{2} · Status: (accepted|superseded by \d{4})$/)
    expect(lines.filter((line) => line.startsWith('## '))).toEqual(['## Context', '## Decision', '## Consequences'])
  }
})

describe('The table of settings in the README', () => {
  const rows = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|.*\| (?:`(.*)`|\w+) \|$/gm)]

  it('The table of settings in the README names every variable that the server reads, and no other', () => {
    const sources = ['config', 'data-settings', 'network-settings', 'oidc/oidc-settings', 'provider-account']
      .map((name) => read(`server/${name}.ts`))
      .join('\n')
    const names = sources.match(/\b(?:HOST|PORT|[A-Z]+(?:_[A-Z]+)+)\b/g) ?? []
    expect(rows.map(([, name]) => name).sort()).toEqual([...new Set(names)].sort())
  })

  it('The table of settings in the README gives the defaults that the server has', () => {
    const [block = ''] = read('server/config.ts').match(/const defaults = \{[^}]*\}/) ?? []
    const defaults = [...block.matchAll(/([A-Z_]+): '(.*)'/g)].map(([, name, value]) => [name, value])
    expect(defaults.length).toBeGreaterThan(5)
    expect(rows.map(([, name, value]) => [name, value])).toEqual(expect.arrayContaining(defaults))
  })
})

function linksIn(page: string) {
  return [...read(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => ({
    page,
    target: posix.join(posix.dirname(page), link),
  }))
}
