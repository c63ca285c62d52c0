import { approveAndExport, inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

test('a refused payout: a clerk states it, finds it in the list, corrects it and pays it again', async ({
  page,
  colleague,
}) => {
  const id = await inReview(page, pixDetails(unique()))
  await approveAndExport(colleague.page, id)
  await page.goto(`/payouts/${id}`)
  const outcome = page.getByRole('region', { name: 'What became of it' })
  await expect(outcome.getByText('Nobody has stated yet')).toBeVisible()
  await outcome.getByRole('button', { name: 'State what became of it' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose whether it was paid or refused.')).toBeVisible()
  await dialog.getByText('Refused', { exact: true }).click()
  await dialog.getByLabel('The provider’s words').fill('Account closed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(outcome.getByText(/^Refused, as stated by .+, /)).toBeVisible()
  await expect(outcome.getByText('Account closed')).toBeVisible()

  await page.goto('/payouts?state=exported&outcome=refused')
  await expect(page.getByTitle('Stated refused').first()).toBeVisible()

  await page.goto(`/payouts/${id}`)
  await outcome.getByRole('link', { name: 'Correct and pay again' }).click()
  await expect(page).toHaveURL(/\/payouts\/new\?draft=/)
  await page.getByLabel('Amount', { exact: true }).fill('77')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('Paid in place of')).toBeVisible()
  await page.goto(`/payouts/${id}`)
  await expect(outcome.getByText(/^Replaced by payout /)).toBeVisible()
  await expect(outcome.getByRole('link', { name: 'Correct and pay again' })).toBeHidden()
})
