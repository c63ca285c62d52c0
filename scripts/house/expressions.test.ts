import { existsSync, readFileSync } from 'node:fs'
import { expect, inject, it, vi } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { requestJsonSchema } from '#shared/rules/request-json-schema.ts'
import { type Expression, expressionsIn, hashOf, slowAmong, versionOfProofs } from './expressions.ts'
import { filesOf, isOfTests, read } from './source-files.ts'

// All proofs again, on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

/**
 * The expressions that were proven before, one hash a line. Where one is new, or gone, a test below fails, and
 * `npm run unit -- scripts/house/expressions.test.ts -u` writes the list again. `npm run soak` proves all of them again.
 */
const listed = new URL('proven-expressions.txt', import.meta.url)
const [version, ...hashes] = existsSync(listed) ? readFileSync(listed, 'utf8').split('\n') : []
const isCurrent = version === versionOfProofs() && inject('testSet') !== 'soak'
const proven = new Set(isCurrent ? hashes : [])

const sources = (['shared', 'server', 'web'] as const)
  .flatMap((room) => filesOf(room, ['.ts', '.tsx']))
  .filter((path) => !isOfTests(path))
  .map((path) => ({ path, ...expressionsIn(path, read(path)) }))

it('Every regular expression of the product takes time in proportion to the text', () => {
  const literals = sources.flatMap((source) => source.literals)
  expect(literals.length).toBeGreaterThan(200)
  expect(slowAmong(literals, proven)).toEqual([])
})

const makers = sources.filter(({ makesOthers }) => makesOthers).map(({ path }) => path)

// Once: a module makes its expressions when it is first loaded.
const made = await madeBy(makers)

const listsLabels = 'shared/paste/find-labels.ts'
const madeAndProven = made.filter(({ place }) => place !== listsLabels)

it('Every regular expression that the product makes while it runs takes time in proportion to the text', () => {
  expect(makers.filter((path) => !made.some(({ place }) => place === path))).toEqual([])
  expect(slowAmong(madeAndProven, proven)).toEqual([])
})

it('The expression of all labels, which no checker gets to the end of, repeats no group and nothing more than twice', () => {
  const [labels, ...others] = made.filter(({ place }) => place === listsLabels)
  expect(others).toEqual([])
  expect(labels?.source).toMatch(/cuenta/)
  expect(labels?.source).not.toMatch(/\)[?*+{]|[^\\][*+]|\{\d+,(?!2\})/)
})

const patterns = Object.values(ruleBook).flatMap((country) =>
  patternsIn(requestJsonSchema(country, english)).map((source) => ({ place: country.code, source, flags: 'u' })),
)

it('Every pattern of the published JSON Schemas takes time in proportion to the text', () => {
  expect(patterns.length).toBeGreaterThan(50)
  expect(slowAmong(patterns, proven)).toEqual([])
})

it('The list of proven expressions has each expression of the product, and no other', async () => {
  const all = [...sources.flatMap(({ literals }) => literals), ...madeAndProven, ...patterns]
  const list = [...new Set(all.map(hashOf))].toSorted((a, b) => (a < b ? -1 : 1))
  await expect([versionOfProofs(), ...list, ''].join('\n')).toMatchFileSnapshot('proven-expressions.txt')
})

it('The check itself sees slow expressions by proof, with looking ahead, and without endless repetition', () => {
  const slow = [/\s+$/, /(?!x)(a+)+y/, /^(a{1,9}){1,9}$/]
  const seen = slow.map(({ source, flags }) => slowAmong([{ place: 'x', source, flags }]).length)
  expect(seen).toEqual(slow.map(() => 1))
})

it('The check itself sees every literal, and that others are made', () => {
  const { literals, makesOthers } = expressionsIn(
    'a.tsx',
    "const a = <p title={b.replace(/c+/g, '/d/')}>/e/</p>\nconst g = /f/",
  )
  expect([literals, makesOthers]).toEqual([
    [
      { place: 'a.tsx:1', source: 'c+', flags: 'g' },
      { place: 'a.tsx:2', source: 'f', flags: '' },
    ],
    false,
  ])
  expect(expressionsIn('a.ts', "new RegExp('a')").makesOthers).toBe(true)
  expect(expressionsIn('a.ts', "RegExp('a')").makesOthers).toBe(true)
})

/** What these files make when they are loaded and a message is read, which asks for the patterns of every country. */
async function madeBy(paths: readonly string[]): Promise<readonly Expression[]> {
  const made: Expression[] = []
  const Native = globalThis.RegExp
  globalThis.RegExp = new Proxy(Native, {
    construct(target, args, newTarget) {
      const expression = Reflect.construct(target, args, newTarget)
      const stack = new Error('trace').stack ?? ''
      const at = (path: string) => stack.indexOf(`/${path}:`)
      const [place] = paths.filter((path) => at(path) >= 0).toSorted((a, b) => at(a) - at(b))
      if (place !== undefined) made.push({ place, source: expression.source, flags: expression.flags })
      return expression
    },
  })
  try {
    for (const path of paths) await import(/* @vite-ignore */ `../../${path}`)
    const { readMessage } = await import('#shared/paste/read-message.ts')
    readMessage('Ana')
  } finally {
    globalThis.RegExp = Native
  }
  return made
}

function patternsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  )
}
