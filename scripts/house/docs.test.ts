import { existsSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { read } from './source-files.ts'

const packageSchema = z.object({ dependencies: z.record(z.string(), z.string()) })
const top = fileURLToPath(new URL('../../', import.meta.url))
const pages = ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
  readdirSync(join(top, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name)),
)

describe('The documents', () => {
  const links = pages.flatMap((page) => linksIn(page))

  it('The documents point to files that exist', () => {
    expect(links.filter(({ target }) => !existsSync(join(top, target)))).toEqual([])
    expect(links.length).toBeGreaterThan(400)
    expect(pages.length).toBeGreaterThan(80)
  })

  it('The documents point to headings that exist', () => {
    const toHeadings = links.filter(({ target, heading }) => heading !== '' && target.endsWith('.md'))
    const dead = toHeadings.filter(({ target, heading }) => !headingsOf(target).includes(heading))
    expect(dead).toEqual([])
    expect(toHeadings.length).toBeGreaterThan(8)
  })
})

it('The README is at most 150 lines, and points to every document but the records of decisions', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
  const named = linksIn('README.md').map(({ target }) => target)
  const documents = pages.filter((page) => !page.startsWith('docs/decisions/') && page !== 'README.md')
  expect(documents.filter((page) => !named.includes(page))).toEqual([])
})

it('The page on security is under 200 lines', () => {
  expect(read('docs/security.md').split('\n').length).toBeLessThanOrEqual(200)
})

describe('The page on security', () => {
  const settings = [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name)

  it('The page on security names each address of the settings that the server speaks to', () => {
    const addresses = settings.filter(
      (name) => /_(URL|ISSUER)$/.test(name) && !['DETAILS_URL', 'PUBLIC_URL'].includes(name),
    )
    expect(addresses.length).toBeGreaterThan(2)
    expect(missingIn('Whom the server speaks to', addresses)).toEqual([])
  })

  it('The page on security says how long a session lasts, by its settings, and how many a person has', () => {
    const ends = settings.filter((name) => name.startsWith('SESSION_'))
    expect(ends).toHaveLength(2)
    expect(missingIn('Sessions', [...ends, 'at most five', 'identity provider'])).toEqual([])
    expect(read('server/people/audited-ends.ts')).toContain('const mostSessions = 5')
  })

  it('The page on security says within how many days a hole is closed, and which packages are the riskiest', () => {
    const { dependencies } = packageSchema.parse(JSON.parse(read('package.json')))
    const riskiest = ['express', '@simplewebauthn/server', 'openid-client', 'undici', 'pg', 'libsql']
    expect(riskiest.filter((name) => !(name in dependencies))).toEqual([])
    const words = ['Express', 'WebAuthn', 'OpenID Connect', 'undici', 'pg', 'libsql', 'within 7 days', 'within 30']
    expect(missingIn('Updates', words)).toEqual([])
  })

  it('The page on security names each setting that is a secret, and each algorithm', () => {
    const names = [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name)
    const secrets = names.filter((name) => /(_KEY|_TOKEN|_SECRET|_PASSWORD|^DATABASE_(ADMIN_)?URL)$/.test(name))
    expect(secrets.length).toBeGreaterThan(4)
    const algorithms = ['AES-256-GCM', 'HMAC-SHA-256', 'HKDF', 'SHA-256', 'scrypt', 'HMAC-SHA-1']
    expect(missingIn('Keys and what they protect', [...secrets, ...algorithms])).toEqual([])
  })

  it('The page on security names each place that is logged to, that of the shipped proxy too', () => {
    const [folder = ''] = read('deploy/nginx-site.conf').match(/(?<=access_log )\/.*(?=\/)/) ?? []
    const places = [folder, 'standard output', '`/metrics`', 'sign-in trail', 'audit log']
    expect(missingIn('Logs', places)).toEqual([])
  })

  function missingIn(heading: string, words: readonly string[]) {
    const [section = ''] = read('docs/security.md').split(`## ${heading}\n`).slice(1)
    const text = section.split('\n## ')[0]?.replaceAll('\n', ' ') ?? ''
    return words.filter((word) => !text.includes(word))
  }
})

it('The commands that set up a server name the shipped files by their whole path', () => {
  const commands = read('docs/deploy.md')
    .split('\n')
    .filter((line) => line.startsWith('    '))
  expect(commands.filter((line) => line.includes(' deploy/'))).toEqual([])
  expect(commands.filter((line) => line.includes(' /opt/payout-desk/current/deploy/'))).toHaveLength(5)
})

describe('The settings in docs/configuration.md', () => {
  const rows = [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \|.*\| (?:`(.*)`|\w+) \|$/gm)]

  it('The settings in docs/configuration.md are every variable that the server reads, and no other', () => {
    const sources = [
      'provider/provider-account',
      'settings/config',
      'settings/data-settings',
      'settings/details-settings',
      'settings/mail-settings',
      'settings/network-settings',
      'settings/oidc-settings',
      'settings/webhook-settings',
      'witness/witness-settings',
    ]
      .map((name) => read(`server/${name}.ts`))
      .join('\n')
    const guarded = read('server/settings/misspelt.ts').matchAll(/^ {2}'([A-Z_]+)',$/gm)
    const names = sources.match(/\b(?:HOST|PORT|WEBHOOKS|[A-Z]+(?:_[A-Z]+)+)\b/g) ?? []
    expect(rows.map(([, name]) => name).sort()).toEqual([...new Set(names)].sort())
    expect(rows.map(([, name]) => name).sort()).toEqual([...guarded].map(([, name]) => name))
  })

  it('The settings in docs/configuration.md have the defaults that the server has', () => {
    const [block = ''] = read('server/settings/config.ts').match(/const defaults = \{[^}]*\}/) ?? []
    const defaults = [...block.matchAll(/([A-Z_]+): '(.*)'/g)].map(([, name, value]) => [name, value])
    expect(defaults.length).toBeGreaterThan(5)
    expect(rows.map(([, name, value]) => [name, value])).toEqual(expect.arrayContaining(defaults))
  })
})

/** Links and pictures, of Markdown and of HTML. */
function linksIn(page: string) {
  const found = read(page).matchAll(/(?:\]\(|(?:src|srcset|href)=")([^)"#:\s]*)(?:#([^)"]*))?[)"]/g)
  return [...found].map(([, link = '', heading = '']) => ({
    page,
    target: link === '' ? page : posix.join(posix.dirname(page), link),
    heading,
  }))
}

/** As a forge names the headings of a page. */
function headingsOf(page: string): readonly string[] {
  const headings = read(page)
    .split('\n')
    .filter((line) => /^#+ /.test(line))
  return headings.map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
