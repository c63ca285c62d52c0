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

test('forms and lists stand still while they load, also where an unfinished form comes with them', {
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
  await field(page, 'Amount').press('1')
  // At once: what comes back later would have let the form jump twice.
  await expect(field(page, 'Pix key')).toHaveAccessibleDescription(/Warning/, { timeout: 1 })
})
