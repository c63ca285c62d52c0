import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { chooseCountry } from './payout-page.ts'
import { inBook, inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expectNoOverflow } from './sound.ts'
import { expect, test } from './test.ts'

/** Windows of an app and a tablet; a window of 1280 at 200 % and at 400 % (WCAG 2.2, 1.4.4 and 1.4.10); a phone. */
const widths = [1280, 1024, 768, 640, 390, 320]

async function expectReflow(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 })
    await expectNoOverflow(page, `${what} at ${width}`)
    expect(await page.evaluate(cutWords), `${what} at ${width}`).toEqual([])
  }
}

// French has the longest words.
for (const locale of ['en', 'fr'])
  test.describe(`to a reader of ${locale}, no width from 1280 to 320 pixels scrolls sideways or cuts words`, () => {
    test.use({ locale })

    for (const region of ['Latin America', 'Africa'] as const)
      test(`on the forms of ${region}`, async ({ page }) => {
        test.slow()
        await page.goto('/payouts/new')
        for (const country of Object.values(ruleBook).filter((one) => one.region === region)) {
          await page.locator('select[name="country"]').selectOption(country.code)
          await expectReflow(page, country.name)
        }
      })

    test('on any other screen', async ({ page }) => {
      test.slow()
      const him = unique()
      const payout = await inReview(page, pixDetails(him))
      const beneficiary = await inBook(page, pixDetails(unique()))
      for (const path of [
        '/payouts',
        `/payouts/${payout}`,
        `/review/${payout}`,
        '/review',
        '/exports',
        '/beneficiaries',
        `/beneficiaries/${beneficiary}`,
        '/activity',
        '/rules',
        // Peru, Mexico and Chile have the widest tables; Costa Rica and Kenya have hardly any.
        ...['PE', 'MX', 'CL', 'CR', 'KE'].map((code) => `/rules/${code}`),
        '/about',
        '/nowhere',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectReflow(page, path)
      }
    })
  })

test.describe('for who wants nothing to move', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing does', async ({ page }) => {
    await page.goto('/payouts/new')
    await chooseCountry(page, ruleBook.BR)
    await page.getByRole('button', { name: 'Paste details' }).click()
    const moving = await page.evaluate(() => {
      const longest = (value: string) => Math.max(...value.split(',').map((part) => Number.parseFloat(part)))
      return [...document.querySelectorAll('*')]
        .filter((element) => {
          const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
          return (animationName !== 'none' && longest(animationDuration) > 0.01) || longest(transitionDuration) > 0.01
        })
        .map((element) => element.outerHTML.slice(0, 80))
    })
    expect(moving).toEqual([])
  })
})

/** Runs in the page: buttons, links and headings whose words are wider than what they stand in, and hidden there. */
function cutWords(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, label')]
    .filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1
      return isCut && (overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis'
    })
    .map((element) => element.innerText.slice(0, 60))
}
