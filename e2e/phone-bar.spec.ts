import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

for (const language of ['en', 'es', 'pt-BR', 'fr'])
  test(`on a phone in ${language} the bar is one row and never covers the field that is typed, nor its error, offline too`, {
    tag: '@phone',
  }, async ({ page, context, isMobile }) => {
    if (!isMobile) return
    await startPayout(page, BR, methodIn(BR, 'bank'))
    await page.getByRole('combobox', { name: /^Language/ }).selectOption(language)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.locator('details').last().locator('summary').click()
    await context.setOffline(true)
    for (const name of await page.locator('form input[type="text"]').evaluateAll(namesOf)) {
      const field = page.locator(`form [name="${name}"]`)
      await field.tap()
      await field.fill('1')
      await expect.poll(() => page.evaluate(coveredOf), name).toBe(0)
      // What is wrong with it is said as it is left, and stays below it on the way back.
      await page.keyboard.press('Tab')
      await field.tap()
      await expect.poll(() => page.evaluate(coveredOf), name).toBe(0)
    }
    const { height } =
      (await page.locator('div:has(> span > button[type="submit"]):visible').last().boundingBox()) ?? {}
    expect(height).toBeLessThan(64)
  })

/** Runs in the page: how many pixels of the focused field, with all that is said of it, are not in sight. */
function coveredOf(): number {
  const field = document.activeElement?.closest('[data-field]')?.getBoundingClientRect()
  const send = [...document.querySelectorAll('button[type="submit"]')].find((button) => button.checkVisibility())
  const bar = send?.closest('div')?.getBoundingClientRect()
  const strip = document.querySelector('section')?.getBoundingClientRect()
  if (field === undefined || bar === undefined || strip === undefined) return Number.NaN
  return Math.ceil(Math.max(0, field.bottom - bar.top, strip.bottom - field.top))
}

function namesOf(inputs: readonly Element[]): readonly string[] {
  return inputs.map((input) => input.getAttribute('name') ?? '').filter((name) => name !== '')
}
