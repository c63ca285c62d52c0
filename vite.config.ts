import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildVersion } from './scripts/build-version.mjs'
import { firstParts } from './scripts/first-parts.ts'
import { compileMessages } from './scripts/language/compile-messages.ts'
import { thinCatalogs } from './scripts/language/thin-catalogs.ts'

/** With the Host header of the page: the server refuses an origin that is another. */
const toServer = { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } }

export default defineConfig({
  root: 'web',
  plugins: [compileMessages(), thinCatalogs(), react({ jsxImportSource: '#jsx' }), firstStyles(), precompress()],
  // The reader of files runs beside the page.
  worker: { format: 'es', plugins: () => [thinCatalogs()] },
  define: { __APP_VERSION__: JSON.stringify(buildVersion()) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Every browser here knows light-dark(); without this it would be rewritten into twice the bytes.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A list of each later screen's files would weigh 1.5 KiB in the first visit; without it such a screen asks for them once it is read.
    modulePreload: false,
    // data: URLs would need holes in the policy too.
    assetsInlineLimit: 0,
    // Tells scripts/first-load.mjs what each screen needs; a name with a dot is not served.
    manifest: true,
    // Measured in brotli by the budgets, not raw.
    chunkSizeWarningLimit: 700,
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

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

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

function importedBy(starts: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(starts)
  // A set goes on with what is added while it is read.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/**
 * Puts the theme and the shell into the page itself, so that it is painted without waiting for a style sheet: that of the first screens is
 * fetched at once and applied by the script that renders them, that of all others only named (styles.ts). The server names the hash of
 * what stands in the page in its content security policy.
 */
function firstStyles(): Plugin[] {
  const inline = /<link rel="stylesheet" href="\.(\/ui\/(?:theme|boot)\.css)" \/>/g
  const read = (path: string) => readFileSync(new URL(`web${path}`, import.meta.url), 'utf8')
  let laterSheet = ''
  return [
    {
      name: 'styles-in-the-page',
      apply: 'build',
      transformIndexHtml: {
        order: 'pre',
        handler: (page) => page.replace(inline, (_link, path: string) => `<style>${read(path)}</style>`),
      },
    },
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

/** Writes each text asset once more in brotli, beside it, so that the server compresses nothing while it serves. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    // Only what is on the disk is final: plugins still change the chunks while the bundle is generated.
    writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/\.(?:js|css|html|svg)$/.test(fileName)) continue
        const path = join(dir, fileName)
        const source = readFileSync(path)
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
        writeFileSync(`${path}.br`, brotliCompressSync(source, { params }))
      }
    },
  }
}
