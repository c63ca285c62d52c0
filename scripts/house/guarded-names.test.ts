import { expect, it } from 'vitest'
import { algorithmsIn, guardedNames, namesIn } from './guarded-names.ts'
import { filesOf, isOfTests, read } from './source-files.ts'

const sources = (['shared', 'server', 'web'] as const)
  .flatMap((folder) => filesOf(folder, ['.ts', '.tsx']))
  .filter((path) => !isOfTests(path))
  .map((path) => ({ path, source: read(path) }))

it.each(Object.entries(guardedNames))(
  'In the product %s is named where it is needed, and nowhere else',
  (name, files) => {
    const mention = sources.filter(({ path, source }) => mayName(source, name) && namesIn(path, source).has(name))
    expect(mention.map(({ path }) => path)).toEqual(files)
    expect(sources.length).toBeGreaterThan(700)
  },
)

it('Hashes, MACs, ciphers and keys are made by these algorithms alone', () => {
  const crypto = sources.filter(({ source }) => source.includes("'node:crypto'"))
  const found = crypto.flatMap(({ path, source }) => algorithmsIn(path, source))
  expect([...new Set(found)].sort()).toEqual([
    ...['createCipheriv aes-256-gcm', 'createDecipheriv aes-256-gcm', 'createHash sha256', 'createHmac sha1'],
    ...['createHmac sha256', 'hash sha256', 'hkdfSync sha256', 'scrypt'],
  ])
  // Of TOTP, as its standard has it.
  expect(crypto.filter(({ source }) => source.includes("'sha1'")).map(({ path }) => path)).toEqual([
    'server/accounts/totp.ts',
  ])
})

it('The check of names sees values, members, texts, modules and attributes, and no comment', () => {
  const source = `
    // eval
    import { spawn } from 'node:child_process'
    const page = <p dangerouslySetInnerHTML={{ __html: fetch('a') }} />
    window['localStorage'] = Math.random() as any`
  const names = namesIn('web/a.tsx', source)
  const seen = [
    'node:child_process',
    'dangerouslySetInnerHTML',
    'fetch',
    'localStorage',
    'Math.random',
    'type any',
    'eval',
  ]
  expect(seen.filter((name) => names.has(name))).toEqual(seen.slice(0, -1))
  expect(algorithmsIn('server/a.ts', "createHash('md5'); createHmac(name, key)")).toEqual([
    'createHash md5',
    'createHmac',
  ])
})

/** Spares reading most files. */
function mayName(source: string, name: string): boolean {
  return source.includes(name.split(/[ .]/).at(-1) ?? name)
}
