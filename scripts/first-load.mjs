import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** What Vite says of one built part: what it loads with it and what it may load later. */
/** @typedef {{ file: string, css?: string[], imports?: string[], dynamicImports?: string[] }} Part */
/** @typedef {Readonly<Record<string, Part>>} Manifest */

/**
 * The screens that people open first, the list where one arrives and the form by its link, each with all of its parts and with what one
 * first visit may weigh until its first field takes keys: the page, its scripts, styles and words in brotli, exactly as they are served.
 */
const visits = [
  { page: 'web', paths: ['/', '/payouts'], parts: ['payouts/payout-list.tsx'], budgetBytes: 150 * 1024 },
  { page: 'web', paths: ['/payouts/new'], parts: ['payouts/payout-editor.tsx'], budgetBytes: 185 * 1024 },
  // Each link is an address.
  { page: 'details', paths: ['*'], parts: [], budgetBytes: 110 * 1024 },
]

/** @param {string} page */
const folderOf = (page) => join(root, 'dist', page)

/** A catalog, by the language it is in: `../shared/language/fr.json?compiled`. */
const wordsIn = /language\/([a-z]{2}(?:-[A-Z]{2})?)\.json\?compiled$/

/**
 * @param {string} path
 * @returns {typeof visits[number]}
 */
export function visitOf(path) {
  const visit = visits.find(({ paths }) => paths.includes(path))
  if (visit === undefined) throw new Error(`Nobody counts a first visit of ${path}.`)
  return visit
}

/**
 * All that the first visit of a screen loads: the page with its scripts and styles, those of the screen's own parts, and the words in the
 * language of the page.
 * @param {Manifest} manifest
 * @param {readonly string[]} screen its parts
 * @param {string} language
 * @returns {readonly string[]}
 */
export function filesOfVisit(manifest, screen, language) {
  const files = new Set(['index.html'])
  /** @param {string} name */
  const take = (name) => {
    const part = manifest[name]
    if (part === undefined) throw new Error(`The build has no ${name}.`)
    if (files.has(part.file)) return
    for (const file of [part.file, ...(part.css ?? [])]) files.add(file)
    for (const imported of part.imports ?? []) take(imported)
    for (const later of part.dynamicImports ?? []) if (wordsIn.exec(later)?.[1] === language) take(later)
  }
  for (const name of ['index.html', ...screen]) take(name)
  return [...files]
}

/**
 * What they weigh as they are served, in bytes.
 * @param {readonly string[]} files
 */
export function weightOf(files, page = 'web') {
  return files.reduce((sum, file) => sum + sizeOf(file, page), 0)
}

/** @returns {boolean} whether each first visit is within the budget in every language; says by how much */
export function checkFirstLoad() {
  return visits
    .flatMap((budget) => {
      const manifest = readBuildManifest(budget.page)
      return languagesIn(manifest).map((language) => ({ ...budget, manifest, language }))
    })
    .map(({ page, paths: [path], parts, budgetBytes, manifest, language }) => {
      const files = filesOfVisit(manifest, parts, language)
      const bytes = weightOf(files, page)
      const isWithin = bytes <= budgetBytes
      const budget = `${kib(bytes)} KiB in ${files.length} files, at most ${kib(budgetBytes)}`
      const name = page === 'web' ? path : 'a details link'
      console.log(`${isWithin ? 'ok  ' : 'FAIL'} first visit of ${name} in ${language} (${budget})`)
      return isWithin
    })
    .every(Boolean)
}

/**
 * Writes for the server which scripts each of these screens needs, as the value of a Link header: a browser that learns of them with the
 * page asks for all at once, not for each after the one that imports it.
 */
export function writeFirstFiles() {
  for (const page of new Set(visits.map((visit) => visit.page))) {
    const manifest = readBuildManifest(page)
    const links = visits
      .filter((visit) => visit.page === page)
      .flatMap(({ paths, parts }) => {
        const languages = languagesIn(manifest).map((language) => [
          language,
          linksOf(manifest, { page, parts, language }),
        ])
        return paths.map((path) => [path, Object.fromEntries(languages)])
      })
    writeFileSync(join(folderOf(page), '.vite/first-files.json'), JSON.stringify(Object.fromEntries(links)))
  }
}

/**
 * The largest first, as all share one line and the last one to come is waited for.
 * @param {Manifest} manifest
 * @param {{ page: string, parts: readonly string[], language: string }} visit
 */
function linksOf(manifest, { page, parts, language }) {
  return filesOfVisit(manifest, parts, language)
    .filter((file) => file.endsWith('.js'))
    .toSorted((a, b) => sizeOf(b, page) - sizeOf(a, page))
    .map((file) => `</${file}>; rel=modulepreload`)
    .concat(page === 'web' ? sessionLink : [])
    .join(', ')
}

/** Who is signed in, which every screen waits for: fetched beside the scripts, and taken by the `fetch` that asks for it (api.ts). */
const sessionLink = '</api/session>; rel=preload; as=fetch; crossorigin'

/**
 * @param {string} file
 * @param {string} page
 */
function sizeOf(file, page) {
  return statSync(join(folderOf(page), `${file}.br`)).size
}

/** @returns {Manifest} */
export function readBuildManifest(page = 'web') {
  return JSON.parse(readFileSync(join(folderOf(page), '.vite/manifest.json'), 'utf8'))
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
