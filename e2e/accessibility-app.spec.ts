import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { chooseCountry, field } from './payout-page.ts'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expectReadable, expectSound } from './sound.ts'
import { expect, test } from './test.ts'

test('assistive technology finds nothing to trip over in the list of payouts and on one of them, its request shown', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const him = unique()
  const id = await inReview(page, pixDetails(him))
  await showAlone(page, him.name)
  await expectSound(page)
  if (!isMobile) await expectReadable(page)
  await page.goto(`/payouts/${id}`)
  await page.getByRole('button', { name: 'Show the request' }).click()
  await expect(page.getByRole('region', { name: 'The exact request' })).toContainText(him.cpf)
  await expectSound(page)
})

test('assistive technology finds nothing to trip over in the review, its keys and a return, and in what is approved', {
  tag: '@phone',
}, async ({ page, colleague, isMobile }) => {
  const id = await inReview(page, pixDetails(unique()))
  const app = colleague.page
  await app.goto(`/review/${id}`)
  await expect(app.getByRole('article')).toBeVisible()
  await expectSound(app)
  await app.getByRole('button', { name: 'Return with a comment' }).click()
  await app.getByRole('button', { name: 'Return', exact: true }).click()
  await expectSound(app)
  await app.keyboard.press('Escape')
  if (!isMobile) {
    await expectReadable(app)
    await app.keyboard.press('?')
    await expect(app.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectSound(app)
    await app.keyboard.press('Escape')
  }
  await app.getByRole('button', { name: 'Approve…' }).click()
  await expectSound(app)
  await app.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(app.getByText('was approved.').first()).toBeVisible()
  await app.goto('/exports')
  await expect(app.getByRole('table').first()).toBeVisible()
  await expectSound(app)
})

test('on a phone, a payout opened from the queue and the way back take focus along, and are read out', {
  tag: '@phone-alone',
}, async ({ page, colleague }) => {
  const him = unique()
  await inReview(page, pixDetails(him))
  await colleague.page.goto('/review')
  await colleague.page.getByRole('searchbox', { name: 'Search payouts' }).fill(him.name)
  const line = colleague.page.getByRole('link', { name: him.name })
  await line.click()
  await expect(colleague.page.getByRole('heading', { level: 2, name: him.name })).toBeFocused()
  await expect(colleague.page.getByRole('status').filter({ hasText: `${him.name}, ` })).toBeAttached()
  await colleague.page.getByRole('button', { name: 'Back to the queue' }).click()
  await expect(line).toBeFocused()
})

test('what cannot be undone never begins with focus, and a failure is read out with its reason', async ({ page }) => {
  const id = await inReview(page, pixDetails(unique()))
  await page.goto(`/payouts/${id}`)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.context().setOffline(true)
  await question.getByRole('button', { name: 'Delete the payout' }).click()
  await expect(question.getByRole('alert')).toContainText('does not answer')
})

test('assistive technology finds nothing to trip over in the audit log, about the installation, and at an address that leads nowhere', async ({
  page,
  me,
}) => {
  await page.goto('/activity?show=everything')
  await expect(page.getByText(`${me} signed in`, { exact: true })).toBeVisible()
  await expectSound(page)
  await page.goto('/about')
  await expect(page.getByRole('table')).toBeVisible()
  await expectSound(page)
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound(page)
})

test('assistive technology finds nothing to trip over in the menus of the frame, and in the question when a session has ended', {
  tag: '@phone',
}, async ({ page, me, isMobile }) => {
  await page.goto('/beneficiaries/new')
  await chooseCountry(page, ruleBook.BR)
  await page.getByRole('button', { name: `Signed in as ${me}` }).click()
  await expectSound(page)
  await page.keyboard.press('Escape')
  if (isMobile) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('link', { name: 'Exports' })).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Close' }).click()
  }
  await page.context().clearCookies()
  await field(page, 'First name').fill('Ana')
  await expect(page.getByRole('dialog', { name: 'Choose your name' })).toBeVisible()
  await expectSound(page)
})

/** Opens the list with the payouts to one person: how many rows there are makes no difference but that of time. */
async function showAlone(page: Page, name: string): Promise<void> {
  await page.goto('/payouts')
  await page.getByLabel('Search payouts').fill(name)
  await expect(page.getByText('1 payout', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
}
