import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { accountNumber, goTo, lastName, openPage } from '../testing/page-under-test.tsx'

interface Saved {
  readonly id: string
  readonly beneficiaryId: string
}

async function send(method: string, path: string, body: object, ifMatch = ''): Promise<Saved> {
  const headers = { 'content-type': 'application/json', ...(ifMatch !== '' && { 'if-match': ifMatch }) }
  const answer = await fetch(path, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** A payout to a person whose account and name have changed while another payout to them waits for review. */
async function paidAfterAChange(name: string, account: string): Promise<Saved> {
  const kofi = { country: 'GH', method: 'account', beneficiaryFirstName: 'Kofi', beneficiaryLastName: name }
  const details = { ...kofi, accountNumber: `${account}6655` }
  const pay = (amount: string, beneficiary?: object) => ({ entry: { ...details, amount }, beneficiary, confirmed: [] })
  const first = await send('POST', '/api/payouts', { ...pay('10'), submit: true })
  const id = first.beneficiaryId
  const entry = { ...details, beneficiaryLastName: `${name} Boateng`, accountNumber: `${account}3311` }
  await send('PUT', `/api/beneficiaries/${id}`, { entry, confirmed: [] }, '"1"')
  const draft = { entry: { amount: '20' }, beneficiary: { id, version: 2 }, confirmed: [], submit: false }
  return send('POST', '/api/payouts', draft)
}

it('A reviewer sees on the review screen and on the page of the payout what changed in its details, masked, who changed it and when', async () => {
  await openPage('/payouts')
  const [name, account] = [lastName(), accountNumber()]
  const { id } = await paidAfterAChange(name, account)
  await openPage(`/payouts/${id}`)
  const changed = async () => {
    const lines = await screen.findAllByText(/ → /, { selector: 'li *' })
    return lines.map((line) => line.closest('li')?.textContent)
  }
  const expected = [
    expect.stringMatching(new RegExp(`^Last name ${name} → ${name} Boateng, changed by Ana \\w+ just now$`)),
    expect.stringMatching(/^Account number …6655 → …3311, changed by Ana \w+ just now$/),
  ]
  expect(await changed()).toEqual(expected)
  goTo(`/review/${id}`)
  expect(await changed()).toEqual(expected)
  expect(document.body.textContent).toContain('The details have changed since a payout in review')
})
