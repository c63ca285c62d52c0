import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { BuildOptions, Plugin } from 'vite'

/** What the builds of both pages have in common. */
export const pageBuild = {
  emptyOutDir: true,
  target: 'es2022',
  // Every browser here knows light-dark(); without this it would be rewritten into twice the bytes.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  // A list of each later screen's files would weigh 1.5 KiB in the first visit; without it such a screen asks for them once it is read.
  modulePreload: false,
  // data: URLs would need holes in the policy too.
  assetsInlineLimit: 0,
  // From it scripts/first-load.mjs learns what each screen needs; a name with a dot is not served.
  manifest: true,
  // Measured in brotli by the budgets, not raw.
  chunkSizeWarningLimit: 700,
} satisfies BuildOptions

/**
 * Puts the theme and the shell into the page itself, so that it is painted without waiting for a style sheet. The server names the hash of each
 * style in the page in its content security policy.
 */
export function stylesInThePage(): Plugin {
  const inline = /<link rel="stylesheet" href="[./]+(\/ui\/(?:theme|boot)\.css)" \/>/g
  const read = (path: string) => readFileSync(new URL(`../web${path}`, import.meta.url), 'utf8')
  return {
    name: 'styles-in-the-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: (page) => page.replace(inline, (_link, path: string) => `<style>${read(path)}</style>`),
    },
  }
}

/** Writes each text asset once more in brotli, beside it, so that the server compresses nothing while it serves. */
export function precompress(): Plugin {
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

/** What Rolldown knows of the modules of a build. */
export interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** These modules and all that they import, however far down. */
export function importedBy(starts: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(starts)
  // A set goes on with what is added while it is read.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}
