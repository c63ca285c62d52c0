import * as z from 'zod/mini'
import { pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

/** More calls than are made while one request is answered. */
const count = 200

const madeSchema = z.object({ id: z.string() })
const countsSchema = z.object({ billed: z.number() })

test('a person sees in their account what goes on in their name, and stops it there', async ({ page }) => {
  await page.goto('/account')
  const post = async (path: string, data: unknown) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answer = await page.request.post(path, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const batch = { name: 'Payroll', source: { kind: 'api', name: null }, rowsGiven: null }
  const { id } = madeSchema.parse(await post('/api/batches', batch))
  const rows = Array.from({ length: count }, (_, place) => {
    return { row: place + 1, entry: { ...pixDetails(unique()), amount: '150' }, confirmed: [] }
  })
  await post(`/api/batches/${id}/rows`, { rows })
  const wish = { services: ['identity'], choice: 'all' }
  const { billed } = countsSchema.parse(await post(`/api/batches/${id}/validation-counts`, wish))
  expect(billed).toBe(count)
  const job = madeSchema.parse(await post(`/api/batches/${id}/validations`, { ...wish, billed, asksAgain: false }))
  await post(`/api/validation-jobs/${job.id}/pause`, {})
  await page.reload()
  const work = page.getByRole('region', { name: 'Work in progress under your name' })
  const line = work.getByRole('row', { name: /^Validate paused/ })
  await expect(line).toContainText('this one')
  await line.getByRole('button', { name: 'Stop: Validate' }).click()
  await expect(work).toHaveCount(0)
  const { items } = z
    .object({ items: z.array(z.object({ state: z.string() })) })
    .parse(await (await page.request.get(`/api/batches/${id}/validations`)).json())
  expect(items).toMatchObject([{ state: 'stopped' }])
})
