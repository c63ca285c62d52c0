import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { chooseCountry, chooseMethod, field, fillIn, person, startPayout, submit } from './payout-page.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

const { BR, EC, MX } = ruleBook

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })

    for (const region of ['Latin America', 'Africa'] as const)
      test(`assistive technology finds nothing to trip over on the form of any country in ${region}`, async ({
        page,
      }) => {
        test.slow()
        await page.goto('/payouts/new')
        for (const country of Object.values(ruleBook).filter((one) => one.region === region)) {
          await chooseCountry(page, country)
          for (const method of country.methods) {
            if (country.methods.length > 1) await chooseMethod(page, method)
            await expectSound(page, { what: `${country.name}, ${method.label}` })
          }
        }
      })

    test('nor when everything is wrong', async ({ page }) => {
      await startPayout(page, BR, methodIn(BR, 'pix-with-bank'))
      await field(page, 'CPF').fill('12')
      await submit(page)
      await expect(page.getByRole('region', { name: 'There is something to fix' })).toBeVisible()
      await expectSound(page)
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
      await expectSound(page)
    })

    test('nor with the bank list open', async ({ page }) => {
      await startPayout(page, MX)
      await field(page, 'Bank').click()
      await expect(page.getByRole('option', { name: /^Banxico/ })).toBeVisible()
      // The list scrolls by itself as aria-activedescendant moves, so it needs no focus of its own.
      await expectSound(page, { except: ['scrollable-region-focusable'] })
    })

    test('nor in the request as JSON, or on the page about the installation', async ({ page, isMobile }) => {
      await startPayout(page, EC)
      if (isMobile) await page.getByRole('button', { name: /Payout request/ }).click()
      await page.getByRole('button', { name: 'Show as JSON' }).click()
      await expectSound(page)
      await page.goto('/about')
      await expect(page.getByRole('table')).toBeVisible()
      await expectSound(page)
    })
  })
}
