import type { Page } from '@playwright/test'
import { enrolByPasskey, expect, inviteAdmin, member, newEmail, test } from './accounts.ts'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'

test('a reviewer approves by a touch of the passkey, one payout and then all that wait, each approval signed', async ({
  page: admin,
  browser,
}) => {
  test.slow()
  await enrolByPasskey(admin, await inviteAdmin(newEmail('ines')), newEmail('Ines').slice(0, 13))
  const clerk = await member(admin, browser, 'clerk')
  const reviewer = await member(admin, browser, 'reviewer')
  const [first = '', second = '', third = ''] = [
    await inReview(clerk, pixDetails(unique())),
    await inReview(clerk, pixDetails(unique())),
    await inReview(clerk, pixDetails(unique())),
  ]
  await reviewer.goto(`/review/${first}`)
  await reviewer.getByRole('button', { name: /^Approve…/ }).click()
  await expect(reviewer.getByText('You sign this approval with your passkey.')).toBeVisible()
  await reviewer.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.poll(() => approvals(clerk, first)).toEqual([true])

  let touches = 0
  reviewer.on('request', (request) => {
    if (request.url().endsWith('/api/approvals/signature')) touches += 1
  })
  await reviewer.goto('/review')
  await reviewer.getByRole('button', { name: /^Approve all/ }).click()
  await reviewer
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve \d/ })
    .click()
  for (const id of [second, third]) await expect.poll(() => approvals(clerk, id)).toEqual([true])
  expect(touches).toBe(1)
})

/** Of each approval of a payout, whether it is signed. */
async function approvals(page: Page, id: string): Promise<readonly unknown[]> {
  const payout: unknown = await (await page.request.get(`/api/payouts/${id}`)).json()
  const given = Reflect.get(Object(Reflect.get(Object(payout), 'approvals')), 'given')
  return Array.isArray(given) ? given.map((approval) => Reflect.get(Object(approval), 'isSigned')) : []
}
