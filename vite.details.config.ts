import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileMessages } from './scripts/language/compile-messages.ts'
import { pageWords } from './scripts/language/page-words.ts'
import { thinCatalogs } from './scripts/language/thin-catalogs.ts'
import { type Graph, importedBy, pageBuild, precompress, stylesInThePage } from './scripts/page-build.ts'

const words = pageWords('web/details/main.tsx')

/** The page of a payee: an entry of its own, so that no part of the inside can be in it. */
export default defineConfig({
  root: 'web/details',
  publicDir: false,
  plugins: [
    compileMessages((id, isLater) => (isLater ? words.later : words.first).has(id)),
    thinCatalogs(),
    react({ jsxImportSource: '#jsx' }),
    stylesInThePage(),
    ownStylesInThePage(),
    precompress(),
  ],
  // The reader of pasted texts runs beside the page.
  worker: { format: 'es', plugins: () => [thinCatalogs()] },
  build: {
    ...pageBuild,
    outDir: '../../dist/details',
    cssCodeSplit: false,
    // Its modules only declare: what is not used of them is left out, such as the schemas of the API.
    rolldownOptions: {
      checks: { pluginTimings: false },
      treeshake: { moduleSideEffects: (id) => !id.includes('/shared/'), manualPureFunctions: ['z'] },
      // One file of all that a payee waits for is compressed best.
      output: { codeSplitting: { groups: [{ name: firstPart() }] } },
    },
  },
})

function firstPart() {
  const start = fileURLToPath(new URL('web/details/main.tsx', import.meta.url))
  let needed: ReadonlySet<string> | undefined
  return (id: string, graph: Graph) => {
    needed ??= importedBy([start], graph)
    return needed.has(id) && id !== start ? 'page' : null
  }
}

/** All styles of the page are a few kilobytes: in the page itself they are no request of their own. */
function ownStylesInThePage(): Plugin {
  return {
    name: 'own-styles-in-the-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        const sheet = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'))
        if (sheet?.type !== 'asset') return page
        delete bundle[sheet.fileName]
        return page.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${sheet.source}</style>`)
      },
    },
  }
}
