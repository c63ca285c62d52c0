import { existsSync } from 'node:fs'
import compile from 'icu-minify/compile'
import type { Language } from '../../web/language/languages.ts'
import { filesOf, read } from '../house/source-files.ts'

/** The words of one part of the page: the module that loads them, and each language's messages by id. */
export interface Catalog {
  /** Such as `web/payouts/words.ts`; its files are `web/payouts/words/en.json` and so on. */
  readonly module: string
  /** Throws where a language has no file, with the file's name. */
  readonly messages: (language: Language) => Readonly<Record<string, string>>
}

/** Every catalog of the page. */
export function catalogs(): readonly Catalog[] {
  return filesOf('web', ['words.ts'])
    .filter((module) => existsSync(new URL(`../../${folderOf(module)}/en.json`, import.meta.url)))
    .map((module) => ({ module, messages: (language) => messagesIn(module, language) }))
}

function folderOf(module: string): string {
  return module.replace(/\.ts$/, '')
}

function messagesIn(module: string, language: Language): Readonly<Record<string, string>> {
  return JSON.parse(read(`${folderOf(module)}/${language}.json`))
}

/** What a message asks for: names of values, and of the tags around its parts as `<link>`. Throws where it is no ICU message. */
export function argumentsOf(message: string): readonly string[] {
  const found = new Set<string>()
  inSequence(compile(message), found)
  return [...found].sort()
}

/** What icu-minify makes of a message: a text, or texts and nodes in a row. */
function inSequence(parts: unknown, found: Set<string>): void {
  if (!Array.isArray(parts)) return
  for (const node of parts) if (Array.isArray(node)) inNode(node, found)
}

/** `[name]`, `[name, type, options]`, or `[tag, ...parts]`, whose first part is never the number of such a type. */
function inNode([name, type, ...rest]: readonly unknown[], found: Set<string>): void {
  const isTag = type !== undefined && (typeof type !== 'number' || type === pound)
  found.add(isTag ? `<${name}>` : `${name}`)
  if (isTag) inSequence([type, ...rest], found)
  else if (typeof type === 'number' && typesWithBranches.includes(type))
    for (const branch of Object.values(rest[0] ?? {})) inSequence(branch, found)
}

const pound = 0

/** select, plural and selectordinal. */
const typesWithBranches = [1, 2, 3]
