import type { APIRequestContext, Page } from '@playwright/test'
import * as z from 'zod/mini'
import { batchSchema } from '#shared/api/batch.ts'
import { newestJobSchema } from '#shared/api/list-job.ts'
import { unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

/** More than one request holds, and some seconds of work each. */
const count = 510

const headings = 'Country,Method,First name,Last name,Document type,Document number,Pix key,Amount'

/** A person's browser: its page is closed in the middle of work, and opened again. */
function browserOf({ context, request }: { context: Page['context']; request: APIRequestContext }) {
  return {
    open: (address: string, work: (page: Page) => Promise<void>) => visit(context, address, work),
    /** Closes the page as soon as the server has the work. */
    leave: async (address: string, work: (page: Page) => Promise<void>, hasBegun: () => Promise<boolean>) =>
      visit(context, address, async (page) => {
        await work(page)
        await expect.poll(hasBegun, { intervals: [50] }).toBe(true)
      }),
    get: async <Answer>(address: string, schema: z.ZodMiniType<Answer>) =>
      schema.parse(await (await request.get(address)).json()),
  }
}

async function visit(context: Page['context'], address: string, work: (page: Page) => Promise<void>): Promise<void> {
  const page = await context().newPage()
  await page.goto(address)
  await work(page)
  await page.close()
}

test('a browser that is closed while a file is saved, validated, sent, approved and exported finds each done when it is opened again', async ({
  page,
  colleague,
}) => {
  test.slow()
  const clerk = browserOf({ context: () => page.context(), request: page.request })
  const reviewer = browserOf({ context: () => colleague.page.context(), request: colleague.page.request })
  const rows = Array.from({ length: count }, () => {
    const { firstName, lastName, cpf, pixKey } = unique()
    return ['BR', 'pix', firstName, lastName, '1', cpf, pixKey, '150'].join(',')
  })
  await page.goto('/import')
  const file = { name: 'payroll.csv', mimeType: 'text/csv', buffer: Buffer.from([headings, ...rows].join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^Continue with/ }).press('Enter')
  await page.getByRole('grid', { name: 'Rows of the file' }).waitFor()
  await expect(page.getByText(`${count} rows are ready`)).toBeVisible()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  const sheet = new URL(page.url()).pathname
  const [, , id = ''] = sheet.split('/')
  const address = `/batches/${id}`
  const batch = () => clerk.get(`/api/batches/${id}`, batchSchema)
  const hasList = (kind: string) => async () =>
    (await clerk.get(`/api/jobs?kind=${kind}&batchId=${id}`, newestJobSchema)).job !== null

  const save = (at: Page) => at.getByRole('button', { name: `Save ${count} rows` }).click()
  await clerk.leave(sheet, save, hasList('rows'))
  await expect.poll(async () => (await batch()).rows.saved).toBe(count)
  await clerk.open(sheet, async (at) => {
    await expect(at.getByText(`${count} rows saved.`, { exact: true }).first()).toBeVisible()
    await expect(at.getByText(`${count} rows = ${count} saved + 0 refused + 0 skipped + 0 open`)).toBeVisible()
    await at.getByRole('button', { name: 'Finish' }).click()
    await at.getByRole('dialog').getByRole('button', { name: 'Finish' }).click()
    await expect(at).toHaveURL(address)
  })

  const jobs = z.object({ items: z.array(z.object({ state: z.string() })) })
  const validations = async () => (await clerk.get(`/api${address}/validations`, jobs)).items.map(({ state }) => state)
  const validate = async (at: Page) => {
    await at.getByRole('button', { name: `Validate: ${count} billed calls` }).click()
    await at.getByRole('button', { name: `Confirm ${count} billed calls` }).click()
  }
  await clerk.leave(address, validate, async () => (await validations()).length > 0)
  await expect.poll(validations, { timeout: 120_000 }).toEqual(['finished'])
  await clerk.open(address, async (at) => {
    await expect(at.getByText('Finished', { exact: true })).toBeVisible()
    await expect(at.getByRole('list', { name: 'Validations by result' })).toContainText(`Matches ${count}`)
  })

  const send = (at: Page) => at.getByRole('button', { name: `Send ${count} payouts to review` }).click()
  await clerk.leave(address, send, hasList('acts'))
  await expect.poll(async () => (await batch()).counts.in_review).toBe(count)
  await clerk.open(address, (at) =>
    expect(at.getByRole('list', { name: 'Payouts by state' })).toContainText(`In review ${count}`),
  )

  const approve = async (at: Page) => {
    await at.getByRole('button', { name: `Approve ${count} payouts…` }).click()
    await at.getByRole('button', { name: `Approve ${count} payouts`, exact: true }).click()
  }
  await reviewer.leave(`${address}/review`, approve, async () => (await batch()).counts.approved > 0)
  await expect.poll(async () => (await batch()).counts.approved).toBe(count)
  await reviewer.open(`${address}/review`, (at) =>
    expect(at.getByText('No payout of this batch is waiting for review.')).toBeVisible(),
  )

  const exporting = async (at: Page) => {
    await at.getByRole('link', { name: 'Export approved payouts' }).click()
    await at.getByLabel(/^All payouts shown/).check()
    const all = at.getByRole('checkbox', { name: new RegExp(`${count}`) })
    if (await all.isVisible()) await all.check()
    await at.getByRole('button', { name: `Export ${count} payouts…` }).click()
    await at.getByRole('button', { name: `Export ${count} payouts`, exact: true }).click()
  }
  await reviewer.leave(address, exporting, async () => (await batch()).counts.exported > 0)
  await expect.poll(async () => (await batch()).counts.exported).toBe(count)
  const row = { name: new RegExp(`${colleague.name}.*${count}`) }
  await reviewer.open('/exports', (at) => expect(at.getByRole('row', row)).toContainText('JSON Lines'))
})
