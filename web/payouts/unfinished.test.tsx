import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { field, goTo, openPage, startPayout } from '../testing/page-under-test.tsx'

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

it('A form that was cleared is not among the unfinished ones', async () => {
  const user = await startPayout('Brazil')
  await user.type(field('First name'), 'Ana')
  await user.type(field('CPF'), '529.982.247-25')
  await screen.findByText(/^Saved /)
  await user.click(screen.getByRole('button', { name: 'Clear the form' }))
  goTo('/payouts/new')
  await waitFor(async () => expect(JSON.stringify(await drafts())).not.toContain('"Ana"'))
  goTo('/payouts')
  await screen.findByRole('searchbox', { name: 'Search payouts' })
  expect(screen.queryByRole('region', { name: 'Unfinished forms' })).toBeNull()
})

async function drafts(): Promise<unknown> {
  const answer = await (await fetch('/api/drafts')).json()
  return answer.drafts ?? answer.items ?? answer
}
