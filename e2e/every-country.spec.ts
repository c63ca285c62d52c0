import { ruleBook } from '#shared/countries/rule-book.ts'
import { copiedRequest, fillIn, person, previewed, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

for (const country of Object.values(ruleBook)) {
  for (const method of country.methods) {
    test(`a clerk pays somebody in ${country.name} by ${method.label} and copies the exact request`, async ({
      page,
    }) => {
      const entry = { ...person, ...method.sample }
      const terms = country.currency === 'USD' ? { TermsApproved: true } : {}

      await startPayout(page, country, method)
      await fillIn(page, country, method, entry)
      if (terms.TermsApproved) await page.getByRole('checkbox', { name: /approve the terms/ }).check()
      const copied = await copiedRequest(page)

      const { status, body } = await previewed(page, { country: country.code, ...entry, ...terms })
      expect(status).toBe(200)
      expect(copied).toEqual(body.request)
      expect(copied).toMatchObject({ country: country.code, currencyCode: country.currency, amount: 15000 })
    })
  }
}

test('the sample of every country covers each way in which it pays', () => {
  expect(Object.keys(ruleBook)).toHaveLength(18)
  const methods = Object.values(ruleBook).flatMap(({ methods }) => methods)
  expect(methods).toHaveLength(23)
})
