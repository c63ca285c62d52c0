import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Nothing to trip over: axe finds nothing, targets are large enough (WCAG 2.2, 2.5.8), and nothing scrolls sideways. Contrast takes axe
 * four times as long as all the rest: `expectReadable` looks at it.
 */
export async function expectSound(page: Page, { what = '', except = [], within }: Options = {}): Promise<void> {
  const rules = Object.fromEntries([
    ['target-size', { enabled: true }],
    // What voice control reads, it can press (2.5.3).
    ['label-content-name-mismatch', { enabled: true }],
    ...['color-contrast', ...except].map((id) => [id, { enabled: false }]),
  ])
  // What a bar covers half while one scrolls is no small target: a window as high as the page scrolls nothing.
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...size, height: Math.max(size.height, whole) })
  const violations = await violationsOn(page, { rules }, within)
  await page.setViewportSize(size)
  expect(violations, what).toEqual([])
  await expectNoOverflow(page, what)
}

interface Options {
  /** Added to each finding where one test looks at many things. */
  readonly what?: string
  /** The rules left out; the test explains why. */
  readonly except?: readonly string[]
  /** A selector of what axe looks at; without it, the page. What lies under an open list is half covered until it closes. */
  readonly within?: string
}

/** Every text has enough contrast in both themes. Each pair of colours of theme.css is tested beside it. */
export async function expectReadable(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOn(page, { runOnly: ['color-contrast'] }), `in ${colorScheme} colours`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Without a second page, which only a page with frames needs, and without a list of all that passed; the page is given axe once. */
async function violationsOn(
  page: Page,
  options: Parameters<AxeBuilder['options']>[0],
  within = 'html',
): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .setLegacyMode()
    .include(within)
    .options({ ...options, preload: false, resultTypes: ['violations'] })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
}

export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, what).toBeLessThanOrEqual(0)
}
