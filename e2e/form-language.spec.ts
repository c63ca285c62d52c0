import type { Locator, Page } from '@playwright/test'
import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

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
  // The field has not been visited, and a change of language does not count as a visit.
  await expect(control(page, 'beneficiaryFirstName')).toHaveAttribute('aria-invalid', 'false')
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
