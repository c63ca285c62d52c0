import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Nothing to trip over: axe finds nothing, targets are large enough (WCAG 2.2, 2.5.8), and nothing scrolls sideways. In dark colours
 * the contrast alone is looked at, as everything else was in light ones. `except` names the rules left out, where the test says why;
 * `what` is said with a finding where one test looks at many things.
 */
export async function expectSound(page: Page, { what = '', except = [] }: Options = {}): Promise<void> {
  const rules = Object.fromEntries([
    ['target-size', { enabled: true }],
    ...except.map((id) => [id, { enabled: false }]),
  ])
  const axe = new AxeBuilder({ page })
  // What a strip covers half while one scrolls is no small target.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const { violations } = await (isDark ? axe.withRules('color-contrast') : axe.options({ rules })).analyze()
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  expect(findings, what).toEqual([])
  await expectNoOverflow(page, what)
}

interface Options {
  readonly what?: string
  readonly except?: readonly string[]
}

export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, what).toBeLessThanOrEqual(0)
}
