import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** What Vite says of one built part: what it loads with it and what it may load later. */
/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[] }} Part */
/** @typedef {Readonly<Record<string, Part>>} Manifest */

/**
 * The screens that people open first, the list where one arrives and the form by its link, each with what one first visit may weigh: all
 * scripts, styles and words in brotli, exactly as they are served.
 */
const budgets = [
  { screen: 'payouts/payout-list.tsx', budgetBytes: 165 * 1024 },
  { screen: 'payouts/payout-editor.tsx', budgetBytes: 188 * 1024 },
]

/** A catalog, by the language it is in: `../shared/language/fr.json?compiled`. */
const wordsIn = /language\/([a-z]{2}(?:-[A-Z]{2})?)\.json\?compiled$/

/**
 * All that the first visit of a screen loads: the stylesheet, the scripts of the page itself, the screen's own, and the words in the
 * language of the page.
 * @param {Manifest} manifest
 * @param {string} screen
 * @param {string} language
 * @returns {readonly string[]}
 */
export function filesOfVisit(manifest, screen, language) {
  const parts = new Set()
  /** @param {string} name */
  const take = (name) => {
    const part = manifest[name]
    if (part === undefined) throw new Error(`The build has no ${name}.`)
    if (parts.has(part)) return
    parts.add(part)
    for (const imported of part.imports ?? []) take(imported)
    for (const later of part.dynamicImports ?? []) if (wordsIn.exec(later)?.[1] === language) take(later)
  }
  for (const name of ['style.css', 'index.html', screen]) take(name)
  return [...parts].map(({ file }) => file)
}

/** @returns {boolean} whether each first visit is within the budget in every language; says by how much */
export function checkFirstLoad() {
  const folder = join(root, 'dist/web')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  return budgets
    .flatMap((budget) => languagesIn(manifest).map((language) => ({ ...budget, language })))
    .map(({ screen, budgetBytes, language }) => {
      const files = filesOfVisit(manifest, screen, language)
      const bytes = files.reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0)
      const isWithin = bytes <= budgetBytes
      const budget = `${kib(bytes)} KiB in ${files.length} files, at most ${kib(budgetBytes)}`
      console.log(`${isWithin ? 'ok  ' : 'FAIL'} first visit of ${screen} in ${language} (${budget})`)
      return isWithin
    })
    .every(Boolean)
}

/**
 * @param {Manifest} manifest
 * @returns {readonly string[]} that the page was built in
 */
function languagesIn(manifest) {
  const found = new Set(Object.keys(manifest).flatMap((name) => wordsIn.exec(name)?.[1] ?? []))
  if (found.size === 0) throw new Error('The manifest names no file of words.')
  return [...found]
}

/** @param {number} bytes */
function kib(bytes) {
  return (bytes / 1024).toFixed(1)
}
