import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

// Nothing is confirmed here: the approval policy holds for everyone, also for the payouts of other tests.
test('an admin proposes two approvals for large payouts by keyboard, sees it beside what is in force, and takes it back', async ({
  page,
}) => {
  await page.goto('/settings')
  await expect(page.getByText('One approval for every payout.').first()).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Propose a change' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Propose a change' })
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(dialog.getByText('Enter an amount, or 0 for every payout.').first()).toBeVisible()
  await expectSound(page)
  await dialog.getByLabel('Currency').selectOption('BRL')
  await dialog.getByLabel('Above').fill('987654')
  await dialog.getByLabel('Above').press('Enter')
  await expect(page.getByText('A payout of more than 987,654.00 BRL: 2 approvals')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting for a second person' })).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw the proposal' }).click()
  await expect(page.getByText('987,654.00 BRL')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
