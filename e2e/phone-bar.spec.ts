import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

test('on a phone the bar is one row in any language, and never covers the field that is typed, nor its error, offline too', {
  tag: '@phone-alone',
}, async ({ page, context }) => {
  await startPayout(page, BR, methodIn(BR, 'bank'))
  await page.locator('details').last().locator('summary').click()
  for (const language of ['en', 'es', 'pt-BR', 'fr']) {
    await page.getByRole('combobox', { name: /^(Language|Idioma|Langue)/ }).selectOption(language)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const bar = page.locator('div:has(> button[type="submit"]):visible').last()
    expect((await bar.boundingBox())?.height, language).toBeLessThan(64)
  }
  // In French, whose words are the longest.
  await context.setOffline(true)
  const names = await page.locator('form input[type="text"]').evaluateAll(namesOf)
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) {
    const field = page.locator(`form [name="${name}"]`)
    await field.tap()
    await field.fill('1')
    await expect.poll(() => page.evaluate(coveredOf), name).toBe(0)
    // The error appears when focus leaves the field, and is still below it on the way back.
    await page.keyboard.press('Tab')
    await field.tap()
    await expect.poll(() => page.evaluate(coveredOf), name).toBe(0)
  }
})

/** Runs in the page: how many pixels of the focused field and its messages are out of sight. */
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
