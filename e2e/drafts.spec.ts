import { ruleBook } from '#shared/countries/rule-book.ts'
import { field, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

test('what is typed is on the server within a second, and comes back on another device', async ({
  page,
  me,
  browser,
  contextOptions,
}) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill('111.444')
  await expect(page.getByText(/^Draft kept/)).toBeVisible({ timeout: 2_000 })
  const elsewhere = await browser.newContext(contextOptions)
  const phone = await elsewhere.newPage()
  await phone.request.post('/api/session', { data: { name: me } })
  await phone.goto('/payouts/new')
  await expect(field(phone, 'CPF')).toHaveValue('111.444')
  await elsewhere.close()
})

test('what is typed stays out of the browser’s storage', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill('111.444.777-35')
  await expect(page.getByText(/^Draft kept/)).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('111')
  expect(page.url()).not.toContain('111')
})

test('two tabs with one draft lose nothing: the second goes on as a draft of its own', async ({ page, context }) => {
  await startPayout(page, BR)
  await field(page, 'First name').fill('Rita')
  await expect(page.getByText(/^Draft kept/)).toBeVisible()
  const second = await context.newPage()
  await second.goto('/payouts/new')
  await expect(field(second, 'First name')).toHaveValue('Rita')
  await field(second, 'First name').fill('Rosa')
  await expect(second.getByText(/^Draft kept/)).toBeVisible()
  await field(page, 'First name').fill('Renata')
  await expect(page.getByText(/It was changed elsewhere too/)).toBeVisible()
  await page.goto('/payouts')
  const forms = page.getByRole('region', { name: 'Unfinished forms' })
  await expect(forms).toContainText('Rosa')
  await expect(forms).toContainText('Renata')
})

test('a server that does not answer is said, and what was typed reaches it later', async ({ page, context }) => {
  await startPayout(page, BR)
  await expect(page.getByText(/^Draft kept/)).toBeVisible()
  await context.setOffline(true)
  await field(page, 'First name').fill('Olga')
  await expect(page.getByText(/could not be kept yet/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Draft kept/)).toBeVisible({ timeout: 10_000 })
})

test('an unfinished form waits in the list, and another can be started beside it', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'First name').fill('Paula')
  await expect(page.getByText(/^Draft kept/)).toBeVisible()
  await page.goto('/payouts/new')
  await expect(field(page, 'First name')).toHaveValue('Paula')
  await page.getByRole('button', { name: 'Start another' }).click()
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('')
  await page.goto('/payouts')
  await page.getByRole('link', { name: /Paula/ }).click()
  await expect(field(page, 'First name')).toHaveValue('Paula')
  await page.goto('/payouts')
  await page.getByRole('button', { name: /Discard Paula/ }).click()
  await expect(page.getByText('Left unfinished by you')).toBeHidden()
})
