import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { enrolByPasskey, expect, inviteAdmin, member, newEmail, test } from './accounts.ts'
import { accountsEnvironment } from './accounts-server.ts'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'

/** Makes payouts those of a batch, in the database of the server: what a file would do is no matter here. */
async function batchOf(clerk: Page, ids: readonly string[]): Promise<string> {
  const answer = await clerk.request.post('/api/batches', {
    data: { name: 'July', source: { kind: 'paste', name: null }, rowsGiven: ids.length },
    headers: { 'idempotency-key': randomUUID() },
  })
  const id = String(Reflect.get(Object(await answer.json()), 'id'))
  const program =
    "const { readConfig } = await import('./server/config.ts'); const { openStore } = await import('./server/store/open-store.ts'); const { putInBatch } = await import('./server/testing/in-batch.ts'); const store = await openStore(readConfig(process.env).data, () => new Date()); await putInBatch(store, process.argv[1], process.argv.slice(2)); await store.close()"
  const env = { ...process.env, ...accountsEnvironment }
  await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, id, ...ids], {
    env,
  })
  return id
}

test('a reviewer approves a whole batch by one touch of the passkey, and each of its payouts is signed', async ({
  page: admin,
  browser,
}) => {
  test.slow()
  await enrolByPasskey(admin, await inviteAdmin(newEmail('ines')), newEmail('Ines').slice(0, 13))
  const clerk = await member(admin, browser, 'clerk')
  const reviewer = await member(admin, browser, 'reviewer')
  const ids: string[] = []
  for (let i = 0; i < 4; i += 1) ids.push(await inReview(clerk, pixDetails(unique())))
  const batch = await batchOf(clerk, ids)

  let touches = 0
  reviewer.on('request', (request) => {
    if (request.url().endsWith('/api/approvals/signature')) touches += 1
  })
  await reviewer.goto('/review')
  await reviewer.locator(`a[href="/batches/${batch}/review"]`).click()
  const lines = reviewer.getByRole('list', { name: 'Waiting for review' }).getByRole('listitem')
  await expect(lines).toHaveCount(4)
  await lines
    .last()
    .getByRole('button', { name: /^Set aside/ })
    .click()
  await reviewer.getByRole('button', { name: 'Approve 3 payouts…' }).click()
  const dialog = reviewer.getByRole('dialog')
  await expect(dialog.getByText('You sign all of them with one touch of your passkey.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve 3 payouts' }).click()
  await expect(reviewer.getByRole('heading', { name: '3 payouts approved' })).toBeVisible()
  expect(touches).toBe(1)
  const given = await Promise.all(ids.map((id) => approvals(clerk, id)))
  expect(given.filter(([isSigned]) => isSigned === true)).toHaveLength(3)
  await dialog.getByRole('button', { name: /^Undo all/ }).click()
  await expect(reviewer.getByRole('heading', { name: /^All of it was taken back/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(lines).toHaveCount(4)
})

/** Of each approval of a payout, whether it is signed. */
async function approvals(page: Page, id: string): Promise<readonly unknown[]> {
  const payout: unknown = await (await page.request.get(`/api/payouts/${id}`)).json()
  const given = Reflect.get(Object(Reflect.get(Object(payout), 'approvals')), 'given')
  return Array.isArray(given) ? given.map((approval) => Reflect.get(Object(approval), 'isSigned')) : []
}
