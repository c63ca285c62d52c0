import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Opens an address for the first time and gives all scripts and styles that came, with their size on the wire. */
async function firstLoad(page: Page, path: string): Promise<readonly { url: string; bytes: number }[]> {
  const loaded: Promise<{ url: string; bytes: number }>[] = []
  page.on('requestfinished', (request) => {
    if (!['script', 'stylesheet'].includes(request.resourceType())) return
    loaded.push(request.sizes().then(({ responseBodySize }) => ({ url: request.url(), bytes: responseBodySize })))
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return Promise.all(loaded)
}

test.describe('In a French browser', () => {
  test.use({ locale: 'fr' })

  test('the first visit of the list loads what the build has measured, and nothing behind its back', async ({
    page,
  }) => {
    const files = await firstLoad(page, '/')
    expect(files.length).toBeGreaterThan(2)
    // In brotli, as it comes over the wire; scripts/first-load.mjs holds every screen and language to it.
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(156 * 1024)
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
  for (const part of ['en', 'payout-editor', 'country-form', 'shared'])
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

test('no screen asks any other host', async ({ page, baseURL }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  for (const path of [
    '/',
    '/payouts/new',
    '/review',
    '/exports',
    '/beneficiaries',
    '/activity',
    '/rules/BR',
    '/about',
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect([...hosts]).toEqual([baseURL])
})

test('a country that is chosen while its form is still on the way comes as soon as it can; the last choice counts', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  await page.route('**/assets/country-form-*.js', async (route) => {
    asked += 1
    // The first try fails, and is made again.
    if (asked === 1) return route.abort()
    await held
    return route.continue()
  })
  await page.goto('/payouts/new')
  const country = page.getByRole('combobox', { name: 'Country' })
  await country.focus()
  await country.selectOption('AR')
  await country.selectOption('BR')
  await expect(country).toHaveValue('BR')
  await expect(page.getByText('Loading the fields')).toBeAttached()
  await expect.poll(() => asked).toBeGreaterThan(1)
  release()
  await expect(page.getByText('CPF').first()).toBeVisible()
  await expect(country).toBeFocused()
  await page.getByLabel('First name').fill('Ana')
  await country.selectOption('AR')
  await expect(page.getByLabel('First name')).toHaveValue('Ana')
})
