import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { warningId } from '#shared/api/issue.ts'
import { payoutSchema, revealedPayoutSchema } from '#shared/api/payout.ts'
import { accountNumber, fillIn, lastName, openPage, startPayout } from '../testing/page-under-test.tsx'

async function send(method: string, path: string, body: object, headers: object = {}): Promise<unknown> {
  const answer = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Exports a payout, which one person sends and another approves, and then changes the account of its beneficiary. */
async function paidBeforeAChange(name: string, account: string): Promise<void> {
  await openPage('/payouts')
  const details = {
    country: 'GH',
    beneficiaryFirstName: 'Kofi',
    beneficiaryLastName: name,
    accountNumber: `${account}06`,
  }
  const write = { entry: { ...details, amount: '20' }, confirmed: [], submit: true }
  const { id, beneficiaryId } = payoutSchema.parse(await send('POST', '/api/payouts', write))
  await openPage('/exports')
  const shown = revealedPayoutSchema.parse(await send('POST', `/api/payouts/${id}/reveal`, {}))
  const { requestHash, warningsHash, version } = shown
  const confirmed = shown.warnings.map((one) => ({ warningId: warningId(one) }))
  await send(
    'POST',
    `/api/payouts/${id}/approve`,
    { requestHash, warningsHash, confirmed },
    { 'if-match': `"${version}"` },
  )
  const key = { 'idempotency-key': crypto.randomUUID() }
  await send('POST', '/api/exports', { payoutIds: [id], format: 'json', again: false }, key)
  const entry = { ...details, accountNumber: `${account}99` }
  await send('PUT', `/api/beneficiaries/${beneficiaryId}`, { entry, confirmed: [] }, { 'if-match': '"1"' })
}

it('A warning about a saved beneficiary says to which account the last payout went, where the saved one was changed since', async () => {
  const [name, account] = [lastName(), `${accountNumber()}12`]
  await paidBeforeAChange(name, account)
  const user = await startPayout('Ghana')
  const again = { 'First name': 'Kofi', 'Last name': name, 'Account number': `${account}99`, Amount: '150.25' }
  await fillIn(user, again)
  const warned = /…\w\w99 · last payout went to …\w\w06, just now/
  await waitFor(() => expect(document.body.textContent).toMatch(warned))
})
