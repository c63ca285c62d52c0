import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Nothing to trip over: axe finds nothing in light colours and no poor contrast in dark ones, targets are large enough (WCAG 2.2,
 * 2.5.8), and nothing scrolls sideways.
 */
export async function expectSound(page: Page, options: Options = {}): Promise<void> {
  await expectSoundInLight(page, options)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const { violations } = await axe(page, { runOnly: ['color-contrast'] })
  expect(violations.map(wordsOf), `in dark colours ${options.what ?? ''}`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
}

/** `what` is said with a finding where one test looks at many things; `except` names the rules left out, where the test says why. */
interface Options {
  readonly what?: string
  readonly except?: readonly string[]
}

/** As `expectSound`, without dark colours: for more of the same screen. */
export async function expectSoundInLight(page: Page, { what = '', except = [] }: Options = {}): Promise<void> {
  const rules = Object.fromEntries([
    ['target-size', { enabled: true }],
    ...except.map((id) => [id, { enabled: false }]),
  ])
  // What a bar covers half while one scrolls is no small target: a window as high as the page scrolls nothing.
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...size, height: Math.max(size.height, whole) })
  const { violations } = await axe(page, { rules })
  await page.setViewportSize(size)
  expect(violations.map(wordsOf), what).toEqual([])
  await expectNoOverflow(page, what)
}

/** Without a second page, which only a page with frames needs, and without a list of all that passed. */
function axe(page: Page, options: Parameters<AxeBuilder['options']>[0]) {
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ ...options, resultTypes: ['violations'] })
    .analyze()
}

function wordsOf({
  id,
  nodes,
}: {
  readonly id: string
  readonly nodes: readonly { readonly target: unknown }[]
}): string {
  return `${id}: ${nodes.map(({ target }) => target).join(', ')}`
}

export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, what).toBeLessThanOrEqual(0)
}
