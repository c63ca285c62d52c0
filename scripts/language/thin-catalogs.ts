import type { Plugin } from 'vite'
import { isColumnLabel } from '#shared/import/is-column-label.ts'

/**
 * Serves of a catalog that is imported whole the labels of columns alone: the reader of files knows those of every language (shared/import), and
 * nothing else in the page imports one so.
 */
export function thinCatalogs(): Plugin {
  return {
    name: 'thin-catalogs',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/shared\/language\/[\w-]+\.json$/ },
      handler(source) {
        const messages: Record<string, string> = JSON.parse(source)
        const labels = Object.entries(messages).filter(([id]) => isColumnLabel(id))
        return { code: JSON.stringify(Object.fromEntries(labels)), map: null }
      },
    },
  }
}
