import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { countryName } from '#shared/rule-book/country.ts'
import { confirmWarnings, copiedRequest, fillIn, person, previewed, startPayout } from './payout-page.ts'
import { unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

const { BR, CO, KE, MX, PE } = ruleBook

// One of each kind; the form of every country and method is tested beside its code.
for (const [country, method] of [
  [MX, MX.methods[0]],
  [BR, methodIn(BR, 'pix')],
  [PE, methodIn(PE, 'cci')],
  [CO, methodIn(CO, 'instant')],
  [KE, KE.methods[0]],
] as const)
  test(`a clerk pays somebody in ${english(countryName(country))} by ${english(method.label)} and copies the exact request`, async ({
    page,
  }) => {
    const { lastName, pixKey } = unique()
    const own = { beneficiaryLastName: lastName, ...(method.id === 'pix' && { recipientPixKey: pixKey }) }
    const entry = { ...person, ...method.sample, ...own }
    await startPayout(page, country, method)
    await fillIn(page, country, method, entry)
    if (method.id === 'instant') {
      await expect(page.getByText(/names no account/).first()).toBeVisible()
      await confirmWarnings(page)
    }
    const copied = await copiedRequest(page)
    const { status, body } = await previewed(page, { country: country.code, ...entry })
    expect(status).toBe(200)
    expect(copied).toEqual(body.request)
    expect(copied).toMatchObject({ country: country.code, currencyCode: country.currency, amount: 15000 })
  })
