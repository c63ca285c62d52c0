import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { isLater } from './later-words.ts'

/** Whether a page is served with a message at once, or later; false for both: not at all. */
export type WantedMessages = (id: string, isLater: boolean) => boolean

/** The payee's page has sentences of its own, and is served with its own choice of all others. */
export const wordsOfTheInside: WantedMessages = (id, later) => !id.startsWith('payee.') && isLater(id) === later

/**
 * Turns a catalog that is imported as `fr.json?compiled` from ICU messages into what the page's small formatter reads, so that no parser
 * of ICU is served. As `fr.json?compiled-later` come those that load later.
 */
export function compileMessages(isWanted: WantedMessages): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/shared\/language\/[\w-]+\.json\?compiled(?:-later)?$/ },
      handler(source, id) {
        const messages: Record<string, string> = JSON.parse(source)
        const compiled = Object.entries(messages)
          .filter(([name]) => isWanted(name, id.endsWith('-later')))
          .map(([name, message]) => [name, compile(message)])
        const code = `export const messages = ${JSON.stringify(Object.fromEntries(compiled))}`
        return { code, map: null, moduleType: 'js' }
      },
    },
  }
}
