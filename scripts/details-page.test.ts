import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { isColumnLabel } from '#shared/import/is-column-label.ts'
import { languageCodes } from '#shared/language/languages.ts'
import { messagesIn, textsOf } from './language/catalogs.ts'
import { pageWords } from './language/page-words.ts'
import { root } from './run.mjs'

/** All that is served to payees, by the names of the files. */
let files: ReadonlyMap<string, string>
let modules: readonly string[]

beforeAll(async () => {
  const configFile = fileURLToPath(new URL('../vite.details.config.ts', import.meta.url))
  const built = await build({ configFile, logLevel: 'warn', build: { write: false } })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  files = new Map(outputs.map((output) => [output.fileName, textOf(output)]))
  modules = outputs.flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
})

const everything = () => [...files.values()].join('\n')

test('The page of a payee is made of nothing of the inside', () => {
  const own = modules.flatMap((id) => (id.startsWith(root) ? id.slice(root.length) : []))
  const known =
    /^(?:shared|node_modules|web\/(?:details|jsx|language|state|ui))\/|^web\/(?:entry\/(?:bank-combobox|country-options|field-hint|short-fields)|paste\/message-\w+)\./
  expect(own.length).toBeGreaterThan(50)
  expect(own.filter((path) => !known.test(path))).toEqual([])
})

test('The page of a payee names no route but its own three', () => {
  const routes = everything().match(/\/api\b[\w/-]*/g) ?? []
  expect([...new Set(routes)].filter((route) => route !== '/api/')).toEqual([])
})

test.each(languageCodes)('The page of a payee has no sentence in %s that it does not show', (language) => {
  const { first, later } = pageWords('web/details/main.tsx')
  const messages = Object.entries(messagesIn(language))
  const isOfPage = ([id]: readonly [string, string]) => first.has(id) || later.has(id)
  const shown = messages.filter(isOfPage).flatMap(([, message]) => textsOf(message))
  const others = messages
    // By labels in any language the reader of pasted texts knows what is meant.
    .filter((entry) => !isOfPage(entry) && !isColumnLabel(entry[0]))
    .flatMap(([, message]) => textsOf(message))
    .filter((text) => text.trim().length > 15 && !shown.some((own) => own.includes(text.trim())))
  expect(shown.length).toBeGreaterThan(20)
  expect(others.length).toBeGreaterThan(1_000)
  const code = everything()
  expect(others.filter((text) => code.includes(JSON.stringify(text).slice(1, -1)))).toEqual([])
  expect(code).not.toMatch(/payout desk/i)
})

function textOf(output: Rolldown.OutputChunk | Rolldown.OutputAsset): string {
  return output.type === 'chunk' ? output.code : String(output.source)
}
