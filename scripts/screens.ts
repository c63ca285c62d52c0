/**
 * `npm run screens -- [folder] [part of a name] [language]`: every screen and state at four widths, light and dark, as pictures to
 * look at; in English, or in the language that a browser such as `pt-BR` or `fr` asks for.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { browserArguments, findBrowser, prepareBrowser } from './browser.mjs'
import { buildIfStale } from './build-stamp.mjs'
import { startBuiltApp } from './built-app.ts'
import { accountsScenes, accountsSettings } from './screens/accounts-scenes.ts'
import { batchScenes } from './screens/batch-scenes.ts'
import { type Scene, scenes } from './screens/scenes.ts'
import { seedApp } from './screens/seed.ts'

const widths = [390, 768, 1280, 1920]
const themes = ['light', 'dark'] as const

const [folder = 'test-results/screens', wanted = '', locale = 'en'] = process.argv.slice(2)
if (!(await prepareBrowser()) || !(await buildIfStale())) process.exit(1)
const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-screens-'))
const app = await startBuiltApp(dataDirectory)
const accounts = await startBuiltApp(join(dataDirectory, 'accounts'), accountsSettings)
const browser = await chromium.launch({ args: browserArguments, ...findBrowser(chromium.executablePath()) })
try {
  mkdirSync(folder, { recursive: true })
  const seed = await seedApp(app.url)
  const ofApp = [...scenes(seed), ...batchScenes(seed)].filter(({ name }) => name.includes(wanted))
  for (const scene of ofApp) await take(browser, scene, app.url)
  const port = new URL(accounts.url).port
  const ofAccounts = accountsScenes(join(dataDirectory, 'accounts'), port).filter(({ name }) => name.includes(wanted))
  // A passkey belongs to a name.
  for (const scene of ofAccounts) await take(browser, scene, `http://localhost:${port}`)
  console.log(`The pictures are in ${folder}.`)
} finally {
  await browser.close()
  await app.stop()
  await accounts.stop()
  rmSync(dataDirectory, { recursive: true })
}

async function take(opened: Browser, { name, path, person, prepare }: Scene, baseURL: string): Promise<void> {
  const context = await opened.newContext({ baseURL, reducedMotion: 'reduce', locale })
  const page = await context.newPage()
  if (person !== undefined) await page.request.post('/api/session', { data: { name: person } })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate('scrollTo(0, 0)')
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 844 : 800 })
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      // The window is as tall as its content, so that a sticky bar is at the end of the picture.
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
      await page.setViewportSize({ width, height: Math.max(height, width < 700 ? 844 : 800) })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
  await context.close()
}
