import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** What Vite says of one built part: what it loads with it and what it may load later. */
/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[] }} Part */
/** @typedef {Readonly<Record<string, Part>>} Manifest */

/**
 * The screens that people open first, the list where one arrives and the form by its link, each with what one first visit may weigh: all
 * scripts, styles and words in brotli, exactly as they are served.
 */
const visits = [
  { paths: ['/', '/payouts'], screen: 'payouts/payout-list.tsx', next: [], budgetBytes: 156 * 1024 },
  {
    paths: ['/payouts/new'],
    screen: 'payouts/payout-editor.tsx',
    // Wanted as soon as a country is chosen.
    next: ['payouts/country-form.tsx'],
    budgetBytes: 200 * 1024,
  },
]

const folder = join(root, 'dist/web')

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
  const manifest = readManifest()
  return visits
    .flatMap((budget) => languagesIn(manifest).map((language) => ({ ...budget, language })))
    .map(({ screen, budgetBytes, language }) => {
      const files = filesOfVisit(manifest, screen, language)
      const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
      const isWithin = bytes <= budgetBytes
      const budget = `${kib(bytes)} KiB in ${files.length} files, at most ${kib(budgetBytes)}`
      console.log(`${isWithin ? 'ok  ' : 'FAIL'} first visit of ${screen} in ${language} (${budget})`)
      return isWithin
    })
    .every(Boolean)
}

/**
 * Writes for the server which scripts each of these screens needs, as the value of a Link header: a browser that learns of them with the
 * page asks for all at once, not for each after the one that imports it.
 */
export function writeFirstFiles() {
  const manifest = readManifest()
  const links = visits.flatMap(({ paths, screen, next }) => {
    const languages = languagesIn(manifest).map((language) => [
      language,
      linksOf(manifest, [screen, ...next], language),
    ])
    return paths.map((path) => [path, Object.fromEntries(languages)])
  })
  writeFileSync(join(folder, '.vite/first-files.json'), JSON.stringify(Object.fromEntries(links)))
}

/**
 * The largest first, as all share one line and the last one to come is waited for.
 * @param {Manifest} manifest
 * @param {readonly string[]} screens
 * @param {string} language
 */
function linksOf(manifest, screens, language) {
  const files = new Set(screens.flatMap((screen) => filesOfVisit(manifest, screen, language)))
  return [...files]
    .filter((file) => file.endsWith('.js'))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .map((file) => `</${file}>; rel=modulepreload`)
    .concat(sessionLink)
    .join(', ')
}

/** Who is signed in, which every screen waits for: fetched beside the scripts, and taken by the `fetch` that asks for it (api.ts). */
const sessionLink = '</api/session>; rel=preload; as=fetch; crossorigin'

/** @param {string} file */
function sizeOf(file) {
  return statSync(join(folder, `${file}.br`)).size
}

/** @returns {Manifest} */
function readManifest() {
  return JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
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
