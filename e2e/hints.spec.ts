import type { Page } from '@playwright/test'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

function hint(page: Page) {
  return page.getByRole('note')
}

/** Only headings take focus, where a screen begins. */
async function expectFocusElsewhere(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.activeElement?.closest('[role=note]'))).toBeNull()
}

test('who opens the form for the first time is told that it can fill itself, and after one press never again', async ({
  page,
  me,
}) => {
  await page.goto('/payouts/new')
  await page.getByRole('button', { name: 'Paste details' }).hover()
  await expect(hint(page)).toContainText('A message with the details? Paste it anywhere on this page')
  await expectFocusElsewhere(page)
  await hint(page).getByRole('button', { name: 'Got it' }).click()
  await expect(hint(page)).toBeHidden()
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).not.toContain(me)
  await page.reload()
  await page.getByRole('button', { name: 'Paste details' }).focus()
  await page.waitForLoadState('networkidle')
  await expect(hint(page)).toBeHidden()
})

test('lists and the review tell their keys where there are keys, and a phone is told of none', {
  tag: '@phone',
}, async ({ page, colleague, isMobile }) => {
  const app = colleague.page
  const id = await inReview(page, pixDetails(unique()))
  await app.goto('/payouts')
  await expect(app.getByRole('row').nth(1)).toBeVisible()
  if (isMobile) await expect(hint(app)).toBeHidden()
  else await expect(hint(app)).toContainText('Ctrl K takes you anywhere')
  await app.goto(`/review/${id}`)
  await expect(app.getByRole('article')).toBeVisible()
  if (isMobile) await expect(hint(app)).toBeHidden()
  else await expect(hint(app)).toHaveText(/^J next, K previous, A approve, R return\. \? shows all shortcuts\./)
})

for (const path of ['/payouts/new', '/review'])
  test(`a hint that comes late moves nothing on ${path}`, async ({ page, colleague }) => {
    await inReview(colleague.page, pixDetails(unique()))
    let letGo = () => {}
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/\/hint-[^/]*\.js$/, async (route) => {
      await isLetGo
      await route.continue()
    })
    await page.goto(path)
    const places = () => page.locator('main :is(h1, input, select, table, article, ul)').evaluateAll(topsOf)
    await expect.poll(async () => (await places()).length).toBeGreaterThan(1)
    await expect(page.getByRole('main').getByText(/^(Loading|Validations…)/)).toBeHidden()
    if (path === '/payouts/new') await page.getByRole('button', { name: 'Paste details' }).focus()
    const before = await places()
    letGo()
    await expect(hint(page)).toBeVisible()
    expect(await places()).toEqual(before)
  })

function topsOf(elements: readonly Element[]): readonly number[] {
  return elements.map((element) => Math.round(element.getBoundingClientRect().top + window.scrollY))
}
