import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { chooseCountry, field, fillIn, person, startPayout, submit } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR, EC, MX } = ruleBook

/** axe finds nothing. `except` names the rules left out, where the test says why. */
async function expectNoFindings(page: Page, except: readonly string[] = []): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).disableRules([...except]).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)).toEqual([])
}

for (const country of Object.values(ruleBook))
  test(`assistive technology finds nothing to trip over on the form of ${country.name}`, async ({ page }) => {
    await startPayout(page, country)
    await expectNoFindings(page)
  })

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })

    test('assistive technology finds nothing to trip over when everything is wrong', async ({ page }) => {
      await startPayout(page, BR, methodIn(BR, 'pix-with-bank'))
      await field(page, 'CPF').fill('12')
      await submit(page)
      await expect(page.getByRole('region', { name: 'There is something to fix' })).toBeVisible()
      await expectNoFindings(page)
    })

    test('nor with a warning to confirm and a check that failed', async ({ page }) => {
      await startPayout(page, BR)
      const sample = {
        ...BR.methods[0].sample,
        documentNumber: '11144477736',
        beneficiaryLastName: 'Sandbox Invalid Id',
      }
      await fillIn(page, BR, BR.methods[0], { ...person, ...sample })
      await page.getByRole('button', { name: 'Check identity' }).click()
      await expect(page.getByText('Does not match').first()).toBeVisible()
      await expectNoFindings(page)
    })

    test('nor with the bank list open', async ({ page }) => {
      await startPayout(page, MX)
      await field(page, 'Bank').click()
      await expect(page.getByRole('option', { name: /^Banxico/ })).toBeVisible()
      // The list scrolls by itself as aria-activedescendant moves, so it needs no focus of its own.
      await expectNoFindings(page, ['scrollable-region-focusable'])
    })

    test('nor in the request as JSON, or on the page about the installation', async ({ page, isMobile }) => {
      await startPayout(page, EC)
      if (isMobile) await page.getByRole('button', { name: /What will be sent/ }).click()
      await page.getByRole('button', { name: 'Show as JSON' }).click()
      await expectNoFindings(page)
      await page.goto('/about')
      await expect(page.getByRole('table')).toBeVisible()
      await expectNoFindings(page)
    })
  })
}

test('nothing scrolls sideways, down to 320 pixels', async ({ page }) => {
  await page.goto('/payouts/new')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    for (const country of Object.values(ruleBook)) {
      await chooseCountry(page, country)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${country.name} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})
