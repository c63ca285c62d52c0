import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

/** Turns the ICU messages of a catalog into what the page's small formatter reads, so that no parser of ICU is served. */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: isCatalog },
      handler(source) {
        const messages: Record<string, string> = JSON.parse(source)
        const compiled = Object.entries(messages).map(([id, message]) => [id, compile(message)])
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null }
      },
    },
  }
}

const isCatalog = /\/(?:shared\/language|web\/language\/[a-z-]*words)\/[a-zA-Z-]+\.json$/
