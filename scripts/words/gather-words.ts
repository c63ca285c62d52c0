import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { languageCodes } from '../../web/language/languages.ts'
import { catalogs } from './catalogs.ts'

const prefix = 'words-together/'

/** The words of each file, by their rooms; what no file before the last has goes into that. */
const parts = {
  /** What the frame, the list of payouts and the empty form speak: most visits begin with one of these. */
  first:
    /^web\/(?:app\/words|beneficiaries\/name-words|hints|palette|paste\/words|payouts\/(?:form-)?words|session|ui)/,
  /** What the form speaks once a country is chosen. */
  form: /^web\/(?:validations|drafts|payouts|rules\/link-words)/,
  later: /^/,
} as const

/**
 * Serves the words of all rooms as three files a language. Each room waits for its words before the next one asks for its own, so that a
 * file a room would cost the first visit a journey to the server for each.
 */
export function gatherWords(): Plugin {
  return {
    name: 'gather-words',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/[a-z-]+\/[a-z-]*words\.ts$/ },
      handler: (source, id) => ({ code: fromOneFile(source, `web/${id.split('/web/').at(-1)}`), map: null }),
    },
    resolveId: { filter: { id: new RegExp(`^${prefix}`) }, handler: (id) => `\0${id}` },
    load: { filter: { id: new RegExp(`^\0${prefix}`) }, handler: (id) => wordsTogether(id.slice(prefix.length + 1)) },
  }
}

/** A module with the files of its catalog replaced by those of many rooms; one that loads something else stays as it is. */
export function fromOneFile(source: string, module: string): string {
  if (!catalogs().some((catalog) => catalog.module === module)) return source
  const loaders = source.replace(/wordsOf\(\{.*?\n\}\)/s, `wordsOf(loaders('${key(module)}'))`)
  return `import { loaders } from '${prefix}${part(module)}'\n${loaders}`
}

function part(module: string): string {
  return Object.entries(parts).find(([, rooms]) => rooms.test(module))?.[0] ?? 'later'
}

/** What stands behind `words-together/first`, which tells a catalog how to load its languages, and `words-together/first-fr`. */
function wordsTogether(name: string): string {
  const [, wanted = '', language] = /^([a-z]+)-?(.*)$/.exec(name) ?? []
  if (language === '')
    return `export const loaders = (key) => ({ ${languageCodes.map((each) => loader(wanted, each)).join(', ')} })`
  const modules = catalogs().flatMap(({ module }) => (part(module) === wanted ? [module] : []))
  const imports = modules.map((module, place) => `import words${place} from ${JSON.stringify(file(module, language))}`)
  return `${imports.join('\n')}\nexport default { ${modules.map((module, place) => `'${key(module)}': words${place}`).join(', ')} }`
}

function loader(wanted: string, language: string): string {
  return `'${language}': () => import('${prefix}${wanted}-${language}').then((all) => ({ default: all.default[key] }))`
}

function file(module: string, language: string | undefined): string {
  return fileURLToPath(new URL(`../../web/${key(module)}/${language}.json`, import.meta.url))
}

/** `payouts/form-words` of `web/payouts/form-words.ts`. */
function key(module: string): string {
  return module.slice('web/'.length, -'.ts'.length)
}
