import { approveAndExport, inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

test('a refused payout: a clerk states it, finds it in the list, corrects it and pays it again', async ({
  page,
  colleague,
}) => {
  const id = await inReview(page, pixDetails(unique()))
  await approveAndExport(colleague.page, id)
  await page.goto(`/payouts/${id}`)
  const outcome = page.getByRole('region', { name: 'Outcome', exact: true })
  await expect(outcome.getByText('No outcome reported yet')).toBeVisible()
  await outcome.getByRole('button', { name: 'Report outcome' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose whether it was paid or refused.')).toBeVisible()
  await dialog.getByText('Refused', { exact: true }).click()
  await dialog.getByLabel('The provider’s words').fill('Account closed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(outcome.getByText(/^Refused, as reported by .+, /)).toBeVisible()
  await expect(outcome.getByText('Account closed')).toBeVisible()

  await page.goto('/payouts?state=exported&outcome=refused')
  await expect(page.getByTitle('Reported refused').first()).toBeVisible()

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

test('exported payouts: a clerk selects several in the list and reports their outcome once', async ({
  page,
  colleague,
}) => {
  const ids = [await inReview(page, pixDetails(unique())), await inReview(page, pixDetails(unique()))]
  const { id } = await approveAndExport(colleague.page, ...ids)
  await page.goto(`/payouts?export=${id}`)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const place of ids.keys()) await page.getByRole('table').getByRole('checkbox').nth(place).check()
  await page.getByRole('region', { name: 'Selected payouts' }).getByRole('button', { name: 'Report outcome' }).click()
  const question = page.getByRole('dialog', { name: 'Report the outcome of 2 payouts?' })
  await question.getByText('Refused', { exact: true }).click()
  await question.getByRole('button', { name: 'Report outcome' }).click()
  const result = page.getByRole('dialog', { name: '2 outcomes saved' })
  await result.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Stop selecting' }).click()
  await expect(page.getByTitle('Reported refused')).toHaveCount(2)
})

test('refused payouts of an export: a clerk makes a batch of them, corrects one in its sheet and saves it', async ({
  page,
  colleague,
}) => {
  const id = await inReview(page, pixDetails(unique()))
  const { id: exportId } = await approveAndExport(colleague.page, id)
  const stated = await page.request.post('/api/outcomes', {
    data: { outcomes: [{ payoutId: id, outcome: 'refused' }] },
  })
  expect(stated.status()).toBe(200)
  await page.goto('/exports')
  await page.locator(`a[href*="export=${exportId}&outcome=refused"]`, { hasText: 'Reported refused 1' }).click()
  await expect(page.getByText('One export')).toBeVisible()
  await page.getByRole('link', { name: 'Pay the refused ones again' }).click()
  await page.getByLabel('Name of the batch').fill('Again')
  await page.getByRole('button', { name: 'Open the sheet' }).click()
  await expect(page).toHaveURL(/\/batches\/.+\/sheet/)
  await page.getByRole('gridcell', { name: '150.25' }).waitFor()
  const titles = await page.getByRole('columnheader').allTextContents()
  await page.getByRole('gridcell').first().click()
  await page.keyboard.press('Control+Home')
  for (let place = titles.indexOf('Amount'); place > 0; place -= 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('77')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save 1 row' }).click()
  await expect(page.getByText('1 row = 1 saved + 0 refused + 0 skipped + 0 open')).toBeVisible()

  await page.goto(`/payouts/${id}`)
  await page
    .getByText(/^Replaced by payout /)
    .getByRole('link')
    .click()
  await expect(page.getByText('Paid in place of')).toBeVisible()
})
