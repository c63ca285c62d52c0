import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildVersion } from './scripts/build-version.mjs'
import { firstParts } from './scripts/first-parts.ts'
import { compileMessages, wordsOfTheInside } from './scripts/language/compile-messages.ts'
import { thinCatalogs } from './scripts/language/thin-catalogs.ts'
import { type Graph, importedBy, pageBuild, precompress, stylesInThePage } from './scripts/page-build.ts'

/** With the Host header of the page: the server refuses an origin that is another. */
const toServer = { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } }

export default defineConfig({
  root: 'web',
  plugins: [
    compileMessages(wordsOfTheInside),
    thinCatalogs(),
    react({ jsxImportSource: '#jsx' }),
    stylesInThePage(),
    screenStyles(),
    precompress(),
  ],
  // The reader of files runs beside the page.
  worker: { format: 'es', plugins: () => [thinCatalogs()] },
  define: { __APP_VERSION__: JSON.stringify(buildVersion()) },
  build: {
    ...pageBuild,
    outDir: '../dist/web',
    rolldownOptions: {
      // A busy machine is slow at compressing; that is no news.
      checks: { pluginTimings: false },
      // Few files for what parts of the page share, as many small ones would each be a request, and compressed by itself: what the page, or
      // both list and form, cannot do without; what each of these takes beside that; and what else at least six parts have in common.
      output: {
        codeSplitting: {
          groups: [
            { name: firstOrLater(), priority: 2 },
            { name: (id) => (ofSignIn.test(id) ? null : 'shared'), minShareCount: 6, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: toServer },
  preview: { proxy: toServer },
})

/** What signing in and one's own account have in common: the form needs none of it. */
const ofSignIn = /\/(?:web\/(?:sign-in|credentials|account|api\/passkey)|shared\/api\/accounts)\b/

/**
 * Names the chunk of what the first parts import, however far down; not theirs, as each is begun by another file. Styles come in two
 * sheets: that of the first parts, and one for all else.
 */
function firstOrLater() {
  const starts = Object.values(firstParts).map((paths) =>
    paths.map((path) => fileURLToPath(new URL(path, import.meta.url))),
  )
  let needed: readonly ReadonlySet<string>[] | undefined
  return (id: string, graph: Graph) => {
    needed ??= starts.map((paths) => importedBy(paths, graph))
    const [isOfPage, isOfList, isOfForm, isAlone] = needed.map((ids) => ids.has(id))
    if (id.endsWith('.css')) return isOfPage || isOfList || isOfForm || isAlone ? 'first' : 'later'
    if (starts.some((paths) => paths.includes(id))) return null
    if (isOfPage || (isOfList && isOfForm)) return 'first'
    if (isOfList) return 'list'
    return isOfForm ? 'form' : null
  }
}

/**
 * The style sheet of the first screens is fetched at once and applied by the script that renders them, that of all others only named (styles.ts).
 */
function screenStyles(): Plugin[] {
  let laterSheet = ''
  return [
    {
      name: 'later-styles',
      apply: 'build',
      // Vite would load it with each screen, and where it cannot be had at the first try show the screen without it.
      generateBundle: {
        order: 'pre',
        handler(_options, bundle) {
          for (const part of Object.values(bundle)) {
            if (part.type !== 'chunk' || part.name !== 'later') continue
            laterSheet = [...(part.viteMetadata?.importedCss ?? [])].join()
            part.viteMetadata?.importedCss.clear()
          }
        },
      },
    },
    {
      name: 'styles-of-screens',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (page) => ({
          html: page.replace('<link rel="stylesheet"', '<link rel="preload" as="style"'),
          tags: [{ tag: 'meta', attrs: { name: 'later-styles', content: `/${laterSheet}` } }],
        }),
      },
    },
  ]
}
