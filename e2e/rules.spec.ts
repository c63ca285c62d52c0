import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { field, fillIn, person, startPayout } from './payout-page.ts'
import { expectReadable, expectSound } from './sound.ts'
import { expect, test } from './test.ts'

const { AR, BR } = ruleBook

function row(page: Page, name: RegExp) {
  return page.getByRole('row', { name })
}

/** The rule of a field, where links from the form lead. */
function rule(page: Page, label: string) {
  return page.getByRole('article', { name: label, exact: true })
}

test('a bank is found by its former name, without knowing its country', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await page.getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search all countries' }).fill('bansefi')
  await expect(page.getByRole('search').getByRole('status')).toHaveText('Found: 1 rule')
  await page.getByRole('link', { name: /Banco del Bienestar/ }).click()
  await expect(page).toHaveURL('/rules/MX#bank-37166')
  await expect(page.locator(':focus')).toContainText('BANSEFI')
  await expect(page.locator(':focus')).toBeInViewport()
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

test('an error has a link from its field to its rule', async ({ page }) => {
  await startPayout(page, AR)
  await field(page, 'CBU or CVU').fill('2850 5909 4009 0418 1352 0')
  await field(page, 'CBU or CVU').blur()
  await page.getByRole('link', { name: 'Rule for CBU or CVU' }).first().click()
  await expect(rule(page, 'CBU or CVU')).toBeFocused()
  await expect(rule(page, 'CBU or CVU')).toContainText('22 digits, such as 28505909 40090418135201')
  await page.goBack()
  await expect(field(page, 'CBU or CVU')).toHaveValue('2850 5909 4009 0418 1352 0')
})

test('Costa Rica is found, with what its identity check needs and why nothing else', async ({ page }) => {
  await page.goto('/rules')
  await page.getByRole('searchbox').fill('costa')
  await page.getByRole('link', { name: 'Costa Rica' }).click()
  await expect(page.getByText('Only validations are available here, not payouts.')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Identity validation' })).toContainText('Cédula de identidad (CI)')
  await expect(page.getByRole('article', { name: 'Bank account validation' })).toContainText(
    'no bank account validation for Costa Rica',
  )
  await expect(page.getByRole('heading', { name: 'Fields' })).toBeHidden()
})

test('a search shows how much it found, and a reload keeps it', async ({ page }) => {
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

test('on paper every section is open, black on white, without the frame', async ({ page }) => {
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
  // The browser's print dialog is not part of the page: the test looks at the page when the dialog opens.
  await page.addInitScript(() => {
    window.print = () => {
      document.title = `${document.querySelectorAll('[id^="bank-"]').length} banks printed`
    }
  })
  await page.goto('/rules/BR')
  await expect(page.getByRole('heading', { name: '16 banks' })).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('513 banks printed')
})

test('assistive technology finds nothing to trip over in the rules of a country, and of all before and after a search', async ({
  page,
}) => {
  for (const address of ['/rules/BR#documentNumber', '/rules/CR']) {
    await page.goto(address)
    await expect(page.getByRole('search')).toBeVisible()
    await expectSound(page, { what: address })
  }
  await expectReadable(page)
  await page.goto('/rules')
  await expect(page.getByRole('search')).toBeVisible()
  await expectSound(page)
  await page.getByRole('searchbox').fill('cedula')
  await expect(page.getByRole('table', { name: 'In the rules of the countries' })).toBeVisible()
  await expectSound(page)
})
