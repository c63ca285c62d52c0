import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { warningId } from '#shared/api/issue.ts'
import { onePayoutSchema } from '#shared/api/payout.ts'
import { problemSchema } from '#shared/api/problem.ts'
import {
  assignToBatch,
  goTo,
  lastName,
  openPageAs,
  staffName,
  type TestColleague,
} from '../testing/page-under-test.tsx'

const madeSchema = z.object({ id: z.string() })

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function send(amount: string, named: boolean): Promise<string> {
  const account = named ? { accountNumber: crypto.randomUUID() } : {}
  const payee = { country: 'GH', method: 'account', beneficiaryFirstName: 'Kofi', beneficiaryLastName: lastName() }
  const entry = { ...payee, ...account, amount }
  const first = await post('/api/payouts', { entry, confirmed: [], submit: true })
  if (first.ok) return madeSchema.parse(await first.json()).id
  const { warnings = [] } = problemSchema.parse(await first.json())
  const confirmed = warnings.map((warning) => ({ warningId: warningId(warning) }))
  return madeSchema.parse(await (await post('/api/payouts', { entry, confirmed, submit: true })).json()).id
}

/** A clerk's batch of payouts: three without warnings, and one that names no account. Its reviewer opens it. */
async function openBatch(reviewer: Partial<TestColleague> = {}) {
  await openPageAs({ name: staffName('Ana'), roles: ['clerk'] }, '/payouts')
  const ids = [await send('10', true), await send('20', true), await send('900', true), await send('40', false)]
  const write = { name: 'July', source: { kind: 'paste', name: null }, rowsGiven: 4 }
  const { id } = madeSchema.parse(await (await post('/api/batches', write)).json())
  await post(`/api/batches/${id}/finish`, { refused: 0, skipped: 4 }, { 'if-match': '"1"' })
  await assignToBatch(id, ids)
  const user = await openPageAs({ name: staffName('Bruno'), roles: ['reviewer'], ...reviewer }, `/batches/${id}/review`)
  await screen.findByText(/^None set aside/)
  return { user, id, ids }
}

const stateOf = async (id = '') => onePayoutSchema.parse(await (await fetch(`/api/payouts/${id}`)).json()).state
const statesOf = (ids: readonly string[]) => Promise.all(ids.map(stateOf))
const list = () => screen.getByRole('list', { name: 'Waiting for review' })
const dialog = () => screen.getByRole('dialog')

test('A reviewer of a batch first sees what needs attention, sets a payout aside, and approves the rest at once, with ten seconds to undo it', async () => {
  const { user, ids } = await openBatch()
  const [first] = within(list()).getAllByRole('listitem')
  expect(first?.textContent).toContain('40.00 GHS')
  expect(first?.textContent).toContain('Serious warning')
  const [aside] = within(list())
    .getAllByRole('button', { name: /^Set aside/ })
    .slice(-1)
  await user.click(aside!)
  await screen.findByText('1 set aside, 1 to open first.')
  await user.click(screen.getByRole('button', { name: 'Approve 2 payouts…' }))
  expect(dialog().textContent).toContain('920.00 GHS')
  await user.click(within(dialog()).getByRole('button', { name: 'Approve 2 payouts' }))
  await screen.findByRole('heading', { name: '2 payouts approved' })
  expect(await statesOf(ids)).toEqual(['in_review', 'approved', 'approved', 'in_review'])
  await user.click(within(dialog()).getByRole('button', { name: /^Undo all/ }))
  await screen.findByRole('heading', { name: /^All undone/ })
  expect(new Set(await statesOf(ids))).toEqual(new Set(['in_review']))
})

test('A reviewer of a batch confirms a kind of warning for all payouts that have it, and sees which payout was refused and why', async () => {
  const { user, id, ids } = await openBatch()
  await user.click(screen.getByRole('button', { name: 'Approve 3 payouts…' }))
  await user.click(within(dialog()).getByRole('checkbox', { name: /^I checked it for 1 payout/ }))
  // The reviewer returns it in another tab.
  await post(`/api/payouts/${ids[1]}/return`, { comment: 'Which one?' }, { 'if-match': '"1"' })
  await user.click(within(dialog()).getByRole('button', { name: 'Approve 4 payouts' }))
  await screen.findByRole('heading', { name: '3 payouts approved, 1 left in review' })
  expect(dialog().textContent).toContain('The payout has been returned.')
  expect(await statesOf(ids)).toEqual(['approved', 'returned', 'approved', 'approved'])
  await user.click(within(dialog()).getByRole('button', { name: 'Close' }))
  await screen.findByText('No payout of this batch is waiting for review.')
  // It is there later, too.
  goTo(`/batches/${id}`)
  await user.click(await screen.findByText('Not accepted in the last few days (1)'))
  await user.click(await screen.findByText('1 of 4 not accepted'))
  const past = screen.getByRole('region', { name: 'Not accepted in the last few days' })
  expect((await within(past).findByRole('listitem')).textContent).toContain('The payout has been returned.')
})

test('A batch in review is one line of the queue, and a payout of it that is opened shows the same request as in the single review', async () => {
  const { id, ids } = await openBatch()
  const { externalReference } = onePayoutSchema.parse(await (await fetch(`/api/payouts/${ids[3]}`)).json())
  await screen.findByRole('article', { name: new RegExp(externalReference) })
  goTo('/review')
  const batches = await screen.findByRole('region', { name: 'Batches to review' })
  await waitFor(() =>
    expect(
      within(batches)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toContain(`/batches/${id}/review`),
  )
  expect(batches.textContent).toContain('4 payouts')
})

test('A reviewer sees all that prevents them from approving payouts of a batch, and who may approve each', async () => {
  const name = staffName('Carla')
  await openPageAs({ name, roles: ['reviewer'] }, '/payouts')
  const heldUntil = new Date(Date.now() + 60_000).toISOString()
  const { user } = await openBatch({ approveUpTo: { GHS: '30' }, heldUntil })
  const held = await screen.findByText(/^You cannot approve 4 while you are on hold for a day; 2 above your limit\./)
  expect(held.textContent).toContain(`${name} (4)`)
  await user.click(within(list()).getByRole('link', { name: /900/ }))
  const takes = await screen.findByRole('region', { name: 'Who can approve' })
  await waitFor(() => expect(takes.textContent).toContain('You approve up to 30 GHS to one beneficiary'))
  expect(takes.textContent).toContain('Your role or your way to sign in is less than a day old')
  // Reviewers of other tests are here too, and three of many are named.
  expect(takes.textContent).toMatch(new RegExp(`(${name}|and [0-9,]+ more).* can approve it now`))
  expect(screen.getByRole('button', { name: 'Approve…' }).getAttribute('aria-disabled')).toBe('true')
})
