import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** In brotli, as it comes over the wire. */
const budgetBytes = 150 * 1024

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

for (const path of ['/', '/payouts/new'])
  test(`the first visit of ${path} loads no more than a phone gets quickly`, async ({ page }) => {
    const files = await firstLoad(page, path)
    expect(files.length).toBeGreaterThan(2)
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(budgetBytes)
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
