import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileMessages } from './scripts/language/compile-messages.ts'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

export default defineConfig({
  root: 'web',
  plugins: [compileMessages(), react(), precompress()],
  // A message is had by its id; exported by name too it would be served twice.
  json: { namedExports: false },
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
    // Tells scripts/first-load.mjs what each screen needs; a name with a dot is not served.
    manifest: true,
    // Measured in brotli by the budgets, not raw.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // A busy machine is slow at compressing; that is no news.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          // Apart, many small files would each be compressed by itself, at twice the bytes. A group takes along what its files import, but
          // for what a group above has taken.
          groups: [
            // What every screen knows of the countries, and what it needs to talk to the server.
            {
              name: 'rule-book',
              test: /[\\/]shared[\\/](?:api[\\/](?!activity|validation-issue|reasons)|countries[\\/]|payout[\\/]blank-form|rule-book[\\/](?:currencies|country-codes))/,
              priority: 6,
            },
            // What reads a form by the rule book.
            {
              name: 'reading',
              test: /[\\/]shared[\\/](?:api[\\/]|banks[\\/](?!brazil-national)|payout|rule-book|validation)/,
              priority: 5,
            },
            // What waits for its words cannot stand in the page's first script, as all screens import from that.
            { name: 'desk', test: /[\\/]web[\\/]app[\\/]app\.tsx$/, priority: 4 },
            // What the form shares with lists, with other forms, and with the screens that show a check.
            {
              name: 'lists',
              test: /[\\/]web[\\/](?:hints[\\/]first-hint|language[\\/]name-words\.ts|payouts[\\/](?:country-options|draft-title|use-unfinished)|payouts[\\/]words\.ts|ui[\\/](?:badge|control\.module|media|words\.ts))/,
              priority: 3,
            },
            {
              name: 'fields',
              test: /[\\/]web[\\/](?:app[\\/]read-anew|ui[\\/](?:choice-field|copy-text|error-summary|field|search-field)\.)/,
              priority: 2,
            },
            {
              name: 'checks',
              test: /[\\/]web[\\/](?:validations[\\/]validation-store|payouts[\\/]form-store\.ts)/,
              priority: 1,
            },
            { name: 'editor', test: /[\\/]web[\\/]payouts[\\/](?:payout-editor|form-loading)\.tsx$/, priority: 0 },
          ],
        },
      },
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
