import type { Page } from '@playwright/test'
import { overviewSchema } from '#shared/api/overview.ts'
import { payoutSchema } from '#shared/api/payout.ts'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

/** One page of the queue, and some: what is entered last waits further back. */
const moreThanOnePage = 56

test('a long queue: a payout far back has its place there, keys go on and back from it, and J alone reaches what was not loaded at first', async ({
  page,
  colleague,
}) => {
  test.slow()
  const ids: string[] = []
  await Promise.all(Array.from({ length: moreThanOnePage - 3 }, () => inReview(page, pixDetails(unique()))))
  // One after the other: their places in the queue are known.
  for (let place = 0; place < 3; place++) ids.push(await inReview(page, pixDetails(unique())))
  const [third = '', before = '', last = ''] = ids
  const app = colleague.page
  await app.goto(`/review/${before}`)
  await expect(app.getByRole('article')).toBeVisible()
  await expect(app.getByText(/^Payout \d+ of \d+$/)).toBeVisible()
  const { toReview } = overviewSchema.parse(await (await app.request.get('/api/overview')).json())
  expect(toReview).toBeGreaterThan(50)
  await expect(current(app)).toBeInViewport()
  await goBy(app, 'j', last)
  await goBy(app, 'k', before)
  await goBy(app, 'k', third)

  await app.goto('/review')
  const queue = app.getByRole('list', { name: 'Waiting for review' })
  await expect(app.getByText(/^Payout 1 of \d+$/)).toBeVisible()
  await expect(queue.getByRole('link')).toHaveCount(50)
  const { width = 0, height = 0 } = app.viewportSize() ?? {}
  expect({ width, height }).toEqual({ width: 1280, height: 800 })
  const rows = await queue.getByRole('link').evaluateAll((links) => links.map((link) => link.getBoundingClientRect()))
  expect(rows.filter(({ bottom }) => bottom <= height).length, 'rows in sight').toBeGreaterThanOrEqual(14)
  expect(Math.max(...rows.map((row) => row.height)), 'the highest row').toBeLessThanOrEqual(40)
  // From the last of those that came first.
  await queue.getByRole('link').last().click()
  await expect(app.getByText(/^Payout 50 of \d+$/)).toBeVisible()
  for (const place of [50, 51]) {
    await app.keyboard.press('j')
    await expect(app.getByText(new RegExp(`^Payout ${place + 1} of \\d+$`))).toBeVisible()
  }
})

test('the queue is beside the payout under review, and on a phone is a screen of its own', {
  tag: '@phone',
}, async ({ page, colleague, isMobile }) => {
  const id = await inReview(page, pixDetails(unique()))
  const app = colleague.page
  await app.goto('/review')
  if (isMobile) await expect(app.getByText(/^\d+ payouts? to review$/)).toBeVisible()
  await expect(app.getByRole('list', { name: 'Waiting for review' }).getByRole('link').first()).toBeVisible()
  await app.goto(`/review/${id}`)
  await expect(app.getByRole('article')).toBeVisible()
  await expect(app.getByRole('list', { name: 'Waiting for review' })).toBeVisible({ visible: !isMobile })
})

test('typing "a banana" where nothing has focus approves nothing, nor does a line of it', async ({
  page,
  colleague,
}) => {
  const ids = [await inReview(page, pixDetails(unique())), await inReview(page, pixDetails(unique()))]
  const app = colleague.page
  await app.goto(`/review/${ids[0]}`)
  await expect(app.getByRole('button', { name: 'Approve…' })).toBeVisible()
  const decisions: string[] = []
  app.on('request', (request) => /\/(approve|return)$/.test(request.url()) && decisions.push(request.url()))
  await app.keyboard.type('a banana\n')
  await expect(app.getByRole('heading', { name: 'Approve this payout?' })).toBeFocused()
  expect(decisions).toEqual([])
  await app.keyboard.press('Escape')
  await expect(app.getByRole('button', { name: 'Approve…' })).toBeFocused()
  for (const id of ids)
    expect(payoutSchema.parse(await (await app.request.get(`/api/payouts/${id}`)).json()).state).toBe('in_review')
})

test('a printed payout or review says that it is of the sandbox and when things were done, and has no buttons', async ({
  page,
  colleague,
}) => {
  const id = await inReview(page, pixDetails(unique()))
  const app = colleague.page
  await app.emulateMedia({ media: 'print' })
  for (const path of [`/payouts/${id}`, `/review/${id}`]) {
    await app.goto(path)
    const time = app.locator('main time').filter({ visible: true }).first()
    await expect(time).toBeVisible()
    await expect(app.getByText('Sandbox', { exact: true })).toBeVisible()
    await expect(app.getByRole('button')).toHaveCount(0)
    await expect(time.locator('span')).toBeHidden()
    const printed = await time.evaluate((element) => getComputedStyle(element, '::after').content)
    expect(printed).toMatch(/\d{4}, \d{1,2}:\d\d:\d\d/)
  }
})

/** The one in the queue that is looked at. */
function current(page: Page) {
  return page.getByRole('list', { name: 'Waiting for review' }).locator('[aria-current]')
}

/** Other tests' payouts may appear further back in the queue, but never between two that one test has sent one after the other. */
async function goBy(page: Page, key: string, id: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(page).toHaveURL(new RegExp(`/review/${id}$`), { timeout: 10_000 })
  }).toPass()
}
