import type { Page } from '@playwright/test'
import { filesOfVisit, readBuildManifest, visitOf, weightOf } from '../scripts/first-load.mjs'
import { expect, test } from './test.ts'

interface FirstVisit {
  readonly files: readonly string[]
  /** On the wire. */
  readonly bytes: number
}

/** Opens an address for the first time and gives every file that came until its first field takes a key. */
async function firstVisit(page: Page, path: string, field: string): Promise<FirstVisit> {
  await page.addInitScript((selector) => {
    const watch = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return
      performance.mark('takes keys')
      watch.disconnect()
    })
    watch.observe(document, { childList: true, subtree: true })
  }, field)
  await page.goto(path)
  await page.locator(field).press('a')
  await expect(page.locator(field)).toHaveValue('a')
  const came = await page.evaluate(() => {
    const takesKeysAt = performance.getEntriesByName('takes keys')[0]?.startTime ?? 0
    return performance
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ responseEnd, transferSize }) => responseEnd > 0 && responseEnd <= takesKeysAt && transferSize > 0)
      .map(({ entryType, name, encodedBodySize }) => ({
        file: entryType === 'navigation' ? 'index.html' : new URL(name).pathname.slice(1),
        bytes: encodedBodySize,
      }))
  })
  const files = came.filter(({ file }) => !file.startsWith('api/'))
  return { files: files.map(({ file }) => file).toSorted(), bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

for (const language of ['en', 'es', 'fr', 'pt-BR'])
  test.describe(`In a browser in ${language}`, () => {
    test.use({ locale: language })

    for (const [path, field] of [
      ['/payouts', 'input[type=search]'],
      ['/payouts/new', '#field-beneficiary'],
    ] as const)
      test(`the first visit of ${path} in ${language} loads what the build has counted until its first field takes keys`, async ({
        page,
      }) => {
        const counted = filesOfVisit(readBuildManifest(), visitOf(path).parts, language)
        const { files, bytes } = await firstVisit(page, path, field)
        expect(files).toEqual(counted.toSorted())
        expect(bytes).toBe(weightOf(counted))
      })
  })

test('the form asks for all of its scripts and words with the page, and not for one after the other', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // Nothing of the page runs yet.
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    return route.continue()
  })
  await page.goto('/payouts/new', { waitUntil: 'commit' })
  for (const part of ['en', 'payout-editor', 'form', 'first'])
    await expect.poll(() => asked).toContainEqual(expect.stringMatching(`^/assets/${part}-`))
  await expect(page.getByText('One moment…')).toBeVisible()
  release()
  await page.getByLabel('Country', { exact: true }).selectOption('MX')
  await expect(page.getByLabel('First name')).toBeVisible()
})

test('who is signed in is asked once, together with the scripts', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // Nothing of the page runs yet.
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    return route.continue()
  })
  await page.goto('/payouts', { waitUntil: 'commit' })
  await expect.poll(() => asked).toContain('/api/session')
  release()
  await expect(page.getByRole('heading', { name: 'Payouts' })).toBeVisible()
  expect(asked.filter((path) => path === '/api/session')).toHaveLength(1)
})
