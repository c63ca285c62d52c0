import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { warningId } from '#shared/api/issue.ts'
import { type OnePayout, onePayoutSchema } from '#shared/api/payout.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { t } from '../language/translate.ts'
import { accountNumber, colleague, lastName, openPage } from '../testing/page-under-test.tsx'

const savedSchema = z.object({ id: z.string(), externalReference: z.string() })

type Saved = z.infer<typeof savedSchema>

function post(path: string, body: object): Promise<Response> {
  return fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

/** Sends a payout to review, with its warnings confirmed with a reason. */
async function send(entry: object): Promise<Saved> {
  const first = await post('/api/payouts', { entry, confirmed: [], submit: true })
  if (first.ok) return savedSchema.parse(await first.json())
  const { warnings = [] } = problemSchema.parse(await first.json())
  const confirmed = warnings.map((warning) => ({ warningId: warningId(warning), reason: 'They called us.' }))
  return savedSchema.parse(await (await post('/api/payouts', { entry, confirmed, submit: true })).json())
}

const kofi = (beneficiaryLastName: string, account = accountNumber()) => ({
  country: 'GH',
  method: 'account',
  beneficiaryFirstName: 'Kofi',
  beneficiaryLastName,
  accountNumber: `${account}6655`,
  amount: '20',
})

/** Payouts that were sent to review, one after the other. */
async function inReview(...names: readonly string[]): Promise<readonly Saved[]> {
  await openPage('/payouts')
  const saved: Saved[] = []
  for (const name of names) saved.push(await send(kofi(name)))
  return saved
}

/** The next payout once it is open. Which one that is depends on what other tests send to review meanwhile. */
function findAnother(externalReference = ''): Promise<HTMLElement> {
  return screen.findByRole('article', { name: new RegExp(`^(?!.*${externalReference})`) })
}

async function payout(id = ''): Promise<OnePayout> {
  return onePayoutSchema.parse(await (await fetch(`/api/payouts/${id}`)).json())
}

/** Opens a payout in the review as another person, and the question whether to approve it. */
async function askToApprove({ id, externalReference }: Saved): Promise<UserEvent> {
  const user = await openPage(`/review/${id}`)
  await screen.findByRole('article', { name: new RegExp(externalReference) })
  await user.keyboard('a')
  expect(document.activeElement?.textContent).toBe('Approve this payout?')
  return user
}

const approve = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' })

const whyNot = () =>
  approve()
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

const comment = () => screen.getByLabelText<HTMLTextAreaElement>('What has to change')

test('A comment that was begun in the review survives Escape, Cancel and a look at the next payout, and is sent by Ctrl and Enter', async () => {
  const [one] = await inReview(lastName(), lastName())
  const user = await openPage(`/review/${one?.id}`)
  await screen.findByRole('article', { name: new RegExp(one?.externalReference ?? '') })
  await user.keyboard('r')
  await user.keyboard('The amount is for two months.{Escape}')
  expect(screen.getByRole('button', { name: 'Return with a comment' })).toBe(document.activeElement)
  await user.keyboard('r')
  expect(comment().value).toBe('The amount is for two months.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('j')
  await findAnother(one?.externalReference)
  await user.keyboard('r')
  expect(comment().value).toBe('')
  await user.keyboard('{Escape}')
  await user.keyboard('k')
  await screen.findByRole('article', { name: new RegExp(one?.externalReference ?? '') })
  await user.keyboard('r')
  expect(comment().value).toBe('The amount is for two months.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(async () => (await payout(one?.id ?? '')).comment).toBe('The amount is for two months.')
})

test('A reviewer who returns a payout has its beneficiary, amount and masked account in sight, and approving shows the same', async () => {
  const name = lastName()
  const [one] = await inReview(name)
  const user = await openPage(`/review/${one?.id}`)
  await screen.findByRole('article', { name: new RegExp(one?.externalReference ?? '') })
  for (const [key, title] of [
    ['r', 'Return this payout'],
    ['a', 'Approve this payout?'],
  ] as const) {
    await user.keyboard(key)
    const panel = screen.getByRole('dialog', { name: title })
    expect(panel.textContent).toContain(`Kofi ${name} 20.00 GHS`)
    expect(panel.textContent).toContain('Ghana · …6655')
    await user.keyboard('{Escape}')
  }
})

test('A payout is approved by A and Enter, and a screen reader announces that, and which payout is open now', async () => {
  const [one] = await inReview(lastName(), lastName())
  if (one === undefined) throw new Error('Nothing was sent to review.')
  await approveByKeys(await askToApprove(one), one)
  await findAnother(one.externalReference)
  expect((await payout(one.id)).state).toBe('approved')
  const announcement = new RegExp(
    `^${one.externalReference} was approved\\. Kofi .*, 20\\.00 GHS\\. Payout \\d+ of \\d+\\.`,
  )
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(announcement),
  )
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
})

/** Approves the open payout by keys only. */
async function approveByKeys(user: UserEvent, { externalReference }: Saved): Promise<void> {
  await waitFor(() => expect(approve().getAttribute('aria-keyshortcuts')).toBe('Enter'))
  await user.keyboard('{Enter}')
  await screen.findByText(`${externalReference} was approved.`)
}

test('A decision is undone by U within ten seconds, and the payout is open in the queue again', async () => {
  const [one] = await inReview(lastName(), lastName())
  if (one === undefined) throw new Error('Nothing was sent to review.')
  const user = await askToApprove(one)
  await approveByKeys(user, one)
  expect(screen.getByRole('button', { name: 'Undo' }).textContent).toMatch(/^Undo\d+ secU$/)
  await user.keyboard('u')
  await screen.findByText(`Undone: ${one.externalReference} is waiting for review again.`)
  expect((await payout(one.id)).state).toBe('in_review')
  await screen.findByRole('article', { name: new RegExp(one.externalReference) })
  await screen.findByText(/^Payout \d+ of \d+$/)
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBe(null)
})

test('A decision that cannot be undone stays, and the reviewer sees why', async () => {
  const [one] = await inReview(lastName(), lastName())
  if (one === undefined) throw new Error('Nothing was sent to review.')
  const user = await askToApprove(one)
  await approveByKeys(user, one)
  await (await colleague()).change(`/api/payouts/${one.id}`, { amount: '30' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  // The live region says it too.
  expect((await screen.findAllByText(/^\s*Not undone\. \S/)).length).toBeGreaterThan(0)
})

test('The review neither follows nor shows single-letter shortcuts where they are turned off', async () => {
  const [one] = await inReview(lastName())
  localStorage.setItem('payout-desk.single-keys', 'off')
  const user = await openPage(`/review/${one?.id}`)
  const ask = await screen.findByRole('button', { name: 'Approve…' })
  await user.keyboard('arj')
  expect(screen.queryByRole('dialog')).toBe(null)
  expect(ask.getAttribute('aria-keyshortcuts')).toBe(null)
  expect(screen.queryByText(/shows all shortcuts/)).toBe(null)
})

test('A payout with serious warnings is approved only once the reviewer has ticked each of them', async () => {
  await openPage('/payouts')
  const [name, account] = [lastName(), accountNumber()]
  await send(kofi(name, account))
  const twice = await send(kofi(name, account))
  const user = await askToApprove(twice)
  const ticks = within(screen.getByRole('dialog')).getAllByRole('checkbox')
  expect(whyNot()).toBe(ticks.length === 1 ? 'Tick 1 warning first.' : `Tick ${ticks.length} warnings first.`)
  await user.click(approve())
  await user.keyboard('{Enter}')
  expect((await payout(twice.id)).state).toBe('in_review')
  for (const tick of ticks) await user.click(tick)
  await approveByKeys(user, twice)
  const { state, confirmations } = await payout(twice.id)
  expect(state).toBe('approved')
  expect(confirmations.filter(({ isReview }) => isReview).map(({ code }) => code)).toContain('duplicate_payout')
})

test('A compliance warning takes a written reason of the reviewer and a press of the button: Enter alone does not approve', async () => {
  await openPage('/payouts')
  const documentNumber = String(30_000_000 + Math.floor(Math.random() * 9_999_999))
  const person = { country: 'AR', firstName: 'Ana', lastName: 'Sandbox Pep', documentType: 'DNI', documentNumber }
  expect((await post('/api/identity-validations', person)).ok).toBe(true)
  const whom = { beneficiaryFirstName: 'Ana', beneficiaryLastName: 'Sandbox Pep', documentType: '1', documentNumber }
  const exposed = await send({ country: 'AR', method: 'account', ...whom, accountNumber: cbu(), amount: '20' })
  const user = await askToApprove(exposed)
  const dialog = within(screen.getByRole('dialog'))
  expect(screen.getByRole('dialog').textContent).toContain('They called us.')
  dialog.getByText('One approval is enough here: names are taken on trust.')
  expect(t('review.approval.onTrust', { needed: 2 })).toBe('2 approvals are needed here: names are taken on trust.')
  for (const tick of dialog.queryAllByRole('checkbox')) await user.click(tick)
  expect(whyNot()).toBe('Write your reason first.')
  await user.type(dialog.getByLabelText('Why you approve it anyway'), 'Known to compliance.')
  await waitFor(() => expect(whyNot()).toBeUndefined())
  await user.click(screen.getByRole('heading', { name: 'Approve this payout?' }))
  await user.keyboard('{Enter}')
  expect((await payout(exposed.id)).state).toBe('in_review')
  await user.click(approve())
  await screen.findByText(`${exposed.externalReference} was approved.`)
  const { confirmations } = await payout(exposed.id)
  const own = confirmations.find(({ isReview, grade }) => isReview && grade === 'compliance')
  expect(own?.reason).toBe('Known to compliance.')
})

function cbu(): string {
  return `0110599520000${Math.floor(100_000_000 + Math.random() * 899_999_999)}`
}

test('The filters and the order of the queue stay from one payout to the next', async () => {
  await openPage('/payouts')
  const name = lastName()
  const low = await send({ ...kofi(name), amount: '7' })
  const high = await send({ ...kofi(name), beneficiaryFirstName: 'Ama', amount: '9000' })
  const user = await openPage('/review?country=GH&warnings=none&sort=amount')
  await user.type(await screen.findByRole('searchbox', { name: 'Search payouts' }), name)
  const places = () => screen.getAllByRole('link', { name: new RegExp(name) }).map((link) => link.getAttribute('href'))
  const addresses = [high, low].map(({ id }) => `/review/${id}?country=GH&warnings=none&sort=amount`)
  await waitFor(() => expect(places()).toEqual(addresses))
  await user.click(screen.getAllByRole('link', { name: new RegExp(name) })[0] ?? document.body)
  await screen.findByText('Payout 1 of 2')
  await user.keyboard('j')
  await screen.findByText('Payout 2 of 2')
  expect(location.pathname + location.search).toBe(addresses[1])
})

test('All payouts of the filtered queue without warnings are approved by one act after one question, but for one that is set aside and one that has changed since, and all of it is undone', async () => {
  await openPage('/payouts')
  const name = lastName()
  const clean = [await send(kofi(name)), await send({ ...kofi(name), beneficiaryFirstName: 'Ama' })]
  const [changing, aside] = [
    await send({ ...kofi(name), beneficiaryFirstName: 'Yaw' }),
    await send({ ...kofi(name), beneficiaryFirstName: 'Esi' }),
  ]
  const user = await openPage('/review')
  await user.type(await screen.findByRole('searchbox', { name: 'Search payouts' }), name)
  await screen.findByText(/^(4 payouts to review|Payout \d of 4)$/)
  await user.click(screen.getByRole('button', { name: 'Approve all without warnings…' }))
  // Payouts to new accounts are left out until a person takes them in.
  await screen.findByText(/4 left out: the list shows why\.$/)
  await user.click(screen.getByRole('checkbox', { name: /^Leave out payouts to new accounts/ }))
  const question = await screen.findByRole('dialog', { name: 'Approve these 4 payouts?' })
  expect(question.textContent).toContain('80.00 GHS')
  const rows = within(question).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent).toSorted()).toEqual(
    ['Ama', 'Esi', 'Kofi', 'Yaw'].map((first) =>
      expect.stringMatching(`^${first} ${name}GHGhana.*…6655 New account.*20.00 GHS`),
    ),
  )
  await user.click(within(question).getByRole('button', { name: `Set aside: Esi ${name}` }))
  await (await colleague()).change(`/api/payouts/${changing.id}`, { amount: '30' })
  await user.click(within(question).getByRole('button', { name: 'Approve 3 payouts' }))
  const outcome = await screen.findByRole('dialog', { name: '2 payouts approved, 1 left in review' })
  expect(outcome.textContent).toContain(`Yaw ${name}`)
  const states = async () => Promise.all([...clean, changing, aside].map(async ({ id }) => (await payout(id)).state))
  expect(await states()).toEqual(['approved', 'approved', 'draft', 'in_review'])
  await user.click(within(outcome).getByRole('button', { name: /^Undo all/ }))
  await screen.findByRole('heading', { name: /^All undone/ })
  expect(await states()).toEqual(['in_review', 'in_review', 'draft', 'in_review'])
})
