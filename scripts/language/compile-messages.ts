import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { isLater } from './later-words.ts'

/**
 * Turns a catalog that is imported as `fr.json?compiled` from ICU messages into what the page's small formatter reads, so that no parser
 * of ICU is served. As `fr.json?compiled-later` come those that load later.
 */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/shared\/language\/[\w-]+\.json\?compiled(?:-later)?$/ },
      handler(source, id) {
        const messages: Record<string, string> = JSON.parse(source)
        const isWanted = (name: string) => isLater(name) === id.endsWith('-later')
        const compiled = Object.entries(messages)
          .filter(([name]) => isWanted(name))
          .map(([name, message]) => [name, compile(message)])
        const code = `export const messages = ${JSON.stringify(Object.fromEntries(compiled))}`
        return { code, map: null, moduleType: 'js' }
      },
    },
  }
}
