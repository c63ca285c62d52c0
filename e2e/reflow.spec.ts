import { ruleBook } from '#shared/countries/rule-book.ts'
import { inBook, pixDetails, unique } from './book.ts'
import { chooseCountry } from './payout-page.ts'
import { expectNoOverflow } from './sound.ts'
import { expect, test } from './test.ts'

/** CSS pixels of a window of 1280 at 200 % and at 400 % (WCAG 2.2, 1.4.4 and 1.4.10), and of a phone. */
const widths = [640, 390, 320]

test('no form scrolls sideways, down to 320 pixels', async ({ page }) => {
  await page.goto('/payouts/new')
  for (const country of Object.values(ruleBook)) {
    await chooseCountry(page, country)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 })
      await expectNoOverflow(page, `${country.name} at ${width}`)
    }
  }
})

test('no screen scrolls sideways or cuts its words, down to 320 pixels', async ({ page }) => {
  test.slow()
  const him = unique()
  const id = await inBook(page, pixDetails(him))
  for (const path of [
    '/payouts',
    '/review',
    '/exports',
    '/beneficiaries',
    `/beneficiaries/${id}`,
    '/activity',
    '/rules',
    '/rules/MX',
    '/about',
    '/nowhere',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 })
      await expectNoOverflow(page, `${path} at ${width}`)
      expect(await page.evaluate(cutWords), `${path} at ${width}`).toEqual([])
    }
  }
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
