import { ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { countryName } from '#shared/rule-book/country.ts'
import { confirmWarnings, copiedRequest, fillIn, person, previewed, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

/** Where the interface documents no values, the countries are alike: one stands for them. */
const countries = Object.values(ruleBook).filter(
  ({ code, undocumented }) => undocumented === undefined || code === 'KE',
)

for (const country of countries) {
  for (const method of country.methods) {
    test(`a clerk pays somebody in ${english(countryName(country))} by ${english(method.label)} and copies the exact request`, async ({
      page,
    }) => {
      const entry = { ...person, ...method.sample }
      const terms = country.currency === 'USD' ? { TermsApproved: true } : {}

      await startPayout(page, country, method)
      await fillIn(page, country, method, entry)
      if (terms.TermsApproved) await page.getByRole('checkbox', { name: /accept the terms/ }).check()
      if (method.id === 'instant') {
        await expect(page.getByText(/names no account/).first()).toBeVisible()
        await confirmWarnings(page)
      }
      const copied = await copiedRequest(page)

      const { status, body } = await previewed(page, { country: country.code, ...entry, ...terms })
      expect(status).toBe(200)
      expect(copied).toEqual(body.request)
      expect(copied).toMatchObject({ country: country.code, currencyCode: country.currency, amount: 15000 })
    })
  }
}

test('every country with values of its own is paid here by each of its methods, and one of those without', () => {
  expect(countries).toHaveLength(8)
})
