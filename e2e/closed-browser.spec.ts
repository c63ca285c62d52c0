import type { APIRequestContext, Page } from '@playwright/test'
import * as z from 'zod/mini'
import { batchSchema } from '#shared/api/batch.ts'
import { newestJobSchema } from '#shared/api/list-job.ts'
import { unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

/** More than one request holds, and some seconds of work each; `npm run soak` takes 20,000. */
const count = Number(process.env.PAYOUT_DESK_TEST_ROWS ?? 510)
const words = count.toLocaleString('en')
/** For what takes longer the more rows there are. */
const patient = { timeout: Math.max(120_000, count * 60) }

const headings = 'Country,Method,First name,Last name,Document type,Document number,Pix key,Amount'

/** A person's browser: its page is closed in the middle of work, and opened again. */
function browserOf({ context, request }: { context: Page['context']; request: APIRequestContext }) {
  return {
    open: (address: string, work: (page: Page) => Promise<void>) => visit(context, address, work),
    /** Closes the page as soon as the server has the work. */
    leave: async (address: string, work: (page: Page) => Promise<void>, hasBegun: () => Promise<boolean>) => {
      await visit(context, address, async (page) => {
        await work(page)
        await expect.poll(hasBegun, { ...patient, intervals: [50] }).toBe(true)
      })
      return stopwatch()
    },
    get: async <Answer>(address: string, schema: z.ZodMiniType<Answer>) =>
      schema.parse(await (await request.get(address)).json()),
  }
}

/** Prints how long the work took from when its page was closed. */
function stopwatch() {
  const from = Date.now()
  return (what: string) =>
    process.stdout.write(`${words} rows ${what} in ${((Date.now() - from) / 1_000).toFixed(1)} s\n`)
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
  test.setTimeout(Math.max(360_000, count * 180))
  const clerk = browserOf({ context: () => page.context(), request: page.request })
  const reviewer = browserOf({ context: () => colleague.page.context(), request: colleague.page.request })
  const rows = Array.from({ length: count }, () => {
    const { firstName, lastName, cpf, pixKey } = unique()
    return ['BR', 'pix', firstName, lastName, '1', cpf, pixKey, '150'].join(',')
  })
  await page.goto('/import')
  const file = { name: 'payroll.csv', mimeType: 'text/csv', buffer: Buffer.from([headings, ...rows].join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  // While the file is still being read the button says so, and does nothing; a click waits until it is not.
  await page.getByRole('button', { name: `Continue with ${words} rows` }).click(patient)
  await page.getByRole('grid', { name: 'Rows of the file' }).waitFor(patient)
  await expect(page.getByText(`${words} rows are ready`)).toBeVisible(patient)
  await expect(page.getByText(/^Saved /)).toBeVisible(patient)
  const sheet = new URL(page.url()).pathname
  const [, , id = ''] = sheet.split('/')
  const address = `/batches/${id}`
  const batch = () => clerk.get(`/api/batches/${id}`, batchSchema)
  const hasList = (kind: string) => async () =>
    (await clerk.get(`/api/jobs?kind=${kind}&batchId=${id}`, newestJobSchema)).job !== null

  const save = (at: Page) => at.getByRole('button', { name: `Save ${words} rows` }).click(patient)
  const saved = await clerk.leave(sheet, save, hasList('rows'))
  await expect.poll(async () => (await batch()).rows.saved, patient).toBe(count)
  saved('saved')
  await clerk.open(sheet, async (at) => {
    await expect(at.getByText(`${words} rows saved.`, { exact: true }).first()).toBeVisible(patient)
    await expect(at.getByText(`${words} rows = ${words} saved + 0 refused + 0 skipped + 0 open`)).toBeVisible(patient)
    await at.getByRole('button', { name: 'Finish' }).click(patient)
    await at.getByRole('dialog').getByRole('button', { name: 'Finish' }).click(patient)
    await expect(at).toHaveURL(address, patient)
  })

  const jobs = z.object({ items: z.array(z.object({ state: z.string() })) })
  const validations = async () => (await clerk.get(`/api${address}/validations`, jobs)).items.map(({ state }) => state)
  const validate = async (at: Page) => {
    await at.getByRole('button', { name: `Validate: ${words} billed calls` }).click(patient)
    await at.getByRole('button', { name: `Confirm ${words} billed calls` }).click(patient)
  }
  const validated = await clerk.leave(address, validate, async () => (await validations()).length > 0)
  await expect.poll(validations, patient).toEqual(['finished'])
  validated('validated')
  await clerk.open(address, async (at) => {
    await expect(at.getByText('Finished', { exact: true })).toBeVisible(patient)
    await expect(at.getByRole('list', { name: 'Validations by result' })).toContainText(`Matches ${words}`, patient)
  })

  const send = (at: Page) => at.getByRole('button', { name: `Send ${words} payouts to review` }).click(patient)
  const sent = await clerk.leave(address, send, hasList('acts'))
  await expect.poll(async () => (await batch()).counts.in_review, patient).toBe(count)
  sent('sent to review')
  await clerk.open(address, (at) =>
    expect(at.getByRole('list', { name: 'Payouts by state' })).toContainText(`In review ${words}`, patient),
  )

  const approve = async (at: Page) => {
    await at.getByRole('button', { name: `Approve ${words} payouts…` }).click(patient)
    await at.getByRole('button', { name: `Approve ${words} payouts`, exact: true }).click(patient)
  }
  const approved = await reviewer.leave(`${address}/review`, approve, async () => (await batch()).counts.approved > 0)
  await expect.poll(async () => (await batch()).counts.approved, patient).toBe(count)
  approved('approved')
  await reviewer.open(`${address}/review`, (at) =>
    expect(at.getByText('No payout of this batch is waiting for review.')).toBeVisible(),
  )

  const exporting = async (at: Page) => {
    await at.getByRole('link', { name: 'Export approved payouts' }).click()
    await at.getByRole('checkbox', { name: new RegExp(words) }).check(patient)
    await at.getByRole('button', { name: `Export ${words} payouts…` }).click(patient)
    await at.getByRole('button', { name: `Export ${words} payouts`, exact: true }).click(patient)
  }
  const exported = await reviewer.leave(address, exporting, async () => (await batch()).counts.exported > 0)
  await expect.poll(async () => (await batch()).counts.exported, patient).toBe(count)
  exported('exported')
  const row = { name: new RegExp(`${colleague.name}.*${words}`) }
  await reviewer.open('/exports', (at) => expect(at.getByRole('row', row)).toContainText('JSON Lines'))
})
