import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { countryName } from '#shared/rule-book/country.ts'
import {
  chooseCountry,
  chooseMethod,
  countriesThatDiffer,
  field,
  fillIn,
  person,
  startPayout,
  submit,
} from './payout-page.ts'
import { unique } from './saved-beneficiaries.ts'
import { expectReadable, expectSound } from './sound.ts'
import { expect, test } from './test.ts'

const { BR, EC, MX } = ruleBook

test('assistive technology finds nothing to trip over on the form of any country, and of each method of Brazil', async ({
  page,
}) => {
  test.slow()
  await page.goto('/payouts/new')
  for (const country of countriesThatDiffer) {
    await chooseCountry(page, country)
    // Methods differ by their fields, and each kind of field is in one of these forms.
    for (const method of country === BR ? country.methods : country.methods.slice(0, 1)) {
      if (country.methods.length > 1) await chooseMethod(page, method)
      await expectSound(page, { what: `${english(countryName(country))}, ${english(method.label)}` })
    }
  }
})

test('assistive technology finds nothing to trip over in a form in which everything is wrong', async ({ page }) => {
  await startPayout(page, BR, methodIn(BR, 'pix-with-bank'))
  await field(page, 'CPF').fill('12')
  await submit(page)
  await expect(page.getByRole('region', { name: 'There is something to fix' })).toBeVisible()
  await expectSound(page)
  await expectReadable(page)
})

test('assistive technology finds nothing to trip over in a warning to confirm, a check that failed, and the request as JSON', async ({
  page,
}) => {
  await startPayout(page, BR)
  const sample = {
    ...BR.methods[0].sample,
    documentNumber: '11144477736',
    // A person who has never been validated.
    beneficiaryFirstName: unique().lastName,
    beneficiaryLastName: 'Sandbox Invalid Id',
  }
  await fillIn(page, BR, BR.methods[0], { ...person, ...sample })
  await page.getByRole('button', { name: 'Check identity' }).click()
  await expect(page.getByText('Does not match').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show as JSON' }).click()
  await expectSound(page)
  await expectReadable(page)
})

test('assistive technology finds nothing to trip over in an open list of banks, and in a pasted message', async ({
  page,
}) => {
  await startPayout(page, MX)
  await field(page, 'Bank').click()
  await expect(page.getByRole('option', { name: /^Banxico/ })).toBeVisible()
  // Above the field or below it, the list covers no part of its own label.
  const [list, label] = await Promise.all([
    page.getByRole('listbox', { name: 'Choices for Bank' }).boundingBox(),
    page.locator('label[for="field-bankName"]').boundingBox(),
  ])
  if (list === null || label === null) throw new Error('The list or the label is not shown')
  expect(list.y >= label.y + label.height || list.y + list.height <= label.y).toBe(true)
  // The list scrolls by itself as aria-activedescendant moves, so it needs no focus of its own.
  await expectSound(page, { except: ['scrollable-region-focusable'], within: '[role=combobox], [role=listbox]' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Paste details' }).click()
  await page.getByLabel('Message', { exact: true }).fill('Nome: Ana Souza, CPF 111.444.777-35, pix ana@example.com')
  await expect(page.getByRole('list', { name: 'Found in the message' })).toContainText('CPF')
  await expectSound(page)
})

test('assistive technology finds nothing to trip over in the drawer that a phone shows the request in', {
  tag: '@phone-alone',
}, async ({ page }) => {
  await startPayout(page, EC)
  await page.getByRole('button', { name: /Payout request/ }).click()
  await page.getByRole('button', { name: 'Show as JSON' }).click()
  await expectSound(page)
})
