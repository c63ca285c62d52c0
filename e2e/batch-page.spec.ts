import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { saveBatch, submitBatch } from './batches.ts'
import { approve } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

test('a clerk validates a batch at the number of validations announced before, and sends it to review with its warnings', async ({
  page,
}) => {
  await page.goto(`/batches/${await saveBatch(page, 'Lima', 'Sandbox Invalid Id', 'Sandbox Invalid Id', 'Ramos')}`)
  await page.getByRole('button', { name: 'Validate: 4 billed calls' }).click()
  await page.getByRole('button', { name: 'Confirm 4 billed calls' }).click()
  await expect(page.getByText('Finished', { exact: true })).toBeVisible()
  const outcomes = page.getByRole('list', { name: 'Validations by result' })
  await expect(outcomes).toContainText('Matches 2')
  await outcomes.getByRole('button', { name: '2 rows' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Row 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Send 4 payouts to review' }).click()
  await expect(page.getByRole('main').getByText('2 payouts are in review.')).toBeVisible()
  await expect(page.getByText('2 payouts are waiting for you to confirm their warnings.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'I checked all 2. Keep them' }).check()
  await page.getByRole('button', { name: 'Confirm and send 2 payouts' }).click()
  await expect(page.getByRole('main').getByText('4 payouts are in review.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Payouts by state' })).toContainText('In review 4')
})

test('a batch and what is asked before its validations fit a phone', { tag: '@phone-alone' }, async ({ page }) => {
  await page.goto(`/batches/${await saveBatch(page, 'Lima', 'Ramos')}`)
  await expect(page.getByRole('button', { name: 'Validate: 2 billed calls' })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('a reviewer exports the approved payouts of one batch, whatever else is approved', async ({ page, colleague }) => {
  const id = await saveBatch(page, 'Lima', 'Ramos')
  for (const payout of await submitBatch(page, id)) await approve(colleague.page, payout)
  await colleague.page.goto(`/batches/${id}`)
  await colleague.page.getByRole('link', { name: 'Export approved payouts' }).click()
  await expect(colleague.page.getByRole('button', { name: /Payroll/ })).toBeVisible()
  const download = colleague.page.waitForEvent('download')
  await colleague.page.getByLabel('All payouts shown').check()
  await colleague.page.getByRole('button', { name: 'Export 2 payouts…' }).click()
  await colleague.page.getByRole('button', { name: 'Export 2 payouts', exact: true }).click()
  const requests = z
    .array(z.object({ beneficiaryLastName: z.string() }))
    .parse(JSON.parse(readFileSync(await (await download).path(), 'utf8')))
  expect(requests.map(({ beneficiaryLastName }) => beneficiaryLastName).toSorted()).toEqual(['Lima', 'Ramos'])
})
