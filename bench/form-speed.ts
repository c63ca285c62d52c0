/**
 * `npm run bench:form`: how long a person waits for the form at a processor four times as slow as this one: from the key that
 * chooses another country until that country's form is painted, and from each key in a field until its letter is.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { countryCodes } from '#shared/rule-book/country-codes.ts'
import { browserArguments, findBrowser, prepareBrowser } from '../scripts/browser.mjs'
import { buildIfStale } from '../scripts/build-stamp.mjs'
import { startBuiltApp } from '../scripts/built-app.ts'

const slowdown = 4
const rounds = 6

/** A quick typist's pause between two keys. */
const pauseMs = 120

if (!(await prepareBrowser()) || !(await buildIfStale())) process.exit(1)
const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
const app = await startBuiltApp(dataDirectory)
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
  await app.stop()
  rmSync(dataDirectory, { recursive: true })
}

async function openForm(opened: Browser): Promise<Page> {
  const page = await opened.newPage({ baseURL: app.url, viewport: { width: 1280, height: 800 } })
  // tsx wraps each named function in a helper of its own, which what runs in the page would look for in vain.
  await page.addInitScript('globalThis.__name = (named) => named')
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
    for (let step = 1; step < countryCodes.length; step += 1) {
      // The page listens before the key is pressed, or it would wait for ever for a key that has been.
      const listening = await page.evaluateHandle(paintedSwitch)
      await page.keyboard.press(round % 2 === 0 ? 'ArrowDown' : 'ArrowUp')
      const ms = await listening.evaluate(({ painted }) => painted)
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
      const listening = await page.evaluateHandle(paintedKey)
      await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      taken.push(await listening.evaluate(({ painted }) => painted))
      await page.waitForTimeout(pauseMs)
    }
  }
  return taken
}

/** Runs in the page: ms from the key until the frame in which the new country's form stands; null where the list has ended. */
function paintedSwitch() {
  const painted = new Promise<number | null>((resolve) => {
    const select = document.querySelector<HTMLSelectElement>('select[name="country"]')
    const before = select?.value
    // Each country's form is a new one: its fields are other elements.
    const field = () => document.querySelector('[name="beneficiaryFirstName"]')
    const former = field()
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const look = () => {
          if (select?.value === before) return resolve(null)
          if (field() === null || field() === former) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - timeStamp)
          port2.postMessage(undefined)
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

function report(what: string, ms: readonly number[], budget: string): void {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (part: number) => `${(sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN).toFixed(0)} ms`
  const figures = `median ${at(0.5)}, p75 ${at(0.75)}, p98 ${at(0.98)}, worst ${at(1)} of ${ms.length}`
  process.stdout.write(`${what}: ${figures}${budget === '' ? '' : ` (${budget})`}\n`)
}
