/**
 * `npm run bench:form`: how long a person waits for the form at a processor four times as slow as this one: from the key that
 * chooses another country until that country's form is painted, and from each key in a field until its letter is. The same is
 * measured, in turns and in the same run, of a page that react-jsonschema-form makes of our own JSON Schemas.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { countryCodes } from '#shared/countries/rule-book.ts'
import { browserArguments, findBrowser, prepareBrowser } from '../scripts/browser.mjs'
import { buildIfStale } from '../scripts/build-stamp.mjs'
import { startBuiltApp } from '../scripts/built-app.ts'
import { servePeer } from './peer/serve-peer.ts'

const slowdown = 4
const rounds = 6

/** A quick typist's pause between two keys. */
const pauseMs = 120

/** A page with a form, and how it is found there. */
interface Subject {
  readonly page: Page
  readonly processor: CDPSession
  readonly field: (name: string) => string
}

interface Taken {
  readonly switches: number[]
  readonly keys: number[]
}

if (!(await prepareBrowser()) || !(await buildIfStale())) process.exit(1)
const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
const app = await startBuiltApp(dataDirectory)
const peer = await servePeer(await schemasOf(app.url))
const browser = await chromium.launch({ args: browserArguments, ...findBrowser(chromium.executablePath()) })
try {
  const subjects = [await openOurs(browser), await openPeer(browser)] as const
  // What is compiled, fetched or made once is not counted.
  for (const subject of subjects) await switchCountries(subject)
  const taken = subjects.map((): Taken => ({ switches: [], keys: [] }))
  for (let round = 0; round < rounds; round += 1)
    for (const [place, subject] of subjects.entries()) await measure(subject, taken[place])
  compare('country switch', taken, 'switches', 1.2)
  compare('key in a field', taken, 'keys', 1)
} finally {
  await browser.close()
  await app.stop()
  peer.stop()
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

async function openPeer(opened: Browser): Promise<Subject> {
  const page = await opened.newPage({ baseURL: peer.url, viewport: { width: 1280, height: 800 } })
  return open(page, '/', (name) => `#root_${name}`)
}

async function open(page: Page, path: string, field: Subject['field']): Promise<Subject> {
  // tsx wraps each named function in a helper of its own, which what runs in the page would look for in vain.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto(path)
  await page.locator('select[name="country"]').selectOption('BR')
  await page.waitForLoadState('networkidle')
  return { page, processor: await page.context().newCDPSession(page), field }
}

/** One turn: down the list of countries and up again, then four fields. The other page has the whole processor while it waits. */
async function measure(subject: Subject, taken: Taken | undefined): Promise<void> {
  const { processor } = subject
  await processor.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  taken?.switches.push(...(await switchCountries(subject)))
  taken?.keys.push(...(await typeInFields(subject)))
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

/** Runs in the page: ms from the key until the frame in which the new country's form stands, whose fields are other elements. */
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

function compare(what: string, [ours, theirs]: readonly Taken[], of: keyof Taken, most: number): void {
  const [own, other] = [ours, theirs].map((taken) => quantiles(taken?.[of] ?? []))
  if (own === undefined || other === undefined) return
  const words = ({ p50, p75, p98, count }: ReturnType<typeof quantiles>) =>
    `p50 ${p50.toFixed(1)}, p75 ${p75.toFixed(1)}, p98 ${p98.toFixed(1)} ms of ${count}`
  process.stdout.write(`${what}, Payout Desk: ${words(own)}\n${what}, rjsf: ${words(other)}\n`)
  process.stdout.write(`${what}, ratio of p75: ${(own.p75 / other.p75).toFixed(2)} (at most ${most})\n`)
}

function quantiles(ms: readonly number[]) {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN
  return { p50: at(0.5), p75: at(0.75), p98: at(0.98), count: ms.length }
}
