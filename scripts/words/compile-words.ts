import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

/** Turns the ICU messages of a catalog into what the page's small formatter reads, so that no parser of ICU is served. */
export function compileWords(): Plugin {
  return {
    name: 'compile-words',
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

/** `web/payouts/words/pt-BR.json`: a folder beside the module that loads it, a file a language. */
const isCatalog = /\/web\/[a-z-]+\/[a-z-]*words\/[a-zA-Z-]+\.json$/
