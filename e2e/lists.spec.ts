import type { Page } from '@playwright/test'
import { saveBatch } from './batches.ts'
import { approve, inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

const rowsInSight = 14

/** Lists above which a person's first visits have a hint. */
const hinted = new Set(['/payouts', '/review'])

/** How many whole rows of a list are in sight, with nothing in front of them; all are as high as the one of `name`, where it is given. */
async function wholeRows(page: Page, path: string, name?: string): Promise<number> {
  await page.goto(path)
  const main = page.getByRole('main')
  const rows =
    path === '/review'
      ? page.getByRole('list', { name: 'Waiting for review' }).getByRole('listitem')
      : main.getByRole('table').first().locator('tbody').getByRole('row')
  await expect(rows.nth(rowsInSight - 1)).toBeAttached()
  if (hinted.has(path)) await expect(main.getByRole('button', { name: 'Got it' })).toBeVisible()
  if (name !== undefined) {
    const [first, own] = [await rows.first().boundingBox(), await rows.filter({ hasText: name }).boundingBox()]
    return Math.floor((800 - (first?.y ?? 0)) / (own?.height ?? 0))
  }
  return rows.evaluateAll(
    (all) =>
      all.filter((row) => {
        const { left, bottom } = row.getBoundingClientRect()
        const lowest = document.elementFromPoint(left + 20, bottom - 2)
        return bottom <= window.innerHeight && row.contains(lowest)
      }).length,
  )
}

test('every list shows fourteen whole rows in a window of 1280 × 800, with its hints', async ({ page, colleague }) => {
  const people = Array.from({ length: rowsInSight + 1 }, () => unique('Ana'))
  const ids = await Promise.all(people.map((person) => inReview(page, pixDetails(person))))
  const [first = unique()] = people
  for (const path of ['/payouts', '/beneficiaries', '/review', '/activity'])
    expect(await wholeRows(colleague.page, path), path).toBeGreaterThanOrEqual(rowsInSight)
  for (const id of ids) await approve(colleague.page, id)
  expect(await wholeRows(colleague.page, '/exports', first.name), '/exports').toBeGreaterThanOrEqual(rowsInSight)
  await Promise.all(people.map(() => saveBatch(page, 'Souza')))
  expect(await wholeRows(page, '/batches'), '/batches').toBeGreaterThanOrEqual(rowsInSight)
})
