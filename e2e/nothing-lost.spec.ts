import { ruleBook } from '#shared/countries/rule-book.ts'
import { goTo } from './go-to.ts'
import { continueUnfinished, field, fillIn, person, startPayout, submit } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

test('a failed attempt loses nothing and leads to each field that has to change', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill('1234')
  await field(page, 'Amount').fill('abc')
  await submit(page)
  const summary = page.getByRole('region', { name: 'There is something to fix' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(summary.getByRole('link')).toHaveText([
    'Enter the first name.',
    'Enter the last name.',
    'The CPF has 4 digits; it needs 11 digits.',
    'Enter the Pix key, or the bank details instead.',
    /amount/,
  ])
  await summary.getByRole('link', { name: /11 digits/ }).click()
  await expect(field(page, 'CPF')).toBeFocused()
  await expect(field(page, 'Amount')).toHaveValue('abc')
})

test('a reload brings back what was typed', async ({ page }) => {
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample })
  await page.reload()
  await expect(field(page, 'CPF')).toHaveValue('11144477735')
  await expect(field(page, 'Pix key')).toHaveValue('ana@example.com')
})

test('a look at another page and back loses nothing', { tag: '@phone' }, async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill('111')
  await goTo(page, 'About')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await goTo(page, 'New payout')
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('')
  await continueUnfinished(page)
  await expect(field(page, 'CPF')).toHaveValue('111')
})

test('a server that is down takes one screen away, not the frame: it comes back by itself', async ({
  page,
  context,
}) => {
  await startPayout(page, BR)
  await context.setOffline(true)
  await goTo(page, 'About')
  await expect(page.getByText(/^This screen could not be loaded/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await goTo(page, 'Activity')
  await expect(page.getByText(/^This screen could not be loaded/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await goTo(page, 'About')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
})

test('a form that was left while the server was down is saved once it is back, and found again', async ({
  page,
  context,
}) => {
  await startPayout(page, BR)
  await field(page, 'First name').fill('Olga')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await context.setOffline(true)
  await field(page, 'First name').fill('Olga Maria')
  await expect(page.getByText(/is not saved yet/)).toBeVisible()
  await goTo(page, 'About')
  await expect(page.getByText(/^This screen could not be loaded/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await goTo(page, 'New payout')
  await continueUnfinished(page)
  await expect(field(page, 'First name')).toHaveValue('Olga Maria')
})
