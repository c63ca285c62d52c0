import * as z from 'zod/mini'
import { bankNamesSchema } from '#shared/api/bank-name.ts'
import { type BatchWrite, batchMakes, batchSchema } from '#shared/api/batch.ts'
import { sheetReceiptSchema, sheetSchema } from '#shared/api/sheet.ts'
import { sheetFieldSchema } from '#shared/import/sheet-field.ts'
import { getJson, postJson, putJson } from '../api/api.ts'
import { createStore } from '../state/store.ts'
import { type ImportWorker, startImportWorker } from './import-worker.ts'
import type { SheetSummary } from './protocol.ts'
import type { RemoteSheet } from './remote-sheet.ts'
import { createSheetAutosave, type SheetAutosave } from './sheet-autosave.ts'
import type { BankNamePairs, WorkerCalls } from './worker-calls.ts'

/** A sheet that is open on this page: held by a worker, and saved on the server. */
export interface OpenSheet {
  readonly batchId: string
  readonly sheet: RemoteSheet
  readonly autosave: SheetAutosave
  /** Rows of the file that the server does not have, as the page was closed too early. */
  readonly missing: number
  /** Saves pending changes and ends the worker. */
  readonly close: () => Promise<void>
}

const headSchema = z.object({
  makes: z.enum(batchMakes),
  fields: z.array(sheetFieldSchema),
  decimal: z.optional(z.enum(['.', ','])),
  rows: z.number(),
})

/** The parts are passed on unparsed, as parsing many rows here would be a long task; the worker parses them. */
const partsSchema = z.object({
  parts: z.array(z.object({ part: z.number(), revision: z.number(), rows: z.array(z.unknown()) })),
  saved: z.array(z.object({ row: z.number(), id: z.string() })),
  next: z.nullable(z.number()),
})

/**
 * Begins a batch with the rows from the worker, and opens its sheet at once while the rows are saved. With the same `idempotencyKey`, a
 * repeat whose answer was lost continues the same batch.
 */
export async function beginSheet(
  worker: ImportWorker,
  { head, accepted }: Awaited<ReturnType<WorkerCalls['begin']>>,
  about: Pick<BatchWrite, 'name' | 'source'>,
  idempotencyKey: string,
): Promise<OpenSheet> {
  const write: BatchWrite = { ...about, rowsGiven: head.rows, makes: head.makes }
  const { id } = await postJson('/api/batches', write, batchSchema, { idempotencyKey })
  await putJson(`/api/batches/${id}/sheet`, { head }, sheetReceiptSchema, { version: 'new' })
  if (accepted.length > 0) await postJson(`/api/batches/${id}/accepted-damage`, { accepted }, z.undefined())
  const opened = await open(id, worker, { revisions: new Map() })
  void opened.autosave.flush().catch(() => undefined)
  return opened
}

/** Opens a sheet from the server. `report` gets the share that is loaded, from 0 to 1. */
export async function resumeSheet(
  batchId: string,
  report: (share: number) => void,
  signal: AbortSignal,
): Promise<OpenSheet> {
  const saved = await getJson(`/api/batches/${batchId}/sheet`, sheetSchema, { signal })
  const head = headSchema.parse(saved.head)
  const worker = startImportWorker()
  try {
    const revisions = new Map<number, number>()
    let loaded = 0
    for (let from: number | null = 0; from !== null; ) {
      const page: z.infer<typeof partsSchema> = await getJson(
        `/api/batches/${batchId}/sheet/parts?from=${from}`,
        partsSchema,
        { signal },
      )
      for (const { part, revision, rows } of page.parts) {
        revisions.set(part, revision)
        loaded += rows.length
      }
      await worker.ask('restore', page.parts, page.saved)
      report(revisions.size / Math.max(1, saved.parts.length))
      from = page.next
    }
    await worker.ask('restored', { ...head, decimal: head.decimal }, await bankNameList(signal))
    const { updatedAt } = saved
    return await open(batchId, worker, { revisions, updatedAt, missing: Math.max(0, head.rows - loaded) })
  } catch (error) {
    worker.end()
    throw error
  }
}

/** The merchant's names for banks; without them, some banks have to be chosen by hand. */
export async function bankNameList(signal?: AbortSignal): Promise<BankNamePairs> {
  const found = await getJson('/api/bank-names', bankNamesSchema, { signal }).catch(() => ({ items: [] }))
  return found.items.map(({ id, name }) => [id, name] as const)
}

async function open(
  batchId: string,
  worker: ImportWorker,
  { revisions, updatedAt, missing = 0 }: { revisions: Map<number, number>; updatedAt?: string; missing?: number },
): Promise<OpenSheet> {
  const autosave = createSheetAutosave(batchId, worker, revisions, updatedAt)
  const summary = createStore<SheetSummary>(await worker.ask('summary'))
  worker.listen((message) => {
    if (message.news === 'summary') summary.set(message.summary)
  })
  const changing = async (answer: Promise<SheetSummary>) => summary.set(await answer)
  const sheet: RemoteSheet = {
    summary,
    savedAt: updatedAt ?? '',
    rows: (from, count) => worker.ask('rows', from, count),
    show: (filter, order) => changing(worker.ask('show', filter, order)),
    edit: (command) => changing(worker.ask('edit', command)),
    ready: (most, after, asDrafts) => worker.ask('ready', most, after, asDrafts),
    answered: (answers) => changing(worker.ask('answered', answers)),
    count: (alike) => worker.ask('count', alike),
    unknown: (most) => worker.ask('unknown', most),
    left: (from, count) => worker.ask('left', from, count),
    learn: (known) => changing(worker.ask('learn', known)),
    flush: autosave.flush,
    requireNewest: autosave.requireNewest,
  }
  return {
    batchId,
    sheet,
    autosave,
    missing,
    async close() {
      await autosave.flush().catch(() => undefined)
      autosave.end()
      worker.end()
    },
  }
}
