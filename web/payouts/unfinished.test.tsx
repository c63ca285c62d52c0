import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { goTo, openPage } from '../testing/page-under-test.tsx'

it('Unfinished payouts are one line above the list, and the ten newest of them when it is opened', async () => {
  await openPage('/about')
  for (const name of Array.from({ length: 12 }, (_, place) => `Number ${place + 1}`)) {
    const form = { country: 'BR', entries: { BR: { beneficiaryFirstName: name } } }
    const headers = { 'content-type': 'application/json', 'if-none-match': '*' }
    const body = JSON.stringify({ kind: 'payout', subjectId: null, content: { form } })
    expect((await fetch(`/api/drafts/${crypto.randomUUID()}`, { method: 'PUT', headers, body })).status).toBe(200)
  }
  const user = goTo('/payouts')
  const forms = within(await screen.findByRole('region', { name: 'Unfinished forms' }))
  const summary = forms.getByText('12 unfinished payouts')
  expect(summary.closest('details')?.open).toBe(false)
  await user.click(summary)
  expect(summary.closest('details')?.open).toBe(true)
  expect(forms.getAllByRole('listitem')).toHaveLength(10)
  expect(forms.getAllByRole('link')[0]?.textContent).toBe('Number 12 · Brazil')
  await user.click(forms.getByRole('button', { name: 'Show all (12)' }))
  expect(forms.getAllByRole('listitem')).toHaveLength(12)
  await user.click(forms.getByRole('button', { name: 'Discard all (12)' }))
  forms.getByText(/Discard these 12 unfinished payouts\?/)
  await user.click(forms.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unfinished forms' })).toBeNull())
  expect(await drafts()).toEqual([])
})

async function drafts(): Promise<unknown> {
  const answer = await (await fetch('/api/drafts')).json()
  return answer.drafts ?? answer.items ?? answer
}
