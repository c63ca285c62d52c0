import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { goTo } from './go-to.ts'
import { continueUnfinished, field, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

test('what is typed is on the server, not in the browser’s storage, and comes back on another device', async ({
  page,
  me,
  browser,
  contextOptions,
}) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill('111.444')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(`${stored} ${page.url()}`).not.toContain('111')
  const elsewhere = await browser.newContext(contextOptions)
  const phone = await elsewhere.newPage()
  await phone.request.post('/api/session', { data: { name: me } })
  await phone.goto('/payouts/new')
  await continueUnfinished(phone)
  await expect(field(phone, 'CPF')).toHaveValue('111.444')
  await elsewhere.close()
})

test('two tabs with one draft lose nothing: the second goes on as a draft of its own', async ({ page, context }) => {
  await startPayout(page, BR)
  await field(page, 'First name').fill('Rita')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  const second = await context.newPage()
  await second.goto('/payouts/new')
  await continueUnfinished(second)
  await expect(field(second, 'First name')).toHaveValue('Rita')
  await field(second, 'First name').fill('Rosa')
  await expect(second.getByText(/^Saved /)).toBeVisible()
  await field(page, 'First name').fill('Renata')
  await expect(page.getByText(/It was also changed elsewhere/)).toBeVisible()
  await page.goto('/payouts')
  const forms = page.getByRole('region', { name: 'Unfinished forms' })
  await forms.getByText('2 unfinished payouts').click()
  await expect(forms).toContainText('Rosa')
  await expect(forms).toContainText('Renata')
})

test('a country and a method alone leave no form behind, nor does what was emptied again; what was typed does', async ({
  page,
}) => {
  const forms = page.getByRole('region', { name: 'Unfinished forms' })
  await startPayout(page, BR, methodIn(BR, 'bank'))
  // Leaving the form sends what waits.
  await page.goto('/payouts')
  await expect(page.getByLabel('Search payouts')).toBeVisible()
  await expect(forms).toBeHidden()
  await startPayout(page, BR)
  await field(page, 'Last name').fill('O')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.goto('/payouts')
  await expect(forms).toBeVisible()
  await page.goBack()
  await field(page, 'Last name').fill('')
  await page.goto('/payouts')
  await expect(page.getByLabel('Search payouts')).toBeVisible()
  await expect(forms).toBeHidden()
})

test('a new payout is empty: an unfinished form waits above it and in the list', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'First name').fill('Paula')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await goTo(page, 'New payout')
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('')
  await expect(page.getByText('You left unfinished: Paula · Brazil.')).toBeVisible()
  await continueUnfinished(page)
  await expect(field(page, 'First name')).toHaveValue('Paula')
  await page.getByRole('button', { name: 'Start another' }).click()
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('')
  await page.goto('/payouts')
  await page.getByText('1 unfinished payout').click()
  await page.getByRole('link', { name: /Paula/ }).click()
  await expect(field(page, 'First name')).toHaveValue('Paula')
  await page.goto('/payouts')
  await page.getByText('1 unfinished payout').click()
  await page.getByRole('button', { name: /Discard Paula/ }).click()
  await expect(page.getByRole('region', { name: 'Unfinished forms' })).toBeHidden()
})

test('a draft is saved with its errors, is in the list with how many, and its form lists them', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'First name').fill('Zulmira')
  await field(page, 'CPF').fill('111')
  await field(page, 'Amount').fill('50,000')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('Saved as a draft.')).toBeVisible()
  await expect(page.getByText('4 things to fix before it can be sent to review')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to review' })).toHaveCount(0)
  await goTo(page, 'Payouts')
  // Many payouts may have come since.
  await page.getByRole('searchbox', { name: 'Search payouts' }).fill('Zulmira')
  const row = page.getByRole('row').filter({ hasText: 'Zulmira' }).first()
  await row.getByRole('link', { name: '4 to fix' }).click()
  const summary = page.getByRole('region', { name: 'There is something to fix' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveCount(4)
  await expect(field(page, 'CPF')).toHaveValue('111')
  await expect(field(page, 'Amount')).toHaveValue('50,000')
})
