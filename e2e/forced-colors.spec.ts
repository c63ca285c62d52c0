import type { Locator, Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { field, startPayout } from './payout-page.ts'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

const { MX } = ruleBook

/** The marked row has an edge of at least 2 px with a contrast of 3 to 1 to the rows around it, in the page's colours and in forced ones. */
async function expectMarked(page: Page, row: Locator): Promise<void> {
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    const { width, contrast } = await row.evaluate(edgeOf)
    expect(width, `in forced colours: ${forcedColors}`).toBeGreaterThanOrEqual(2)
    expect(contrast, `in forced colours: ${forcedColors}`).toBeGreaterThanOrEqual(3)
  }
  await page.emulateMedia({ forcedColors: 'none' })
}

/** Runs in the page: the outline of a row, or else its bar at the side, against what lies behind the list. */
function edgeOf(row: Element): { readonly width: number; readonly contrast: number } {
  const own = getComputedStyle(row)
  const bar = getComputedStyle(row, '::before')
  const [width, color] =
    own.outlineStyle === 'solid'
      ? [own.outlineWidth, own.outlineColor]
      : [bar.borderInlineStartWidth, bar.borderInlineStartColor]
  let behind = row.parentElement
  while (behind !== null && /transparent|, 0\)/.test(getComputedStyle(behind).backgroundColor))
    behind = behind.parentElement
  const [one, other] = [color, getComputedStyle(behind ?? document.body).backgroundColor].map(luminance)
  return { width: Number.parseFloat(width), contrast: ratio(one ?? 0, other ?? 0) }

  function luminance(of: string): number {
    const [red = 0, green = 0, blue = 0] = (of.match(/\d+(\.\d+)?/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  function ratio(a: number, b: number): number {
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  }
}

test('the row that Enter would take is marked in the list of banks, in the palette, in the queue and in the navigation, in forced colours too', async ({
  page,
  colleague,
}) => {
  await startPayout(page, MX)
  await field(page, 'Bank').fill('ban')
  await expectMarked(page, page.locator('[role=option][aria-selected=true]'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('rules')
  await expectMarked(page, page.getByRole('dialog').locator('[role=option][aria-selected=true]'))
  const id = await inReview(page, pixDetails(unique()))
  await colleague.page.goto(`/review/${id}`)
  await expectMarked(colleague.page, colleague.page.locator('main [aria-current]').first())
  await expectMarked(colleague.page, colleague.page.locator('nav [aria-current]').first())
})
