import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** What Vite says of one built part: what it loads with it, and its styles. */
/** @typedef {{ file: string, imports?: string[], css?: string[] }} Part */
/** @typedef {Readonly<Record<string, Part>>} Manifest */

/** All scripts and styles of one first visit, in brotli, exactly as they are served. */
const budgetBytes = 150 * 1024

/** The screens that people open first: the list where one arrives, and the form by its link. */
const firstScreens = ['payouts/payout-list.tsx', 'payouts/new-payout.tsx']

/**
 * Every script and style that the first visit of a screen loads: those of the page itself, and the screen's own.
 * @param {Manifest} manifest
 * @param {string} screen
 * @returns {readonly string[]}
 */
export function filesOfVisit(manifest, screen) {
  const parts = new Set()
  /** @param {string} name */
  const take = (name) => {
    const part = manifest[name]
    if (part === undefined) throw new Error(`The build has no ${name}.`)
    if (parts.has(part)) return
    parts.add(part)
    for (const imported of part.imports ?? []) take(imported)
  }
  take('index.html')
  take(screen)
  return [...new Set([...parts].flatMap(({ file, css = [] }) => [file, ...css]))]
}

/** @returns {boolean} whether each first visit is within the budget; says by how much */
export function checkFirstLoad() {
  const folder = join(root, 'dist/web')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  return firstScreens
    .map((screen) => {
      const files = filesOfVisit(manifest, screen)
      const bytes = files.reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0)
      const isWithin = bytes <= budgetBytes
      const budget = `${kib(bytes)} KiB in ${files.length} files, at most ${kib(budgetBytes)}`
      console.log(`${isWithin ? 'ok  ' : 'FAIL'} first visit of ${screen} (${budget})`)
      return isWithin
    })
    .every(Boolean)
}

/** @param {number} bytes */
function kib(bytes) {
  return (bytes / 1024).toFixed(1)
}
