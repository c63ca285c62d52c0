import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { warningId } from '#shared/api/issue.ts'
import { revealedPayoutSchema, savedPayoutSchema } from '#shared/api/payout.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { goTo, lastName, openPage } from '../testing/page-under-test.tsx'

const post = (path: string, body: object, headers = {}) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** A payout that one person sends and another approves; the page is then the other's. */
async function approved(changes: object) {
  await openPage('/payouts')
  // Without an account, which is a serious warning.
  const write = { entry: { country: 'GH', beneficiaryFirstName: 'Kofi', amount: '20', ...changes }, submit: true }
  const { warnings = [] } = problemSchema.parse(await (await post('/api/payouts', { ...write, confirmed: [] })).json())
  const confirmed = warnings.map((warning) => ({ warningId: warningId(warning) }))
  const { id } = savedPayoutSchema.parse(await (await post('/api/payouts', { ...write, confirmed })).json())
  await openPage('/exports')
  const shown = revealedPayoutSchema.parse(await (await post(`/api/payouts/${id}/reveal`, {})).json())
  const { requestHash, warningsHash } = shown
  const approval = {
    requestHash,
    warningsHash,
    confirmed: shown.warnings.map((one) => ({ warningId: warningId(one) })),
  }
  const answer = await post(`/api/payouts/${id}/approve`, approval, { 'if-match': `"${shown.version}"` })
  expect(answer.status).toBe(200)
}

it('Nothing is selected when Exports opens, each row says what is to be known, and a file is made after a last look at it', async () => {
  const name = lastName()
  await approved({ beneficiaryLastName: name, testMode: true })
  const user = goTo('/exports')
  const row = await screen.findByRole('row', { name: new RegExp(name) })
  expect(screen.getAllByRole('columnheader').length).toBeLessThanOrEqual(10)
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(false)
  within(row).getByText('1 serious warning')
  within(row).getByText('Test')
  await waitFor(() => within(row).getByText('New account'))
  await user.click(within(row).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Export 1 payout…' }))
  const look = within(await screen.findByRole('dialog', { name: 'Export this payout?' }))
  // Enter, pressed once more, makes no file.
  expect(document.activeElement).toBe(look.getByRole('heading', { name: 'Export this payout?' }))
  look.getByText('20.00 GHS')
  look.getByText('1 with a serious warning')
  look.getByText('1 in test mode: it moves no money')
  look.getByText('1 payout goes to a new account')
  await user.click(look.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('row', { name: new RegExp(name) })).toBeTruthy()
})
