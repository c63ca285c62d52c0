import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileMessages } from './scripts/language/compile-messages.ts'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

export default defineConfig({
  root: 'web',
  plugins: [compileMessages(), react({ jsxImportSource: '#jsx' }), precompress()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Every browser here knows light-dark(); without this it would be rewritten into twice the bytes.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The polyfill is an inline script, which the content security policy refuses.
    modulePreload: { polyfill: false },
    // data: URLs would need holes in the policy too.
    assetsInlineLimit: 0,
    // One stylesheet, there before the first screen: a style that comes with a screen can be missing when the server is down for a moment.
    cssCodeSplit: false,
    // Tells scripts/first-load.mjs what each screen needs; a name with a dot is not served.
    manifest: true,
    // Measured in brotli by the budgets, not raw.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // A busy machine is slow at compressing; that is no news.
      checks: { pluginTimings: false },
      // What several parts of the page share is one file: many small ones would each be a request, and compressed by itself. Of the counts
      // tried, 5 makes the first visits smallest: with 8 the form is 30 files instead of 17, with 4 the list carries too much of the form.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 5 }] } },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  preview: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})

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
