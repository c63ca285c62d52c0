import * as z from 'zod/mini'
import type { BatchMakes, BatchWrite } from '#shared/api/batch.ts'
import { refusalOfSize } from '#shared/files/read-file.ts'
import type { FileRefusal } from '#shared/files/refusal.ts'
import { type ColumnMeaning, columnMeaningSchema } from '#shared/import/column-meaning.ts'
import { createStore, type ValueStore, type Watchable } from '../state/store.ts'
import { type ImportWorker, startImportWorker } from './import-worker.ts'
import { bankNameList, beginSheet, type OpenSheet } from './open-sheet.ts'
import {
  type FileChoices,
  type FileUnderstanding,
  type ImportSource,
  isFileRefusal,
  type LayoutMemory,
  type WorkerNews,
} from './worker-calls.ts'

/** How far the import of one file is, from choosing it to its sheet. */
export type ImportState =
  | {
      readonly step: 'choose'
      readonly refusal?: FileRefusal | undefined
      readonly failure?: Error | undefined
      readonly name?: string | undefined
    }
  | { readonly step: 'reading'; readonly name: string | undefined }
  | {
      readonly step: 'understood'
      /** Of the file; undefined for cells that were pasted. */
      readonly name: string | undefined
      readonly understood: FileUnderstanding
      readonly choices: FileChoices
      /** It is being read with other choices, or its sheet is being created. */
      readonly busy: 'reading' | 'beginning' | undefined
      readonly failure?: Error | undefined
    }

/** The progress, from 0 to 1, and the number of rows so far. */
export interface ReadingProgress {
  readonly share: number
  readonly rows: number
}

export const nothingRead: ReadingProgress = { share: 0, rows: 0 }

/** The way from a file, or pasted cells, to a sheet: one at a time. */
export interface ImportFlow {
  readonly state: Watchable<ImportState>
  /** Held separately, as it changes often and most of the screen does not. */
  readonly progress: Watchable<ReadingProgress>
  readonly open: (given: File | string) => Promise<void>
  readonly choose: (choices: FileChoices) => Promise<void>
  /** Creates the sheet; undefined where that failed, as the state then says. */
  readonly begin: (batchName: string) => Promise<OpenSheet | undefined>
  /** Leaves the file, whatever is being done with it. */
  readonly cancel: () => void
}

export function createImportFlow(makes: BatchMakes): ImportFlow {
  const here: ImportFlowStores = {
    makes,
    state: createStore<ImportState>({ step: 'choose' }),
    progress: createStore(nothingRead),
    worker: undefined,
    idempotencyKey: crypto.randomUUID(),
  }
  return {
    state: here.state,
    progress: here.progress,
    cancel: () => leave(here),
    open: (given) => open(here, given),
    choose: (choices) => choose(here, choices),
    begin: (batchName) => begin(here, batchName),
  }
}

interface ImportFlowStores {
  readonly makes: BatchMakes
  readonly state: ValueStore<ImportState>
  readonly progress: ValueStore<ReadingProgress>
  /** Undefined while no file is open: messages of an earlier worker are ignored. */
  worker: ImportWorker | undefined
  /** A file becomes one batch, however often it is begun. */
  idempotencyKey: string
}

function leave(here: ImportFlowStores, next: ImportState = { step: 'choose' }): void {
  here.worker?.end()
  here.worker = undefined
  here.idempotencyKey = crypto.randomUUID()
  here.progress.set(nothingRead)
  here.state.set(next)
}

async function open(here: ImportFlowStores, given: File | string): Promise<void> {
  const name = typeof given === 'string' ? undefined : given.name
  const refusal = typeof given === 'string' ? undefined : refusalOfSize(given.size)
  leave(here, refusal === undefined ? { step: 'reading', name } : { step: 'choose', refusal, name })
  if (refusal !== undefined) return
  const worker = startImportWorker()
  here.worker = worker
  worker.listen((message) => here.worker === worker && hear(here, message, name))
  try {
    const source = await sourceOf(given)
    const found = await worker.ask('open', source, here.makes, rememberedLayouts(), await bankNameList())
    if (here.worker === worker) show(here, found, name, {})
  } catch (error) {
    if (here.worker === worker) fail(here, error, name)
  }
}

/** The first rows are shown, with the progress, while the rest is read. */
function hear({ state, progress }: ImportFlowStores, message: WorkerNews, name: string | undefined): void {
  if (message.news === 'progress') progress.set(message)
  if (message.news !== 'understood' || state.get().step !== 'reading') return
  state.set({ step: 'understood', name, understood: message.understood, choices: {}, busy: 'reading' })
}

function show(
  here: ImportFlowStores,
  found: FileUnderstanding | FileRefusal,
  name: string | undefined,
  choices: FileChoices,
): void {
  if (isFileRefusal(found)) leave(here, { step: 'choose', refusal: found, name })
  else here.state.set({ step: 'understood', name, understood: found, choices, busy: undefined })
}

function fail(here: ImportFlowStores, failure: unknown, name: string | undefined): void {
  leave(here, { step: 'choose', name, failure: failure instanceof Error ? failure : new Error('Not read') })
}

async function choose(here: ImportFlowStores, choices: FileChoices): Promise<void> {
  const { state, worker } = here
  const now = state.get()
  if (now.step !== 'understood' || worker === undefined) return
  state.set({ ...now, choices, busy: 'reading' })
  try {
    const found = await worker.ask('choose', choices)
    const latest = state.get()
    // Of several choices in a row the last one wins.
    const isWanted = here.worker === worker && latest.step === 'understood' && latest.choices === choices
    if (isWanted) show(here, found, now.name, choices)
  } catch (error) {
    if (here.worker === worker) fail(here, error, now.name)
  }
}

async function begin(here: ImportFlowStores, batchName: string): Promise<OpenSheet | undefined> {
  const { state, worker } = here
  const now = state.get()
  if (now.step !== 'understood' || worker === undefined) return undefined
  here.progress.set(nothingRead)
  state.set({ ...now, busy: 'beginning', failure: undefined })
  const { layout, columns } = now.understood
  rememberLayout(
    layout,
    columns.map(({ meaning }) => meaning),
  )
  try {
    const made = await worker.ask('begin')
    const about = { name: batchName, source: sourceNamed(now.name) }
    const opened = await beginSheet(worker, made, about, here.idempotencyKey)
    here.worker = undefined
    return opened
  } catch (error) {
    if (here.worker === worker)
      state.set({ ...now, busy: undefined, failure: error instanceof Error ? error : undefined })
    return undefined
  }
}

function sourceNamed(file: string | undefined): BatchWrite['source'] {
  return file === undefined ? { kind: 'paste', name: null } : { kind: 'file', name: file.slice(-200) }
}

export async function sourceOf(given: File | string): Promise<ImportSource> {
  if (typeof given === 'string') return { kind: 'paste', text: given }
  return { kind: 'file', name: given.name, bytes: await given.arrayBuffer() }
}

const layoutsKey = 'payout-desk.import-layouts'

/** The most layouts that are remembered; a merchant has a handful. */
const mostLayouts = 50

const layoutsSchema = z.record(z.string(), z.array(columnMeaningSchema))

/** The column meanings that a person chose for each layout, in this browser. Neither headings nor cells are stored. */
function rememberedLayouts(): LayoutMemory {
  try {
    const found = layoutsSchema.safeParse(JSON.parse(localStorage.getItem(layoutsKey) ?? '{}'))
    return found.success ? found.data : {}
  } catch {
    return {}
  }
}

/** Remembers a layout and drops the oldest beyond the limit. */
function rememberLayout(layout: string, meanings: readonly ColumnMeaning[]): void {
  const { [layout]: _, ...others } = rememberedLayouts()
  const newest = [...Object.entries(others), [layout, meanings] as const].slice(-mostLayouts)
  try {
    localStorage.setItem(layoutsKey, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Without storage, the columns are matched again each time.
  }
}
