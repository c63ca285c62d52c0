import { ruleBook } from '#shared/countries/rule-book.ts'
import { goTo } from './go-to.ts'
import { continueUnfinished, field, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

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
  await expect(page.getByText(/^Not saved yet/)).toBeVisible()
  await goTo(page, 'About')
  await expect(page.getByText(/^This screen could not be loaded/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await goTo(page, 'New payout')
  await continueUnfinished(page)
  await expect(field(page, 'First name')).toHaveValue('Olga Maria')
})
