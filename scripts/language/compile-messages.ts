import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

/**
 * Turns a catalog that is imported as `fr.json?compiled` from ICU messages into what the page's small formatter reads, so that no parser
 * of ICU is served.
 */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/shared\/language\/[\w-]+\.json\?compiled$/ },
      handler(source) {
        const messages: Record<string, string> = JSON.parse(source)
        const compiled = Object.entries(messages).map(([id, message]) => [id, compile(message)])
        const code = `export const messages = ${JSON.stringify(Object.fromEntries(compiled))}`
        return { code, map: null, moduleType: 'js' }
      },
    },
  }
}
