import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { batchSchema } from '#shared/api/batch.ts'
import { savedRowsSchema } from '#shared/api/batch-rows.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { approve, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

/** Saves a batch of Brazilian payouts as a program does, one for each last name; answers its address. */
async function saveBatch(page: Page, ...lastNames: readonly string[]): Promise<string> {
  const headers = () => ({ 'idempotency-key': randomUUID() })
  const data = { name: 'Payroll', source: { kind: 'api', name: null }, rowsGiven: lastNames.length }
  const { id } = batchSchema.parse(await (await page.request.post('/api/batches', { data, headers: headers() })).json())
  const rows = lastNames.map((beneficiaryLastName, place) => {
    const { cpf, pixKey } = unique()
    const details = { documentType: '1', documentNumber: cpf, recipientPixKey: pixKey, amount: `${100 + place}` }
    const entry = { country: 'BR', method: 'pix', beneficiaryFirstName: 'Ana', beneficiaryLastName, ...details }
    return { row: place + 1, entry, confirmed: [] }
  })
  const answer = await page.request.post(`/api/batches/${id}/rows`, { data: { rows }, headers: headers() })
  expect(savedRowsSchema.parse(await answer.json()).rows.every((row) => 'payout' in row)).toBe(true)
  return `/batches/${id}`
}

test('a clerk validates a batch for a number that was said before, and sends it to review with its warnings', async ({
  page,
}) => {
  await page.goto(await saveBatch(page, 'Lima', 'Sandbox Invalid Id', 'Sandbox Invalid Id', 'Ramos'))
  await page.getByRole('button', { name: 'Validate: 4 billed calls' }).click()
  await page.getByRole('button', { name: 'Confirm 4 billed calls' }).click()
  await expect(page.getByText('Finished', { exact: true })).toBeVisible({ timeout: 20_000 })
  const outcomes = page.getByRole('list', { name: 'Validations by outcome' })
  await expect(outcomes).toContainText('Matches 2')
  await outcomes.getByRole('button', { name: '2 rows' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Row 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Send 4 payouts to review' }).click()
  await expect(page.getByText('2 payouts are in review.')).toBeVisible()
  await expect(page.getByText('2 payouts wait for you to confirm their warnings.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'I checked all 2. Keep them' }).check()
  await page.getByRole('button', { name: 'Confirm and send 2 payouts' }).click()
  await expect(page.getByText('4 payouts are in review.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Payouts by state' })).toContainText('In review 4')
})

test('@phone a batch and what is asked before its validations fit a phone', async ({ page }) => {
  await page.goto(await saveBatch(page, 'Lima', 'Ramos'))
  await expect(page.getByRole('button', { name: 'Validate: 2 billed calls' })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('a reviewer exports the approved payouts of one batch, whatever else is approved', async ({ page, colleague }) => {
  const path = await saveBatch(page, 'Lima', 'Ramos')
  const batchId = path.split('/').at(-1)
  const found = await page.request.post('/api/payout-searches', { data: { batchId } })
  const { items } = payoutPageSchema.parse(await found.json())
  const payouts = items.map(({ id, version }) => ({ id, version, confirmed: [] }))
  await page.request.post(`/api/batches/${batchId}/submit`, {
    data: { payouts },
    headers: { 'idempotency-key': randomUUID() },
  })
  for (const { id } of payouts) await approve(colleague.page, id)
  await colleague.page.goto(path)
  await colleague.page.getByRole('link', { name: 'Export approved payouts' }).click()
  await expect(colleague.page.getByRole('button', { name: /Payroll/ })).toBeVisible()
  const download = colleague.page.waitForEvent('download')
  await colleague.page.getByRole('button', { name: 'Export 2 payouts' }).click()
  const requests = z
    .array(z.object({ beneficiaryLastName: z.string() }))
    .parse(JSON.parse(readFileSync(await (await download).path(), 'utf8')))
  expect(requests.map(({ beneficiaryLastName }) => beneficiaryLastName).toSorted()).toEqual(['Lima', 'Ramos'])
})
