import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { batchSchema } from '#shared/api/batch.ts'
import { savedRowsSchema } from '#shared/api/batch-rows.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { unique } from './saved-beneficiaries.ts'
import { expect } from './test.ts'

const headers = () => ({ 'idempotency-key': randomUUID() })

/** Saves a batch of Brazilian payouts as a program does, one for each last name; answers its id. */
export async function saveBatch(page: Page, ...lastNames: readonly string[]): Promise<string> {
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
  return id
}

/** Sends a whole batch to review past the screens; answers its payouts. */
export async function submitBatch(page: Page, batchId: string): Promise<readonly string[]> {
  const found = await page.request.post('/api/payout-searches', { data: { batchId } })
  const payouts = payoutPageSchema
    .parse(await found.json())
    .items.map(({ id, version }) => ({ id, version, confirmed: [] }))
  const answer = await page.request.post(`/api/batches/${batchId}/submit`, { data: { payouts }, headers: headers() })
  expect(answer.ok(), await answer.text()).toBe(true)
  return payouts.map(({ id }) => id)
}
