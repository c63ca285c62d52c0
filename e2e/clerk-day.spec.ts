import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { countryName } from '#shared/rule-book/country.ts'
import { field, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR, MX, PE } = ruleBook

/** The figures of a clerk who enters fifty payouts a day; each test also prints its own. */
for (const [country, method] of [
  [BR, methodIn(BR, 'pix')],
  [MX, MX.methods[0]],
  [PE, methodIn(PE, 'cci')],
] as const)
  test(`at 1280×800 every required field of a payout to ${english(countryName(country))} and Send are in sight without scrolling`, async ({
    page,
  }) => {
    await startPayout(page, country, method)
    await expect(field(page, 'Amount')).toBeVisible()
    const { required, hiddenPx, heightPx } = await page.evaluate(sightOf)
    process.stdout.write(
      `${country.code} ${method.id}: ${required} required, ${hiddenPx} px to scroll, page of ${heightPx} px\n`,
    )
    expect(required).toBeGreaterThanOrEqual(6)
    expect(hiddenPx).toBe(0)
  })

/** Runs in the page, from its top: how far the lowest required field or Send is below what is in sight. */
function sightOf() {
  const controls = [...document.querySelectorAll<HTMLElement>('form :is([aria-required="true"], [type="radio"])')]
  const required = controls.filter((control) => control.checkVisibility() && control.closest('details') === null)
  const send = [...document.querySelectorAll<HTMLElement>('button[type="submit"]')].filter((it) => it.checkVisibility())
  const sticky = document.querySelector('form > div:last-of-type')?.getBoundingClientRect().top ?? 0
  const lowest = Math.max(...required.map((control) => control.getBoundingClientRect().bottom))
  const sendBottom = Math.max(...send.map((button) => button.getBoundingClientRect().bottom))
  return {
    required: required.length,
    hiddenPx: Math.max(0, Math.round(lowest - Math.min(sticky, innerHeight)), Math.round(sendBottom - innerHeight)),
    heightPx: document.documentElement.scrollHeight,
  }
}
