import { expect, it } from 'vitest'
import { NetworkFailure } from '../../api/api.ts'
import type { ReadyRow, RowAnswer } from '../protocol.ts'
import { remote } from '../testing/remote-sheet-in-memory.ts'
import { ecuadorian, sheetOf } from '../testing/sheet-in-memory.ts'
import { createSaving } from './save-rows.ts'

interface SentChunk {
  readonly key: string
  readonly rows: readonly number[]
}

const many = (count: number) =>
  Array.from({ length: count }, (_, place) => ecuadorian({ accountNumber: String(2_200_000_000 + place) }))

const savedAll = (rows: readonly ReadyRow[]): readonly RowAnswer[] =>
  rows.map(({ row }) => ({ row, payoutId: `p${row}` }))

/** A server that answers as the test says, and records what it was sent. */
function serverOf(answer: (sent: readonly ReadyRow[], place: number) => readonly RowAnswer[]) {
  const sent: SentChunk[] = []
  return {
    sent,
    send: async (rows: readonly ReadyRow[], key: string) => {
      sent.push({ key, rows: rows.map(({ row }) => row) })
      return answer(rows, sent.length - 1)
    },
  }
}

const audit = async () => undefined

it('Rows are saved in chunks of 500, one after the other, each with its own idempotency key', async () => {
  const sheet = sheetOf(many(1_100))
  const { sent, send } = serverOf(savedAll)
  const saving = createSaving(remote(sheet), { send, audit }, 'b1')
  await saving.start()
  expect(sent.map(({ rows }) => rows.length)).toEqual([500, 500, 100])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  expect(saving.state.get()).toMatchObject({ kind: 'stopped', done: 1_100, refused: 0, failure: undefined })
  expect(sheet.summary().rows).toMatchObject({ saved: 1_100, open: 0 })
})

it('A chunk whose answer was lost is sent again with the same idempotency key, also after a reload', async () => {
  const rows = many(3)
  const lost = serverOf(() => {
    throw new NetworkFailure('gone')
  })
  const first = createSaving(remote(sheetOf(rows)), { send: lost.send, audit }, 'b1', async () => undefined)
  await first.start()
  expect(first.state.get()).toMatchObject({ kind: 'stopped', done: 0, failure: { name: 'NetworkFailure' } })
  expect(lost.sent).toHaveLength(4)
  const again = serverOf(savedAll)
  await createSaving(remote(sheetOf(rows)), { send: again.send, audit }, 'b1').start()
  expect(new Set([...lost.sent, ...again.sent].map(({ key }) => key)).size).toBe(1)
  const other = serverOf(savedAll)
  await createSaving(remote(sheetOf(rows)), { send: other.send, audit }, 'b2').start()
  expect(other.sent[0]?.key).not.toBe(again.sent[0]?.key)
})

it('A row that the server refuses stays in the sheet with its issues, and is not sent again unchanged', async () => {
  const sheet = sheetOf(many(2))
  const taken = { field: 'externalReference', code: 'reference_taken', params: { payoutId: 'p' } } as const
  const { sent, send } = serverOf(() => [
    { row: 1, payoutId: 'p1' },
    { row: 2, refusal: { code: 'REFERENCE_TAKEN', errors: [taken] } },
  ])
  const saving = createSaving(remote(sheet), { send, audit }, 'b1')
  await saving.start()
  await saving.start()
  expect(sent).toHaveLength(1)
  expect(sheet.summary()).toMatchObject({
    rows: { saved: 1, refused: 1, open: 0 },
    issues: [{ code: 'reference_taken' }],
  })
})

it('Stopping finishes the chunk that is being sent, and resuming saves the rest', async () => {
  const sheet = sheetOf(many(700))
  const { sent, send } = serverOf((rows, place) => {
    if (place === 0) saving.stop()
    return savedAll(rows)
  })
  const saving = createSaving(remote(sheet), { send, audit }, 'b1')
  await saving.start()
  expect(sheet.summary().rows).toMatchObject({ saved: 500, open: 200 })
  await saving.start()
  expect([sent.length, sheet.summary().rows.open]).toEqual([2, 0])
})

it('The sheet is saved before its rows are sent', async () => {
  const sheet = remote(sheetOf(many(1)))
  const order: string[] = []
  const safe = { ...sheet, flush: async () => void order.push('safe') }
  const send = async (rows: readonly ReadyRow[]) => {
    order.push('sent')
    return savedAll(rows)
  }
  await createSaving(safe, { send, audit }, 'b1').start()
  expect(order.slice(0, 2)).toEqual(['safe', 'sent'])
})

it('Long rows are sent in chunks below the 2 MiB that the server accepts', async () => {
  const paymentReason = 'x'.repeat(5_000)
  const sheet = sheetOf(many(600))
  const wordy = async (most: number) => {
    const rows = sheet.ready(most)
    return rows.map(({ entry, ...row }) => ({ ...row, entry: { ...entry, PaymentReason: paymentReason } }))
  }
  const sizes: number[] = []
  const send = async (rows: readonly ReadyRow[]) => {
    sizes.push(Buffer.byteLength(JSON.stringify({ rows })))
    return savedAll(rows)
  }
  await createSaving({ ...remote(sheet), ready: wordy }, { send, audit }, 'b1').start()
  expect(sheet.summary().rows).toMatchObject({ saved: 600, open: 0 })
  expect(Math.max(...sizes)).toBeLessThan(2 * 1024 * 1024)
})

it('Decisions about damaged cells are recorded before the rows are sent', async () => {
  const damage = { field: 'bankName', kind: 'zeros_lost', probable: '0023', accepted: false, column: 'Banco' } as const
  const sheet = sheetOf(
    [ecuadorian({ bankName: '23' }), ecuadorian({ bankName: '23', accountNumber: '2200123457' })],
    [damage],
  )
  const order: unknown[] = []
  const calls = {
    send: async (rows: readonly ReadyRow[]) => {
      order.push('sent')
      return savedAll(rows)
    },
    audit: async (rows: readonly ReadyRow[]) => void order.push(...rows.flatMap(({ accepted }) => accepted)),
  }
  sheet.edit({ kind: 'accept-damage', rows: [1, 2], field: 'bankName', take: 'probable' })
  await createSaving(remote(sheet), calls, 'b1').start()
  const decided = { column: 'Banco', field: 'bankName', code: 'zeros_lost', country: 'EC', taken: 'probable', count: 1 }
  expect(order).toEqual([decided, decided, 'sent'])
})
