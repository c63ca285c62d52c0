import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** All scripts and styles that the first page needs, in brotli, exactly as they are served. */
export const entryBudgetBytes = 150 * 1024

/**
 * The bytes of the first load: every script and style that the built page names, each with its brotli file's size.
 * @param {string} folder the built pages
 * @returns {{ file: string, bytes: number }[]}
 */
export function entryFiles(folder) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '')
  return files.map((file) => ({ file, bytes: statSync(join(folder, `${file}.br`)).size }))
}

/** @returns {boolean} whether the first load is within its budget; says by how much */
export function checkEntrySize() {
  const files = entryFiles(join(root, 'dist/web'))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const isWithin = files.length > 1 && bytes <= entryBudgetBytes
  const kib = (/** @type {number} */ size) => (size / 1024).toFixed(1)
  console.log(
    `${isWithin ? 'ok  ' : 'FAIL'} first load: ${kib(bytes)} KiB in ${files.length} files (at most ${kib(entryBudgetBytes)})`,
  )
  return isWithin
}
