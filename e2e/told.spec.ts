import { randomUUID } from 'node:crypto'
import { startMailServer } from '../server/testing/mail-server.ts'
import { makeMailsDue } from '../server/testing/time-of-mails.ts'
import { startWebhookReceiver } from '../server/testing/webhook-receiver.ts'
import { enrolByPasskey, expect, inviteAdmin, member, newEmail, test } from './accounts.ts'
import { accountsEnvironment, mailPort, receiverFolder } from './accounts-server.ts'
import { expectSound } from './sound.ts'

test('a payout that a clerk submits is told to the system that two admins agreed on, and to the reviewer in the app and by mail, once', async ({
  page: admin,
  browser,
}) => {
  test.slow()
  const receiver = await startWebhookReceiver({ trustedFolder: receiverFolder })
  const mails = await startMailServer({}, Number(mailPort))
  await enrolByPasskey(admin, (await inviteAdmin()).link, newEmail('Ines').slice(0, 13))
  const other = await (await browser.newContext()).newPage()
  await enrolByPasskey(other, (await inviteAdmin()).link, newEmail('Rosa').slice(0, 13))

  const url = `https://localhost:${receiver.port}/${randomUUID()}`
  await admin.goto('/settings/webhooks')
  await admin.getByRole('button', { name: 'Add an endpoint' }).click()
  const adding = admin.getByRole('dialog')
  await adding.getByLabel('Address').fill(url)
  await adding.getByRole('checkbox', { name: 'Payout sent to review' }).check()
  await adding.getByRole('button', { name: 'Propose the endpoint' }).click()
  await expect(admin.getByText(/^whsec_/)).toBeVisible()
  await admin.getByRole('button', { name: 'I have copied it' }).click()
  await other.goto('/settings/webhooks')
  await other.getByRole('button', { name: `Confirm: Webhook: ${url}` }).click()
  await other.getByRole('button', { name: `Send a test to ${url}` }).click()
  await expect(other.getByRole('main').getByText(/^The endpoint answered 204 in/)).toBeVisible()
  const card = other.getByRole('region', { name: url })
  await card.getByText('Last 100 deliveries').click()
  await expect(card.getByRole('row', { name: /^Test delivered 204/ })).toBeVisible()

  const clerk = await member(admin, browser, 'clerk')
  const reviewer = await member(admin, browser, 'reviewer')
  await reviewer.goto('/notifications')
  const choice = reviewer.getByLabel('Payouts waiting for review')
  await choice.selectOption('At once')
  await expect(choice).toHaveValue('at_once')
  const address = /\S+@example\.com/.exec((await reviewer.locator('#mail').textContent()) ?? '')?.[0] ?? ''
  const person = { beneficiaryFirstName: 'Ama', beneficiaryLastName: 'Boateng', documentNumber: '900000001' }
  const submitted = await clerk.request.post('/api/payouts', {
    data: {
      entry: { country: 'GH', method: 'account', amount: '12.50', ...person, accountNumber: `88${Date.now()}` },
      confirmed: [],
      submit: true,
    },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(submitted.status(), await submitted.text()).toBe(201)
  const { externalReference: reference } = await submitted.json()

  // Payouts of other tests are told to it, too.
  await expect(card.getByRole('row', { name: /^Payout sent to review delivered 204/ }).first()).toBeVisible()
  // The page itself asks every half minute.
  await expect.poll(async () => (await reviewer.request.get('/api/notifications')).text()).toContain(reference)
  await reviewer.reload()
  const told = reviewer.getByRole('listitem').filter({ hasText: reference })
  await expect(told.getByText('New')).toBeVisible()
  await expect(reviewer).toHaveTitle(/^\(\d+\) Notifications/)
  await expectSound(reviewer)
  const links = () => {
    const own = mails.mails.filter(({ to }) => to === address).map(({ raw }) => decoded(raw))
    const mail = own.find((text) => text.includes(reference)) ?? ''
    return [...mail.matchAll(/http\S+\/notifications\S+/g)].map(([link]) => link)
  }
  await expect
    .poll(() => {
      makeMailsDue(accountsEnvironment.DATA_DIR)
      return links().length
    })
    .toBeGreaterThan(1)
  await reviewer.goto(links().find((link) => link.includes('?open=')) ?? '')
  await expect(reviewer).toHaveURL(/\/review\//)
  await reviewer.goto(links().find((link) => link.endsWith('#mail')) ?? '')
  await expect(told).toHaveCount(1)
  await expect(told.getByText('New')).toBeHidden()
  await choice.selectOption('Not by mail')
  await expect(choice).toHaveValue('off')

  await Promise.all([receiver.stop(), mails.stop()])
})

/** The plain text in the lines that a mail is sent as. */
function decoded(raw: string): string {
  return raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
}
