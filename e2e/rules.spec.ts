import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { field, fillIn, person, startPayout, submit } from './payout-page.ts'
import { expectSound, expectSoundInLight } from './sound.ts'
import { expect, test } from './test.ts'

const { AR, BR } = ruleBook

function row(page: Page, name: RegExp) {
  return page.getByRole('row', { name })
}

/** The rule of a field, where links from the form lead. */
function rule(page: Page, label: string) {
  return page.getByRole('article', { name: label, exact: true })
}

test('a bank is found by its former name, without knowing its country', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search all countries' }).fill('bansefi')
  await expect(page.getByRole('search').getByRole('status')).toHaveText('Found: 1 rule')
  await page.getByRole('link', { name: /Banco del Bienestar/ }).click()
  await expect(page).toHaveURL('/rules/MX#bank-37166')
  await expect(page.locator(':focus')).toContainText('BANSEFI')
  await expect(page.locator(':focus')).toBeInViewport()
})

test('both services’ codes of a Chilean account stand side by side', { tag: '@phone' }, async ({ page, isMobile }) => {
  await page.goto('/rules/CL')
  const types = page.getByRole('table', { name: 'Account types' })
  if (!isMobile)
    await expect(types.getByRole('columnheader')).toHaveText(['Account', 'Payout code', 'Bank account validation code'])
  const current = types.locator('tr', { hasText: 'cuenta corriente' }).locator('td')
  await expect(current).toHaveText(['Current (cuenta corriente)', '0001', '0002'])
  const rut = page.getByRole('table', { name: 'Documents' }).locator('tr', { hasText: 'cl_rut' }).locator('td')
  await expect(rut.nth(1)).toHaveText('cl_rut')
  await expect(rut.nth(2)).toHaveText('RUT')
  await expect(rut.nth(3)).toHaveText('RUT')
})

test('a change leads to its rule, and the way back to the form as it was', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample, documentNumber: '111.444.777-35' })
  if (isMobile) await page.getByRole('button', { name: /Payout request/ }).click()
  await page.getByRole('link', { name: 'Rule for CPF' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Brazil' })).toBeVisible()
  await expect(page).toHaveURL('/rules/BR#documentNumber')
  await expect(rule(page, 'CPF')).toBeFocused()
  await expect(rule(page, 'CPF')).toBeInViewport()
  await expect(rule(page, 'CPF')).toContainText('Spaces, dots and dashes inside a number are left out.')
  await page.goBack()
  await expect(field(page, 'CPF')).toHaveValue('111.444.777-35')
  await expect(field(page, 'First name')).toHaveValue('Ana')
  await expect(field(page, 'Pix key')).toHaveValue('ana@example.com')
  await expect(field(page, 'Amount')).toHaveValue('15000')
})

test('fields that are sent as hyphens lead to the rule that says why', async ({ page }) => {
  await startPayout(page, AR)
  await page.getByText('All fields').click()
  await page.getByRole('link', { name: 'Rule for Bank' }).click()
  await expect(rule(page, 'Bank')).toBeFocused()
  await expect(rule(page, 'Bank')).toContainText('Sent as a hyphen. The CBU or CVU names the bank')
})

test('an error leads to its rule from the field that it stands at', async ({ page }) => {
  await startPayout(page, AR)
  await field(page, 'CBU or CVU').fill('2850 5909 4009 0418 1352 0')
  await field(page, 'CBU or CVU').blur()
  await page.getByRole('link', { name: 'Rule for CBU or CVU' }).first().click()
  await expect(rule(page, 'CBU or CVU')).toBeFocused()
  await expect(rule(page, 'CBU or CVU')).toContainText('22 digits, such as 2850590940090418135201')
  await page.goBack()
  await expect(field(page, 'CBU or CVU')).toHaveValue('2850 5909 4009 0418 1352 0')
})

test('a warning leads to its rule, and stays confirmed on return', async ({ page }) => {
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample, documentNumber: '11144477736' })
  await submit(page)
  const confirmation = page.getByRole('checkbox', { name: /CPF.*: I checked this/ })
  await confirmation.check()
  await page.getByRole('link', { name: 'Rule for CPF' }).first().click()
  await expect(rule(page, 'CPF')).toContainText('CPF: check digits that do not fit draw a warning.')
  await page.goBack()
  await expect(confirmation).toBeChecked()
})

test('Costa Rica is found, with what its identity check needs and why nothing else', async ({ page }) => {
  await page.goto('/rules')
  await page.getByRole('searchbox').fill('costa')
  await page.getByRole('link', { name: 'Costa Rica' }).click()
  await expect(page.getByText('Only validations are available here; payouts are not.')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Identity validation' })).toContainText('Cédula de identidad (CI)')
  await expect(page.getByRole('article', { name: 'Bank account validation' })).toContainText(
    'no bank account validation for Costa Rica',
  )
  await expect(page.getByRole('heading', { name: 'Fields' })).toBeHidden()
})

test('a search tells how much it found, and a reload keeps it', async ({ page }) => {
  await page.goto('/rules/EC')
  const search = page.getByRole('searchbox', { name: 'Search the rules of Ecuador' })
  await search.fill('pichincha')
  const count = page.getByRole('search').getByRole('status')
  await expect(count).toHaveText(/^\d+ found: .*1 bank/)
  // What is searched for goes with the entry of the history, after a pause in typing.
  await page.waitForFunction(() => window.history.state?.searchText === 'pichincha')
  await page.reload()
  await expect(search).toHaveValue('pichincha')
  await search.fill('pichincha nowhere')
  await expect(count).toHaveText('Nothing found')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
})

test('Brazil’s national banks come when they are wanted', async ({ page }) => {
  await page.goto('/rules/BR')
  await expect(page.getByRole('heading', { name: '16 banks' })).toBeVisible()
  await page.getByRole('searchbox').fill('credicoamo')
  await expect(page.getByRole('heading', { name: '1 bank' })).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(page.getByRole('heading', { name: '513 banks' })).toBeVisible()
})

test('on paper everything stands open, black on white, without the frame', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/rules/MX#documentNumber')
  for (const name of ['Summary', 'Fields', 'Documents', 'Account types', '96 banks', 'Validations'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  for (const role of ['navigation', 'search', 'button'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(rule(page, 'CURP')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(row(page, /Spin by OXXO/)).toHaveCSS('break-inside', 'avoid')
})

test('the print button has all of Brazil’s banks on the paper', async ({ page }) => {
  // The dialog of the browser is not the page's: what it would print is what stands there when it opens.
  await page.addInitScript(() => {
    window.print = () => {
      document.title = `${document.querySelectorAll('[id^="bank-"]').length} banks printed`
    }
  })
  await page.goto('/rules/BR')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('513 banks printed')
})

test('an address of no country says so', async ({ page }) => {
  await page.goto('/rules/XX')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('assistive technology finds nothing to trip over in the rules of a country', async ({ page }) => {
  for (const address of ['/rules/BR#documentNumber', '/rules/CL', '/rules/CR', '/rules/KE']) {
    await page.goto(address)
    await expect(page.getByRole('search')).toBeVisible()
    await (address === '/rules/CL' ? expectSound : expectSoundInLight)(page, { what: address })
  }
})

test('assistive technology finds nothing to trip over in the rules of all countries, before and after a search', async ({
  page,
}) => {
  await page.goto('/rules')
  await expect(page.getByRole('search')).toBeVisible()
  await expectSound(page)
  await page.getByRole('searchbox').fill('cedula')
  await expect(page.getByRole('table', { name: 'In the rules of the countries' })).toBeVisible()
  await expectSound(page)
})

for (const { locale, what, agency } of [
  { locale: 'es-MX', what: 'Reglas', agency: 'Agencia' },
  { locale: 'pt-BR', what: 'Regras', agency: 'Agência' },
  { locale: 'fr-FR', what: 'Règles', agency: 'Agence' },
])
  test.describe(`for a reader of ${locale}`, () => {
    test.use({ locale })

    test('the rules are in that language, and found in English as well', async ({ page }) => {
      await page.goto('/rules')
      await expect(page.getByRole('heading', { level: 1, name: what })).toBeVisible()
      await page.goto('/rules/BR')
      await expect(rule(page, agency)).toBeVisible()
      await expect(page.locator('main')).not.toContainText(/Required|Not used|such as/)
      for (const query of [agency, 'agency', 'accountAgencyNumber']) {
        await page.getByRole('searchbox').fill(query)
        await expect(rule(page, agency)).toBeVisible()
      }
    })
  })
