import type { Page } from '@playwright/test'
import { enrolByPasskey, expect, inviteAdmin, member, newEmail, test } from './accounts.ts'
import { saveBatch, submitBatch } from './batches.ts'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'

test('a reviewer approves one payout, all that wait, and a batch, each by one touch of the passkey that signs every approval', async ({
  page: admin,
  browser,
}) => {
  test.slow()
  await enrolByPasskey(admin, (await inviteAdmin()).link, newEmail('Ines').slice(0, 13))
  const clerk = await member(admin, browser, 'clerk')
  const reviewer = await member(admin, browser, 'reviewer')
  const [first = '', second = '', third = ''] = [
    await inReview(clerk, pixDetails(unique())),
    await inReview(clerk, pixDetails(unique())),
    await inReview(clerk, pixDetails(unique())),
  ]
  await reviewer.goto(`/review/${first}`)
  await expect(reviewer.getByText(/entered by clerk-\S+ \(clerk-\S+@example\.com\), sent/)).toBeVisible()
  await reviewer.getByRole('button', { name: /^Approve…/ }).click()
  await expect(reviewer.getByText('You sign this approval with your passkey.')).toBeVisible()
  await reviewer.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.poll(() => approvals(clerk, first)).toEqual([true])

  await clerk.goto(`/payouts/${first}`)
  await expect(clerk.getByText(/by reviewer-\S+ \(reviewer-\S+@example\.com\)/)).toBeVisible()

  let touches = 0
  reviewer.on('request', (request) => {
    if (request.url().endsWith('/api/approvals/signature')) touches += 1
  })
  await reviewer.goto('/review')
  await reviewer.getByRole('button', { name: /^Approve all/ }).click()
  const dialog = reviewer.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /^Leave out payouts to new accounts/ }).uncheck()
  await dialog.getByRole('button', { name: /^Approve \d/ }).click()
  for (const id of [second, third]) await expect.poll(() => approvals(clerk, id)).toEqual([true])
  expect(touches).toBe(1)

  const batch = await saveBatch(clerk, 'Lima', 'Ramos', 'Silva', 'Torres')
  const ids = await submitBatch(clerk, batch)
  await reviewer.goto('/review')
  await reviewer.locator(`a[href="/batches/${batch}/review"]`).click()
  const lines = reviewer.getByRole('list', { name: 'Waiting for review' }).getByRole('listitem')
  await expect(lines).toHaveCount(4)
  await lines
    .last()
    .getByRole('button', { name: /^Set aside/ })
    .click()
  await reviewer.getByRole('button', { name: 'Approve 3 payouts…' }).click()
  await expect(dialog.getByText('You sign all of them with one touch of your passkey.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve 3 payouts' }).click()
  await expect(reviewer.getByRole('heading', { name: '3 payouts approved' })).toBeVisible()
  expect(touches).toBe(2)
  const given = await Promise.all(ids.map((id) => approvals(clerk, id)))
  expect(given.filter(([isSigned]) => isSigned === true)).toHaveLength(3)
})

/** Of each approval of a payout, whether it is signed. */
async function approvals(page: Page, id: string): Promise<readonly unknown[]> {
  const payout: unknown = await (await page.request.get(`/api/payouts/${id}`)).json()
  const given = Reflect.get(Object(Reflect.get(Object(payout), 'approvals')), 'given')
  return Array.isArray(given) ? given.map((approval) => Reflect.get(Object(approval), 'isSigned')) : []
}
