import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { goTo, lastName, openPage } from '../testing/page-under-test.tsx'

const madeSchema = z.object({ id: z.string() })

/** Begins a batch of rows of which none is saved yet. */
async function beginBatch(name: string, rowsGiven = 4): Promise<string> {
  const answer = await fetch('/api/batches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, source: { kind: 'file', name: 'payroll.xlsx' }, rowsGiven }),
  })
  return madeSchema.parse(await answer.json()).id
}

test('A batch is found in the list by its state, and its page shows the result of its rows', async () => {
  await openPage('/batches')
  const name = `Payroll ${lastName()}`
  const id = await beginBatch(name)
  const user = goTo('/batches?state=draft')
  await user.click(await screen.findByRole('link', { name }))
  expect(location.pathname).toBe(`/batches/${id}`)
  await screen.findByRole('heading', { name, level: 1 })
  expect(document.title).toBe('Batch · Payout Desk')
  screen.getByText('No payout of this batch is saved yet.')
  const facts = screen.getByRole('region', { name: 'Where it came from' })
  within(facts).getByText('4 = 0 saved + 0 refused + 0 skipped + 4 not saved yet')
  expect(facts.textContent).toContain('payroll.xlsx')
})

test('An import of which nothing is saved is discarded from its page, after a question that names it', async () => {
  await openPage('/batches')
  const name = `Payroll ${lastName()}`
  const id = await beginBatch(name)
  const user = goTo(`/batches/${id}`)
  await screen.findByText('4 of 4 rows are not saved yet')
  await user.click(screen.getByRole('button', { name: `Discard ${name}` }))
  const dialog = within(await screen.findByRole('dialog', { name: `Discard “${name}”?` }))
  await dialog.findByText('Nothing in it has been saved as a payout. 4 unsaved rows are lost for good.')
  await user.click(dialog.getByRole('button', { name: 'Discard for good' }))
  await waitFor(() => expect(location.pathname).toBe('/batches'))
  expect((await fetch(`/api/batches/${id}`)).status).toBe(404)
})

test('Once every row is saved, the page of a batch offers to finish the import, then to send it to review', async () => {
  await openPage('/batches')
  const id = await beginBatch(`Payroll ${lastName()}`, 1)
  // An account that no other test pays: a second payee of one would be warned of, and the row not saved.
  const accountNumber = String(Math.floor(Math.random() * 9_000_000_000) + 1_000_000_000)
  const entry = {
    country: 'GH',
    beneficiaryFirstName: 'Ama',
    beneficiaryLastName: lastName(),
    accountNumber,
    amount: '10',
  }
  await fetch(`/api/batches/${id}/rows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ rows: [{ row: 1, entry, confirmed: [] }] }),
  })
  const user = goTo(`/batches/${id}`)
  await screen.findByText('Its row is saved')
  screen.getByText('Not sent yet')
  await user.click(screen.getByRole('button', { name: 'Finish the import' }))
  await screen.findByText('Ready to send')
  expect(screen.queryByRole('button', { name: 'Finish the import' })).toBeNull()
  screen.getByRole('button', { name: 'Send 1 payout to review' })
})

test('A state that no batch is in says so, and leads back to all', async () => {
  const user = await openPage('/batches?state=exported')
  await user.click(await screen.findByRole('button', { name: 'Show all batches' }))
  expect(location.search).toBe('')
})

test('A batch that does not exist is reported as missing, not as a failure', async () => {
  await openPage('/batches/7b0c7d0e-0000-4000-8000-000000000000')
  await screen.findByText('This batch does not exist: the address is incomplete.')
})

test('The list of payouts says of which batch they are, and shows all when that is taken away', async () => {
  await openPage('/batches')
  const name = `Suppliers ${lastName()}`
  const id = await beginBatch(name)
  const user = goTo(`/payouts?batch=${id}`)
  await user.click(await screen.findByRole('button', { name: new RegExp(name) }))
  expect(location.search).toBe('')
})
