/**
 * `npm run bench:form`: how long a person waits for the form at a processor four times as slow as this one: from the key that
 * chooses another country until that country's form is painted, and from each key in a field until its letter is.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserArguments, findBrowser, prepareBrowser } from '../scripts/browser.mjs'
import { buildIfStale } from '../scripts/build-stamp.mjs'
import { startBuiltDesk } from '../scripts/built-desk.ts'
import { ruleBook } from '../shared/countries/rule-book.ts'

const slowdown = 4
const rounds = 6

/** What the form of a country shows and that of its neighbours in the list does not: the names of its documents. */
const signs = Object.fromEntries(
  Object.values(ruleBook).map(({ code, documents }) => [code, documents.map(({ label }) => label)]),
)

if (!(await prepareBrowser()) || !(await buildIfStale())) process.exit(1)
const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
const desk = await startBuiltDesk(dataDirectory)
const browser = await chromium.launch({ args: browserArguments, ...findBrowser(chromium.executablePath()) })
try {
  const page = await openForm(browser)
  const calm = await switchCountries(page, 1)
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await switchCountries(page, 1)
  report('country switch', await switchCountries(page, rounds), 'p98 at most 100')
  report('key in a field', await typeInFields(page), 'p75 at most 32')
  report('country switch, not slowed down', calm, '')
} finally {
  await browser.close()
  await desk.stop()
  rmSync(dataDirectory, { recursive: true })
}

async function openForm(opened: Browser): Promise<Page> {
  const page = await opened.newPage({ baseURL: desk.url, viewport: { width: 1280, height: 800 } })
  await page.request.post('/api/session', { data: { name: 'Ana' } })
  await page.goto('/payouts/new')
  await page.locator('select[name="country"]').selectOption('BR')
  await page.waitForLoadState('networkidle')
  return page
}

/** Goes down the list of countries by key, and up again; ms for each switch. */
async function switchCountries(page: Page, times: number): Promise<readonly number[]> {
  await page.locator('select[name="country"]').focus()
  const taken: number[] = []
  for (let round = 0; round < times * 2; round += 1) {
    for (let step = 1; step < Object.keys(signs).length; step += 1) {
      const painted = page.evaluate(paintedSwitch, signs)
      await page.keyboard.press(round % 2 === 0 ? 'ArrowDown' : 'ArrowUp')
      const ms = await painted
      if (ms !== null) taken.push(ms)
    }
  }
  return taken
}

/** Types a name and an account number; ms for each key. */
async function typeInFields(page: Page): Promise<readonly number[]> {
  await page.locator('select[name="country"]').selectOption('AR')
  const taken: number[] = []
  for (const [name, text] of [
    ['beneficiaryFirstName', 'Maria Aparecida'],
    ['beneficiaryLastName', 'dos Santos Silva'],
    ['accountNumber', '2850590940090418135201'],
    ['amount', '1234567.89'],
  ] as const) {
    await page.locator(`[name="${name}"]`).focus()
    for (const letter of text) {
      const painted = page.evaluate(paintedKey)
      await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      taken.push(await painted)
    }
  }
  return taken
}

/** Runs in the page: ms from the key until the frame in which the new country's form stands; null where the list has ended. */
function paintedSwitch(wanted: Readonly<Record<string, readonly string[]>>): Promise<number | null> {
  return new Promise((resolve) => {
    const select = document.querySelector<HTMLSelectElement>('select[name="country"]')
    const before = select?.value
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const look = () => {
          const now = select?.value ?? ''
          if (now === before) return resolve(null)
          const shown = document.querySelector('form')?.textContent ?? ''
          const others = Object.entries(wanted).flatMap(([code, names]) => (code === now ? [] : names))
          const own = wanted[now] ?? []
          const isShown =
            own.length > 0 ? own.some((name) => shown.includes(name)) : !others.some((name) => shown.includes(name))
          if (!isShown) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - timeStamp)
          port2.postMessage(undefined)
        }
        requestAnimationFrame(look)
      },
      { once: true, capture: true },
    )
  })
}

/** Runs in the page: ms from the key until the frame after it is painted. */
function paintedKey(): Promise<number> {
  return new Promise((resolve) => {
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
}

function report(what: string, ms: readonly number[], budget: string): void {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (part: number) => `${(sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN).toFixed(0)} ms`
  const figures = `median ${at(0.5)}, p75 ${at(0.75)}, p98 ${at(0.98)}, worst ${at(1)} of ${ms.length}`
  process.stdout.write(`${what}: ${figures}${budget === '' ? '' : ` (${budget})`}\n`)
}
