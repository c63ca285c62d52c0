import type { Page } from '@playwright/test'
import { overviewSchema } from '#shared/api/payout.ts'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

/** One page of the queue, and some: what is entered last waits further back. */
const moreThanOnePage = 56

async function enterMany(page: Page): Promise<readonly string[]> {
  const ids: string[] = []
  for (let place = 0; place < moreThanOnePage; place++) ids.push(await inReview(page, pixDetails(unique())))
  return ids
}

test('a payout far back in a long queue has its place there: how many wait, and keys that go on and back from it', async ({
  page,
  colleague,
  isMobile,
}) => {
  const ids = await enterMany(page)
  const [before = '', last = ''] = ids.slice(-2)
  const app = colleague.page
  await app.goto(`/review/${before}`)
  await expect(app.getByRole('article')).toBeVisible()
  // On a phone the queue is a screen of its own.
  if (!isMobile) {
    await expect(app.getByText(/^Payout \d+ of \d+$/)).toBeVisible()
    const { toReview } = overviewSchema.parse(await (await app.request.get('/api/overview')).json())
    expect(toReview).toBeGreaterThan(50)
    await expect(current(app)).toBeInViewport()
  }
  await goBy(app, 'j', last)
  await goBy(app, 'k', before)
  await goBy(app, 'k', ids.at(-3) ?? '')
})

test('who goes on by J alone reaches what was not loaded at first', async ({ page, colleague, isMobile }) => {
  const ids = await enterMany(page)
  const app = colleague.page
  await app.goto('/review')
  const queue = app.getByRole('list', { name: 'Waiting for review' })
  await expect(queue.getByRole('link').first()).toBeVisible()
  if (isMobile) return expect(app.getByText(/^\d+ payouts to review$/)).toBeVisible()
  await expect(app.getByText(/^Payout 1 of \d+$/)).toBeVisible()
  await expect(queue.getByRole('link')).toHaveCount(50)
  for (let place = 1; place <= 51; place++) {
    await app.keyboard.press('j')
    await expect(app.getByText(new RegExp(`^Payout ${place + 1} of \\d+$`))).toBeVisible()
  }
  expect(ids.length).toBe(moreThanOnePage)
})

/** The one in the queue that is looked at. */
function current(page: Page) {
  return page.getByRole('list', { name: 'Waiting for review' }).locator('[aria-current]')
}

/** What others enter meanwhile stands further back, but never between two that were sent one after the other by one test alone. */
async function goBy(page: Page, key: string, id: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(page).toHaveURL(new RegExp(`/review/${id}$`), { timeout: 1000 })
  }).toPass()
}
