/**
 * Part `form` of `npm run bench`: how long a person waits for the form at a processor four times as slow as this one: from the key that
 * chooses another country until that country's form is painted, and from each key in a field until its letter is; and what the form
 * weighs. The same is measured, in turns and in the same run, of what others make of our own JSON Schemas.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { countryCodes } from '#shared/countries/rule-book.ts'
import { browserArguments, findBrowser, prepareBrowser } from '../scripts/browser.mjs'
import { buildIfStale } from '../scripts/build-stamp.mjs'
import { startBuiltApp } from '../scripts/built-app.ts'
import { filesOfVisit, readBuildManifest, visitOf, weightOf } from '../scripts/first-load.mjs'
import { type Line, printPart, quantile, say } from './part.ts'
import { installPeers } from './peers.ts'
import { type Peers, servePeers } from './serve-peers.ts'

const slowdown = 4
const rounds = 4

/** A quick typist's pause between two keys. */
const pauseMs = 120

/** Far longer than any form takes to settle, in ms. */
const settledMs = 1_000

/** The peers' pages, by their file, and how a field is found there. */
const peerPages = [
  { file: 'rjsf', name: 'rjsf + ajv8', field: (name: string) => `#root_${name}` },
  { file: 'zod-form', name: 'react-hook-form + zod', field: (name: string) => `[name="${name}"]` },
  { file: 'survey', name: 'SurveyJS', field: (name: string) => `[data-name="${name}"] input` },
] as const

/** A page with a form, and how it is found there. */
interface Subject {
  readonly page: Page
  readonly processor: CDPSession
  readonly field: (name: string) => string
  readonly taken: { readonly switches: number[]; readonly keys: number[] }
}

if (!(await prepareBrowser()) || !(await buildIfStale())) process.exit(1)
installPeers()
const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
const app = await startBuiltApp(dataDirectory)
const assets = fileURLToPath(new URL('../dist/web/assets', import.meta.url))
const sheets = readdirSync(assets).filter((file) => file.endsWith('.css'))
const styles = sheets.map((sheet) => readFileSync(join(assets, sheet), 'utf8')).join('\n')
const files = peerPages.map(({ file }) => file)
const peers = await servePeers(files, await schemasOf(app.url), styles)
const browser = await chromium.launch({ args: browserArguments, ...findBrowser(chromium.executablePath()) })
try {
  const ours = await openOurs(browser)
  const others: Subject[] = []
  for (const { file, field } of peerPages) others.push(await openPeer(browser, peers.urlOf(file), field))
  // What is compiled, fetched or made once is not counted.
  for (const subject of [ours, ...others]) await switchCountries(subject)
  const elements = await countElements(ours, others)
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of [ours, ...others]) await measure(subject)
    say(`round ${round + 1} of ${rounds}`)
  }
  printPart([
    compare('country switch until painted', 'switches', ours, others),
    compare('key until painted', 'keys', ours, others),
    weights(peers),
    ...elements,
  ])
} finally {
  await browser.close()
  await app.stop()
  peers.stop()
  rmSync(dataDirectory, { recursive: true })
}

async function schemasOf(url: string): Promise<Readonly<Record<string, unknown>>> {
  const rules = z.object({ requestSchema: z.unknown() })
  const schemas = countryCodes.map(async (code) => {
    const answer = await fetch(`${url}/api/rules/${code}`)
    return [code, rules.parse(await answer.json()).requestSchema] as const
  })
  return Object.fromEntries(await Promise.all(schemas))
}

async function openOurs(opened: Browser): Promise<Subject> {
  const page = await opened.newPage({ baseURL: app.url, viewport: { width: 1280, height: 800 } })
  await page.request.post('/api/session', { data: { name: 'Ana' } })
  return open(page, '/payouts/new', (name) => `[name="${name}"]`)
}

async function openPeer(opened: Browser, url: string, field: Subject['field']): Promise<Subject> {
  const page = await opened.newPage({ viewport: { width: 1280, height: 800 } })
  return open(page, url, field)
}

async function open(page: Page, path: string, field: Subject['field']): Promise<Subject> {
  // tsx wraps each named function in a helper of its own, which what runs in the page would look for in vain.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto(path)
  await page.locator('select[name="country"]').selectOption('BR')
  await page.waitForLoadState('networkidle')
  const processor = await page.context().newCDPSession(page)
  return { page, processor, field, taken: { switches: [], keys: [] } }
}

/** One turn: down the list of countries and up again, then four fields. The other page has the whole processor while it waits. */
async function measure(subject: Subject): Promise<void> {
  const { processor, taken } = subject
  await processor.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  taken.switches.push(...(await switchCountries(subject)))
  taken.keys.push(...(await typeInFields(subject)))
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

/** Goes down the list of countries by key, and up again; ms for each switch. */
async function switchCountries({ page, field }: Subject): Promise<readonly number[]> {
  const countries = page.locator('select[name="country"]')
  await countries.selectOption({ index: (await countries.locator('option').count()) - countryCodes.length })
  await countries.focus()
  const taken: number[] = []
  for (const key of ['ArrowDown', 'ArrowUp'])
    for (let step = 1; step < countryCodes.length; step += 1) {
      // The page listens before the key is pressed, or it would wait for ever for a key that has been.
      const listening = await page.evaluateHandle(paintedSwitch, field('beneficiaryFirstName'))
      await page.keyboard.press(key)
      taken.push(await listening.evaluate(({ painted }) => painted))
    }
  return taken
}

/** Types a name and an account number; ms for each key. */
async function typeInFields({ page, field }: Subject): Promise<readonly number[]> {
  await page.locator('select[name="country"]').selectOption('AR')
  const taken: number[] = []
  for (const [name, text] of [
    ['beneficiaryFirstName', 'Maria Aparecida'],
    ['beneficiaryLastName', 'dos Santos Silva'],
    ['accountNumber', '2850590940090418135201'],
    ['amount', '1234567.89'],
  ] as const) {
    await page.locator(field(name)).fill('')
    for (const letter of text) {
      const listening = await page.evaluateHandle(paintedKey)
      await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      taken.push(await listening.evaluate(({ painted }) => painted))
      await page.waitForTimeout(pauseMs)
    }
  }
  return taken
}

/** Runs in the page: ms from the key until the frame that shows the new country's form, which has other elements. */
function paintedSwitch(selector: string) {
  const painted = new Promise<number>((resolve) => {
    const former = document.querySelector(selector)
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const look = () => {
          const now = document.querySelector(selector)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - timeStamp)
          if (now !== null && now !== former) port2.postMessage(undefined)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { once: true, capture: true },
    )
  })
  return { painted }
}

/** Runs in the page: ms from the key until the frame after it is painted. */
function paintedKey() {
  const painted = new Promise<number>((resolve) => {
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - timeStamp)
          port2.postMessage(undefined)
        }),
      { once: true, capture: true },
    )
  })
  return { painted }
}

function compare(what: string, of: keyof Subject['taken'], ours: Subject, others: readonly Subject[]): Line {
  const p75 = ({ taken }: Subject) => quantile(taken[of], 0.75)
  const peersTook = others.map((subject, place) => [peerPages[place]?.name ?? '', p75(subject)] as const)
  return {
    what,
    unit: `ms, p75 of ${ours.taken[of].length}, 4× slowed`,
    ours: p75(ours),
    peers: Object.fromEntries(peersTook),
    goal: { times: 1, of: 'rjsf + ajv8' },
  }
}

/** What the browser lays out and paints for each country; ours with the request beside the form and what is around both. */
async function countElements(ours: Subject, [rjsf]: readonly Subject[]): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const code of countryCodes)
    lines.push({
      what: `elements of the form, ${code}`,
      unit: 'in the page',
      ours: await elementsOf(ours, code),
      peers: rjsf === undefined ? {} : { [peerPages[0].name]: await elementsOf(rjsf, code) },
    })
  return lines
}

async function elementsOf({ page }: Subject, code: string): Promise<number> {
  await page.locator('select[name="country"]').selectOption(code)
  // The request beside the form follows the paint.
  await page.waitForTimeout(settledMs)
  return page.locator('main *').count()
}

/** The page, scripts, styles and words in brotli, up to the fields of a country. */
function weights({ bytesOf }: Peers): Line {
  const { parts } = visitOf('/payouts/new')
  const own = weightOf(filesOfVisit(readBuildManifest(), parts, 'en'))
  return {
    what: 'first visit of the form',
    unit: 'KiB in brotli',
    ours: own / 1024,
    peers: Object.fromEntries(peerPages.map(({ file, name }) => [name, bytesOf(file) / 1024])),
    note: 'ours with the whole page, rules, drafts and four-eyes around it; theirs the form alone',
  }
}
