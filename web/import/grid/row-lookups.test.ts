import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../state/store.ts'
import type { ReadyRow } from '../protocol.ts'
import { remote } from '../testing/remote-sheet-in-memory.ts'
import { ecuadorian, sheetOf } from '../testing/sheet-in-memory.ts'
import { startRowLookups } from './row-lookups.ts'

const answers = (rows: readonly ReadyRow[]) =>
  rows.map(({ row }) => ({ row, beneficiary: null, isCompared: true, warnings: [] }))

function signalOfTest(): AbortSignal {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  return leaving.signal
}

it('Rows without errors are looked up a few hundred at a time, and again when they change', async () => {
  const sheet = sheetOf([...Array.from({ length: 250 }, () => ecuadorian()), ecuadorian({ amount: 'ten' })])
  const page = remote(sheet)
  const asked: number[] = []
  const ask = async (rows: readonly ReadyRow[]) => {
    asked.push(rows.length)
    return answers(rows)
  }
  startRowLookups(page, ask, createStore<Error | undefined>(undefined), signalOfTest())
  await expect.poll(() => sheet.summary().beneficiaries.new).toBe(250)
  expect(asked).toEqual([200, 50])
  await page.edit({ kind: 'set', cells: [{ row: 251, field: 'amount', text: '10' }] })
  await expect.poll(() => sheet.summary().beneficiaries.new).toBe(251)
})

it('A failed lookup is reported and repeated later, and nothing waits for it', async () => {
  const sheet = sheetOf([ecuadorian()])
  let attempts = 0
  const ask = async (rows: readonly ReadyRow[]) => {
    attempts += 1
    if (attempts === 1) throw new Error('No answer')
    return answers(rows)
  }
  const failure = createStore<Error | undefined>(undefined)
  const told: (string | undefined)[] = []
  failure.subscribe(() => told.push(failure.get()?.message))
  startRowLookups(remote(sheet), ask, failure, signalOfTest(), 0)
  expect(sheet.ready(1)).toHaveLength(1)
  await expect.poll(() => sheet.summary().beneficiaries.new).toBe(1)
  expect(attempts).toBe(2)
  expect(told).toEqual(['No answer', undefined])
})
