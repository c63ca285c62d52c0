import type { Locator, Page } from '@playwright/test'
import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { chooseCountry, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR, MX } = ruleBook

test('another language words the form again and touches nothing that was typed, left or confirmed', async ({
  page,
}) => {
  await startPayout(page, BR, methodIn(BR, 'bank'))
  await control(page, 'documentNumber').fill('111.444.777-36')
  await control(page, 'accountNumber').fill('12345-6')
  await control(page, 'amount').fill('1500,50')
  await page.getByRole('checkbox', { name: 'CPF, check digits: I checked this. Keep it' }).check()
  await speak(page, 'es')

  await expect(page.getByRole('heading', { name: 'Nuevo pago' })).toBeVisible()
  await expect(control(page, 'accountNumber')).toHaveAccessibleDescription(/Se envía como 123456\./)
  await expect(page.getByRole('button', { name: 'Guardar borrador' })).toBeVisible()
  await expect(page.getByText('Todas las advertencias leves están confirmadas')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /dígito verificador: ya lo revisé/ })).toBeChecked()
  await expect(control(page, 'documentNumber')).toHaveValue('111.444.777-36')
  await expect(control(page, 'accountNumber')).toHaveValue('12345-6')
  await expect(control(page, 'amount')).toHaveValue('1500,50')
  // Nobody has been in this one, and the change of language does not count as it.
  await expect(control(page, 'beneficiaryFirstName')).toHaveAttribute('aria-invalid', 'false')
})

test('what is to fix is said again, and focus stays where the language was chosen', async ({ page }) => {
  await startPayout(page, MX)
  await control(page, 'documentNumber').fill('BOXW')
  await page.getByRole('button', { name: 'Copy request' }).click()
  await expect(control(page, 'documentNumber')).toHaveAccessibleDescription(/it needs 18 letters and digits/)
  const toFix = await page.getByRole('main').locator('[aria-invalid="true"]').count()
  await languageSwitch(page).focus()
  await speak(page, 'fr')

  await expect(languageSwitch(page)).toBeFocused()
  await expect(control(page, 'documentNumber')).not.toHaveAccessibleDescription(/it needs/)
  await expect(control(page, 'documentNumber')).toHaveValue('BOXW')
  await expect(page.getByRole('main').locator('[aria-invalid="true"]')).toHaveCount(toFix)
  await control(page, 'documentNumber').fill('BOXW310820HNERXN09')
  await expect(control(page, 'documentNumber')).toHaveAttribute('aria-invalid', 'false')
})

test('banks are found in every language, and a country chosen later speaks it too', async ({ page }) => {
  await startPayout(page, MX)
  await speak(page, 'pt-BR')
  await expect(control(page, 'documentNumber')).toHaveAccessibleDescription(/, por exemplo BOXW310820HNERXN09/)
  await control(page, 'bankName').fill('banorte')
  await control(page, 'bankName').press('Enter')
  await expect(control(page, 'bankName')).toHaveValue(/Banorte/i)
  await speak(page, 'en')
  await chooseCountry(page, BR)
  await speak(page, 'pt-BR')
  await expect(page.getByRole('group', { name: 'Forma de pagamento' })).toBeVisible()
})

/** The control of a value, whatever its label is called. */
function control(page: Page, name: string): Locator {
  return page.locator(`#field-${name}`)
}

function languageSwitch(page: Page): Locator {
  return page.getByRole('combobox', { name: /^(Language|Idioma|Langue)/ })
}

async function speak(page: Page, language: string): Promise<void> {
  await languageSwitch(page).selectOption(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}
