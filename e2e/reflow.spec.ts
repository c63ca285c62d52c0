import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { chooseCountry, countriesThatDiffer } from './payout-page.ts'
import { inBook, inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expectNoOverflow } from './sound.ts'
import { expect, test } from './test.ts'

/** Windows of an app and a tablet; a window of 1280 at 200 % and at 400 % (WCAG 2.2, 1.4.4 and 1.4.10); a phone. */
const widths = [1280, 1024, 768, 640, 390, 320]

const languages = ['en', 'es', 'pt-BR', 'fr'] as const

/** Every width in French, which has the longest words, and in the other languages the widest and the narrowest. */
async function expectReflow(page: Page, what: string): Promise<void> {
  for (const language of languages) {
    await speak(page, language)
    for (const width of language === 'fr' ? widths : [1280, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await expectNoOverflow(page, `${what} in ${language} at ${width}`)
      expect(await page.evaluate(cutWords), `${what} in ${language} at ${width}`).toEqual([])
    }
  }
}

async function speak(page: Page, language: string): Promise<void> {
  await page.getByRole('combobox', { name: /^(Language|Idioma|Langue)$/ }).selectOption(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

test('no width from 1280 to 320 pixels scrolls the form of any country sideways or cuts words, in any language', async ({
  page,
}) => {
  test.slow()
  await page.goto('/payouts/new')
  for (const { code } of countriesThatDiffer) {
    await page.locator('select[name="country"]').selectOption(code)
    await expectReflow(page, code)
  }
})

test('no width from 1280 to 320 pixels scrolls any other screen sideways or cuts words, in any language', async ({
  page,
}) => {
  test.slow()
  const payout = await inReview(page, pixDetails(unique()))
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

test('the strip of the test mode keeps its words beside each other in any language', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('payout-desk:test-mode', 'true'))
  await page.goto('/payouts')
  for (const language of languages) {
    await speak(page, language)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.locator('section').first().evaluate(isCrowded), `${language} at ${width}`).toBe(false)
    }
  }
})

test('for a person who wants nothing to move, nothing does', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
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

/** Whether what stands beside each other in the strip runs into its neighbour. */
function isCrowded(strip: Element): boolean {
  const shown = [...strip.querySelectorAll('strong, button')].filter((part) => part.checkVisibility())
  const parts = shown.map((part) => part.getBoundingClientRect())
  return parts.some(({ right }, place) => right > (parts[place + 1]?.left ?? window.innerWidth))
}
