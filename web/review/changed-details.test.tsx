import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { accountNumber, goTo, lastName, openPage, openPageAs, staffName } from '../testing/page-under-test.tsx'

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

it('A call-back is recorded on the page of a payout whose details have changed: what is missing is marked, and it is listed with the beneficiary', async () => {
  await openPageAs({ name: staffName('Ana'), roles: ['clerk'] }, '/about')
  const { id, beneficiaryId } = await paidAfterAChange(lastName(), accountNumber())
  const user = await openPageAs({ name: staffName('Bia'), roles: ['clerk'] }, `/payouts/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Record a call-back' }))
  const form = await screen.findByRole('dialog', { name: 'Record a call-back' })
  await user.click(within(form).getByRole('button', { name: 'Record a call-back' }))
  const missing = () => within(form).queryAllByText('Fill this in.').length
  expect(missing()).toBe(5)
  await user.type(within(form).getByLabelText('The number'), '+233 24 123 4567')
  await user.click(within(form).getByRole('radio', { name: 'The contract' }))
  await user.click(within(form).getByRole('radio', { name: 'They confirmed the bank details' }))
  await user.type(within(form).getByLabelText('Spoke to'), 'Kofi')
  await user.type(within(form).getByLabelText('What was confirmed'), 'The new account is theirs')
  await user.click(within(form).getByRole('button', { name: 'Record a call-back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const answer = await fetch(`/api/beneficiaries/${beneficiaryId}/call-backs`)
  expect((await answer.json()).callBacks).toMatchObject([{ result: 'confirmed', numberFrom: 'contract', flaw: null }])
})
