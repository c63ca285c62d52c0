import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accountNumber, lastName, openPage } from '../testing/page-under-test.tsx'

interface Saved {
  readonly id: string
  readonly externalReference: string
  readonly state: string
}

async function call(method: string, path: string, body?: object): Promise<Saved> {
  const init = { method, headers: { 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(path, init)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Payouts that somebody has sent to review, one after the other. */
async function inReview(...names: readonly string[]): Promise<readonly Saved[]> {
  await openPage('/payouts')
  const saved: Saved[] = []
  for (const beneficiaryLastName of names) {
    const whom = { country: 'GH', method: 'account', beneficiaryFirstName: 'Kofi', beneficiaryLastName }
    const entry = { ...whom, accountNumber: `${accountNumber()}6655`, amount: '20' }
    saved.push(await call('POST', '/api/payouts', { entry, confirmed: [], submit: true }))
  }
  return saved
}

const comment = () => screen.getByLabelText<HTMLTextAreaElement>('What has to change')

test('A comment that was begun in the review survives Escape, Cancel and a look at the next payout', async () => {
  const [one, next] = await inReview(lastName(), lastName())
  const user = await openPage(`/review/${one?.id}`)
  await screen.findByRole('article', { name: new RegExp(one?.externalReference ?? '') })
  await user.keyboard('r')
  await user.keyboard('The amount is for two months.{Escape}')
  expect(screen.getByRole('button', { name: 'Return with a comment' })).toBe(document.activeElement)
  await user.keyboard('r')
  expect(comment().value).toBe('The amount is for two months.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('j')
  await screen.findByRole('article', { name: new RegExp(next?.externalReference ?? '') })
  await user.keyboard('r')
  expect(comment().value).toBe('')
  await user.keyboard('{Escape}')
  await user.keyboard('k')
  await screen.findByRole('article', { name: new RegExp(one?.externalReference ?? '') })
  await user.keyboard('r')
  expect(comment().value).toBe('The amount is for two months.')
})

test('Whoever returns a payout has its beneficiary, amount and masked account in sight, and approving shows the same', async () => {
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

test('A payout is approved by A and Enter, and a screen reader is told that, and which payout is open now', async () => {
  const [one, next] = await inReview(lastName(), lastName())
  const user = await openPage(`/review/${one?.id}`)
  await screen.findByRole('article', { name: new RegExp(one?.externalReference ?? '') })
  await user.keyboard('a')
  const approve = within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' })
  await waitFor(() => expect(approve.getAttribute('aria-keyshortcuts')).toBe('Enter'))
  await user.keyboard('{Enter}')
  await screen.findByRole('article', { name: new RegExp(next?.externalReference ?? '') })
  expect((await call('GET', `/api/payouts/${one?.id}`)).state).toBe('approved')
  const said = new RegExp(`^${one?.externalReference} was approved\\. Kofi .*, 20\\.00 GHS\\. Payout \\d+ of \\d+\\.`)
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(said),
  )
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
})
