import type { Page } from '@playwright/test'
import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { goTo } from './go-to.ts'
import { continueUnfinished, field, fillIn, person, startPayout } from './payout-page.ts'
import { unique } from './saved-beneficiaries.ts'
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
  await expect(page.getByText(/^Saved /)).toBeVisible({ timeout: 2_000 })
  const elsewhere = await browser.newContext(contextOptions)
  const phone = await elsewhere.newPage()
  await phone.request.post('/api/session', { data: { name: me } })
  await phone.goto('/payouts/new')
  await continueUnfinished(phone)
  await expect(field(phone, 'CPF')).toHaveValue('111.444')
  await elsewhere.close()
})

test('what is typed stays out of the browser’s storage', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill('111.444.777-35')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('111')
  expect(page.url()).not.toContain('111')
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

test('a country and a method alone leave no form behind; the first thing typed does', async ({ page }) => {
  await startPayout(page, BR, methodIn(BR, 'bank'))
  const kept = page.waitForRequest(/api\/drafts\/.*/, { timeout: 1_500 }).catch(() => undefined)
  expect(await kept).toBeUndefined()
  await page.goto('/payouts')
  await expect(page.getByLabel('Search payouts')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unfinished forms' })).toBeHidden()
  await startPayout(page, BR)
  await field(page, 'Last name').fill('O')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await field(page, 'Last name').fill('')
  await page.goto('/payouts')
  await expect(page.getByRole('region', { name: 'Unfinished forms' })).toBeVisible()
})

test('a server that does not answer is said, and what was typed reaches it later', async ({ page, context }) => {
  await startPayout(page, BR)
  await field(page, 'Last name').fill('Natal')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await context.setOffline(true)
  await field(page, 'First name').fill('Olga')
  await expect(page.getByText(/is not saved yet/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Saved /)).toBeVisible({ timeout: 10_000 })
})

test('a new payout is empty: an unfinished form waits above it and in the list', { tag: '@phone' }, async ({
  page,
}) => {
  await startPayout(page, BR)
  await field(page, 'First name').fill('Paula')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await goTo(page, 'New payout')
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('')
  await expect(page.getByText('You left Paula · Brazil unfinished.')).toBeVisible()
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

test('a payout that is saved leaves what was typed on another device meanwhile', async ({ page, context }) => {
  await startWhole(page)
  const second = await context.newPage()
  await second.goto(page.url())
  await field(second, 'First name').fill('Rosa')
  await expect(second.getByText(/^Saved /)).toBeVisible()
  await page.getByRole('button', { name: /^Save( as)? draft$/ }).click()
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
  await page.goto('/payouts')
  const forms = page.getByRole('region', { name: 'Unfinished forms' })
  await forms.getByText('1 unfinished payout').click()
  await expect(forms).toContainText('Rosa')
})

test('what is typed while a payout is saved does not bring its form back', async ({ page }) => {
  await startWhole(page)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/payouts', async (route) => {
    const answer = await route.fetch()
    await held
    await route.fulfill({ response: answer })
  })
  await page.getByRole('button', { name: /^Save( as)? draft$/ }).click()
  await field(page, 'First name').fill('Too late')
  // The autosave sends within a second.
  const kept = page.waitForRequest(/api\/drafts\/.*/, { timeout: 1_500 }).catch(() => undefined)
  expect(await kept).toBeUndefined()
  letGo()
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
  await page.goto('/payouts')
  await expect(page.getByRole('table').or(page.getByRole('list')).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unfinished forms' })).toBeHidden()
})

test('an answer that was lost on its way is not taken for another device', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'Last name').fill('Natal')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.route('**/api/drafts/*', async (route) => {
    // One under way may be let go by the end of this.
    await route.fetch()
    await route.abort().catch(() => undefined)
  })
  await field(page, 'First name').fill('Olga')
  await expect(page.getByText(/is not saved yet/)).toBeVisible()
  await field(page, 'First name').fill('Olga Maria')
  await page.unroute('**/api/drafts/*')
  await expect(page.getByText(/^Saved /)).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText(/changed elsewhere/)).toBeHidden()
  await page.goto('/payouts')
  await page.getByText('1 unfinished payout').click()
  await expect(page.getByRole('button', { name: /^Discard/ })).toHaveCount(1)
  await expect(page.getByRole('link', { name: /Olga Maria/ })).toBeVisible()
})

/** A form with nothing left to fix, saved. */
async function startWhole(page: Page): Promise<void> {
  await startPayout(page, BR)
  // Nobody saved has these details: nothing is left to confirm.
  const { cpf, pixKey } = unique()
  const own = { documentNumber: cpf, recipientPixKey: pixKey }
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample, ...own })
  await expect(page.getByText(/^Saved /)).toBeVisible()
}
