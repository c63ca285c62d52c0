import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { field, fillIn, startPayout } from './payout-page.ts'
import { inBook, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

/** How far things moved by themselves since the page was opened, as browsers count it (cumulative layout shift). */
async function shiftOn(page: Page, path: string): Promise<number> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords().filter((entry) => Reflect.get(entry, 'hadRecentInput') !== true)
    return shifts.reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0)
  })
}

test('forms and lists do not move while they load, also where an unfinished form comes with them', {
  tag: '@phone',
}, async ({ page }) => {
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], { beneficiaryFirstName: 'Paula' })
  await expect(page.getByText(/^Saved /)).toBeVisible()
  for (const path of ['/payouts', '/payouts/new', '/beneficiaries', '/beneficiaries/new', '/activity'])
    expect(await shiftOn(page, path), path).toBeLessThan(0.001)
})

test('a warning about a saved beneficiary stays where it is while the rest of the form is typed', async ({ page }) => {
  const known = unique()
  await inBook(page, pixDetails(known))
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], { recipientPixKey: known.pixKey })
  await expect(field(page, 'Pix key')).toHaveAccessibleDescription(/Warning/)
  // Each change of the form counts, however short: a warning that went and came back would have let the form jump twice.
  await page.evaluate(watchWarning)
  const asked = page.waitForResponse('**/api/payout-warnings')
  await field(page, 'Amount').press('1')
  await (await asked).finished()
  await expect(field(page, 'Pix key')).toHaveAccessibleDescription(/Warning/)
  expect(await page.evaluate(() => Reflect.get(window, 'timesWithout'))).toBe(0)
})

/** Runs in the page: counts the changes after which there is no warning below the Pix key. */
function watchWarning(): void {
  Object.assign(window, { timesWithout: 0 })
  new MutationObserver(() => {
    const key = document.querySelector('[name="recipientPixKey"]')
    const ids = (key?.getAttribute('aria-describedby') ?? '').split(' ')
    const isSaid = ids.some((id) => document.getElementById(id)?.textContent?.includes('Warning') === true)
    if (!isSaid) Object.assign(window, { timesWithout: Number(Reflect.get(window, 'timesWithout')) + 1 })
  }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
}
