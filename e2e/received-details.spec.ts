import { enrolByPasskey, expect, inviteAdmin, member, newEmail, test } from './accounts.ts'
import { expectNoOverflow, expectSound } from './sound.ts'

test('a clerk asks for details, another accepts what came, and a reviewer who looked at it approves no payout to it', async ({
  page: admin,
  browser,
}) => {
  test.slow()
  await enrolByPasskey(admin, (await inviteAdmin()).link, newEmail('Ines').slice(0, 13))
  const maker = await member(admin, browser, 'clerk')
  // Without digits, which would be a warning.
  const name = `Kofi${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`
  await maker.goto('/beneficiaries')
  await maker.getByRole('button', { name: 'Ask the beneficiary' }).click()
  const asking = maker.getByRole('dialog')
  await asking.getByLabel('Name').fill(name)
  await asking.getByRole('button', { name: 'Create the link' }).click()
  await expect(asking.getByRole('link', { name: 'Send by WhatsApp' })).toBeVisible()
  await expectSound(maker)
  const url = new URL((await asking.locator('code').textContent()) ?? '')
  const id = url.pathname.slice(1)

  const account = `77${Date.now()}`
  const entry = {
    country: 'GH',
    method: 'account',
    beneficiaryFirstName: 'Kofi',
    beneficiaryLastName: name,
    accountNumber: account,
  }
  await submit(url, entry)

  const looked = await member(admin, browser, 'reviewer')
  await looked.goto(`/details-links/received/${id}`)
  await looked.getByRole('button', { name: 'Show what they sent' }).click()
  await expect(looked.getByRole('article').getByText(account)).toBeVisible()
  await expect(looked.getByText(/Only clerks enter and change things/)).toBeVisible()

  const accepter = await member(admin, browser, 'clerk')
  await accepter.goto(`/details-links/received/${id}`)
  await accepter.getByRole('button', { name: 'Show what they sent' }).click()
  await expect(accepter.getByRole('article', { name }).getByText(account)).toBeVisible()
  await expectSound(accepter)
  await accepter.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(accepter, 'received details')
  await accepter.setViewportSize({ width: 1280, height: 800 })
  await accepter.keyboard.press('a')
  await accepter.keyboard.press('Enter')
  await expect(accepter.getByRole('article', { name })).toBeHidden()

  const found = await accepter.request.post('/api/beneficiary-searches', { data: { text: name } })
  const [beneficiary] = (await found.json()).items
  const write = {
    entry: { country: 'GH', method: 'account', amount: '15' },
    beneficiary: { id: beneficiary.id, version: 1 },
    confirmed: [],
    submit: true,
  }
  const sent = await maker.request.post('/api/payouts', {
    data: write,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(sent.status(), await sent.text()).toBe(201)
  const payout = await sent.json()
  await looked.goto(`/review/${payout.id}`)
  await expect(looked.getByRole('button', { name: /^Approve…/ })).toHaveAttribute('aria-disabled', 'true')
  const other = await member(admin, browser, 'reviewer')
  await other.goto(`/review/${payout.id}`)
  await other.getByRole('button', { name: /^Approve…/ }).click()
  await other.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect
    .poll(async () => (await (await maker.request.get(`/api/payouts/${payout.id}`)).json()).state)
    .toBe('approved')

  // The same beneficiary gives another account, and the page of the next payout to them takes the call-back.
  const asked = await maker.request.post('/api/details-links', {
    data: { name, language: 'en', beneficiaryId: beneficiary.id },
  })
  const again = new URL((await asked.json()).url)
  const submissionId = await submit(again, { ...entry, accountNumber: `${account}5` })
  const received = `/api/details-links${again.pathname}`
  expect((await accepter.request.post(`${received}/submission`)).status()).toBe(200)
  const accepting = { submissionId, confirmed: [], version: 1 }
  const accepted = await accepter.request.post(`${received}/accept`, { data: accepting })
  expect(accepted.status(), await accepted.text()).toBe(200)
  const draft = { ...write, beneficiary: { id: beneficiary.id, version: 2 }, submit: false }
  const saved = await maker.request.post('/api/payouts', {
    data: draft,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(saved.status(), await saved.text()).toBe(201)
  await other.goto(`/payouts/${(await saved.json()).id}`)
  await other.getByRole('button', { name: 'Record a call-back' }).click()
  const calling = other.getByRole('dialog', { name: 'Record a call-back' })
  await calling.getByLabel('The number').fill('+233 24 123 4567')
  await calling.getByLabel('The contract').check()
  await calling.getByLabel('They confirmed the bank details').check()
  await calling.getByLabel('Spoke to').fill('Kofi')
  await calling.getByLabel('What was confirmed').fill('The new account is theirs')
  await expectSound(other)
  await calling.getByRole('button', { name: 'Record a call-back' }).click()
  await expect(calling).toBeHidden()
  await other.goto(`/beneficiaries/${beneficiary.id}`)
  await expect(other.getByText(/^Details confirmed at …4567/)).toBeVisible()
})

/** Sends details as the page of a payee does; answers the id of what was sent. */
async function submit(url: URL, entry: object): Promise<string> {
  const [id, secret, submissionId] = [url.pathname.slice(1), url.hash.slice(1), crypto.randomUUID()]
  const answer = await fetch(`${url.origin}/api/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, secret, submissionId, entry }),
  })
  expect(answer.status, await answer.text()).toBe(200)
  return submissionId
}
