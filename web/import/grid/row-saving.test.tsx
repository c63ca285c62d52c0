import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type BatchMakes, batchSchema } from '#shared/api/batch.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import type { RowTexts } from '#shared/import/sheet-field.ts'
import { createQueryClient } from '../../app/app.tsx'
import { lastName, openPage } from '../../testing/page-under-test.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { remote } from '../testing/remote-sheet-in-memory.ts'
import { sheetOf } from '../testing/sheet-in-memory.ts'
import { giveRows } from './row-saving.ts'
import { SheetScreen } from './sheet-screen.tsx'

const account = () => String(Math.floor(Math.random() * 9_000_000_000) + 1_000_000_000)

/** A row that pays a person and an account that no other test knows. */
const row = (cells: RowTexts = {}): RowTexts => ({
  ...{ country: 'GH', beneficiaryFirstName: 'Ama', beneficiaryLastName: lastName(), amount: '10' },
  accountNumber: account(),
  ...cells,
})

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

/** A batch whose sheet is in memory, which is shown, and can be shown once more as it was opened at a time. */
async function begun(rows: readonly RowTexts[], makes: BatchMakes = 'payouts') {
  await openPage('/batches')
  const source = { kind: 'file', name: 'payroll.csv' }
  const batch = batchSchema.parse(
    await post('/api/batches', { name: lastName(), source, rowsGiven: rows.length, makes }),
  )
  const sheet = sheetOf(rows, [], makes)
  return {
    batch,
    sheet,
    show(savedAt: string) {
      cleanup()
      render(
        <QueryClientProvider client={createQueryClient()}>
          <LiveRegion>
            <SheetScreen sheet={{ ...remote(sheet), savedAt }} batch={batch} isClosed={false} />
          </LiveRegion>
        </QueryClientProvider>,
      )
      return userEvent.setup()
    },
  }
}

test('Rows are saved by one list, and what the server refuses comes back to its row, which is not sent again unchanged', async () => {
  const reference = crypto.randomUUID()
  const before = await begun([row({ externalReference: reference })])
  await before.show('').click(screen.getByRole('button', { name: 'Save 1 row' }))
  await screen.findByText('1 row saved.', { selector: 'p' })

  const { sheet, show } = await begun([row(), row({ externalReference: reference })])
  await show('').click(screen.getByRole('button', { name: 'Save 2 rows' }))
  await screen.findByText('1 row saved. 1 row refused: see why in its cells.', { selector: 'p' })
  expect(sheet.summary()).toMatchObject({
    rows: { saved: 1, refused: 1, open: 0 },
    issues: [{ code: 'reference_taken' }],
  })
  expect(sheet.ready(9)).toEqual([])
})

test('Rows whose page was closed are saved, and a page that is opened again finds that, but not once it knows it', async () => {
  const { batch, sheet, show } = await begun(Array.from({ length: 3 }, () => row()))
  show('')
  cleanup()
  const job = await giveRows(remote(sheet), batch.id, false)
  expect(sheet.summary().rows).toMatchObject({ saved: 0, ready: 3 })
  show('2026-01-01T00:00:00.000Z')
  await screen.findByText('3 rows saved.', { selector: 'p' })
  expect(sheet.summary().rows).toMatchObject({ saved: 3, open: 0 })
  show(job.endedAt ?? '')
  await screen.findByRole('button', { name: 'Finish' })
  expect(screen.queryByText('3 rows saved.', { selector: 'p' })).toBeNull()
})

test('Rows that are not ready are saved as drafts with their errors, but for one whose country is unknown', async () => {
  const { batch, sheet, show } = await begun([
    row({ amount: 'ten' }),
    row({ beneficiaryLastName: '' }),
    row({ country: 'XX' }),
  ])
  await show('').click(screen.getByRole('button', { name: 'Save the other 2 rows as drafts' }))
  await screen.findByText('2 rows saved.', { selector: 'p' })
  expect(sheet.summary().rows).toMatchObject({ saved: 2, open: 1, draftable: 0 })
  const { items } = payoutPageSchema.parse(await post('/api/payout-searches', { batchId: batch.id }))
  expect(items.map(({ state }) => state)).toEqual(['draft', 'draft'])
})

test('Rows of beneficiaries are saved without a payment, and those whom a colleague has saved are skipped together', async () => {
  const person = () => {
    const { amount: _, ...cells } = row()
    return cells
  }
  const people = [person(), person()]
  const first = await begun(people, 'beneficiaries')
  await first.show('').click(screen.getByRole('button', { name: 'Save 2 rows' }))
  await screen.findByText('2 rows saved.', { selector: 'p' })
  await screen.findByRole('button', { name: 'Finish' })

  const { sheet, show } = await begun([...people, person()], 'beneficiaries')
  const user = show('')
  await user.click(screen.getByRole('button', { name: 'Save 3 rows' }))
  await screen.findByText('1 row saved. 2 rows refused: see why in their cells.', { selector: 'p' })
  await user.click(await screen.findByText(`${people[0]?.accountNumber}`))
  await user.click(await screen.findByRole('button', { name: 'Skip all 2 rows' }))
  await waitFor(() => expect(sheet.summary().rows).toMatchObject({ saved: 1, skipped: 2, open: 0, draftable: 0 }))
})
