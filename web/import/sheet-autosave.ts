import { sheetPartsReceiptSchema, sheetSchema } from '#shared/api/sheet.ts'
import { ApiProblem, getJson, putSetting } from '../api/api.ts'
import { firstThatFit } from '../api/first-that-fit.ts'
import { type AutosaveState, createRetry, stateAfter, stateAt } from '../drafts/draft-autosave.ts'
import { createStore, type Watchable } from '../state/store.ts'
import type { ImportWorker } from './import-worker.ts'
import type { PartContent } from './worker-calls.ts'

/** Saves the rows of a sheet on the server while a person fixes them. */
export interface SheetAutosave {
  readonly state: Watchable<AutosaveState>
  /** Why nothing is sent any more: another tab or device has saved rows since, or the sheet was finished or discarded. */
  readonly closed: Watchable<SheetClosed['why'] | undefined>
  /** Resolves once the server has the current version of all rows; rejects if saving fails. */
  readonly flush: () => Promise<void>
  /** The same, but rejects where the server has other rows than were opened here, even if none was changed here. */
  readonly requireNewest: () => Promise<void>
  /** Sends nothing more. */
  readonly end: () => void
}

/** The sheet on this page no longer matches the server. */
class SheetClosed extends Error {
  override readonly name = 'SheetClosed'
  readonly why: 'stale' | 'ended'

  constructor(why: SheetClosed['why']) {
    super(why)
    this.why = why
  }
}

/** The pause after which changes are sent, and the most rows of one request: more would block the page too long. */
const pauseMs = 500
const mostRows = 200

/** `revisions`: those of the parts that the server already has. */
export function createSheetAutosave(
  batchId: string,
  worker: ImportWorker,
  revisions: Map<number, number>,
  updatedAt: string | undefined,
): SheetAutosave {
  const state = createStore(stateAt(updatedAt))
  const closed = createStore<SheetClosed['why'] | undefined>(undefined)
  const retry = createRetry()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = Promise.resolve()
  let hasEnded = false

  function plan(ms: number) {
    clearTimeout(timer)
    if (!hasEnded) timer = setTimeout(send, ms)
  }

  async function sendAll(): Promise<void> {
    let savedAt: string | undefined
    for (let parts = await nextParts(worker); parts.length > 0; parts = await nextParts(worker)) {
      state.set({ state: 'saving' })
      try {
        savedAt = await putParts(batchId, revisions, parts)
        retry.reset()
      } catch (error) {
        await worker.ask('unsavedAgain', numbersOf(parts))
        if (whyClosed(error) === undefined) state.set(stateAfter(error))
        // What the server refuses is sent again only with the next change.
        if (state.get().state === 'waiting') plan(retry.nextMs())
        throw error
      }
    }
    // Not before: a person who reads "Saved" closes the page.
    if (savedAt !== undefined) state.set({ state: 'saved', at: savedAt, isFork: false })
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    return hasEnded && closed.get() === undefined ? Promise.resolve() : inTurn(sendAll)
  }

  const send = () => void flush().catch(() => undefined)

  /**
   * One request after the other: an unanswered one would look like another tab's. Once the server has something newer, or no sheet any more,
   * nothing is sent from here.
   */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = async () => {
      const before = closed.get()
      if (before !== undefined) throw new SheetClosed(before)
      try {
        await work()
      } catch (error) {
        const why = whyClosed(error)
        if (why === undefined) throw error
        end()
        closed.set(why)
        throw new SheetClosed(why)
      }
    }
    sending = sending.then(turn, turn)
    return sending
  }

  const requireNewest = () => flush().then(() => inTurn(() => requireSame(batchId, revisions)))
  const stopListening = worker.listen(({ news }) => {
    if (news !== 'unsaved' || state.get().state === 'waiting') return
    if (state.get().state !== 'saving') state.set({ state: 'saving' })
    plan(pauseMs)
  })
  const stopWatching = watchPage(state, { send, look: () => void requireNewest().catch(() => undefined) })

  function end() {
    hasEnded = true
    clearTimeout(timer)
    stopListening()
    stopWatching()
  }

  return { state, closed, flush, requireNewest, end }
}

/** The rows to send next, as many as one request takes; the others wait. */
async function nextParts(worker: ImportWorker): Promise<readonly PartContent[]> {
  const taken = await worker.ask('unsaved', mostRows)
  const parts = firstThatFit(taken)
  if (parts.length < taken.length) await worker.ask('unsavedAgain', numbersOf(taken.slice(parts.length)))
  return parts
}

async function putParts(
  batchId: string,
  revisions: Map<number, number>,
  parts: readonly PartContent[],
): Promise<string> {
  const body = { parts: parts.map((part) => ({ ...part, revision: revisions.get(part.part) ?? 0 })) }
  const receipt = await putSetting(`/api/batches/${batchId}/sheet/parts`, body, sheetPartsReceiptSchema)
  for (const { part, revision } of receipt.parts) revisions.set(part, revision)
  return receipt.updatedAt
}

/** @throws SheetClosed where the server has other rows than those that were opened or sent here */
async function requireSame(batchId: string, revisions: ReadonlyMap<number, number>): Promise<void> {
  const { parts } = await getJson(`/api/batches/${batchId}/sheet`, sheetSchema)
  if (parts.some(({ part, revision }) => revision !== revisions.get(part))) throw new SheetClosed('stale')
}

function whyClosed(error: unknown): SheetClosed['why'] | undefined {
  if (error instanceof SheetClosed) return error.why
  if (!(error instanceof ApiProblem)) return undefined
  if (error.problem.code === 'VERSION_CONFLICT') return 'stale'
  return error.problem.status === 404 ? 'ended' : undefined
}

function numbersOf(parts: readonly PartContent[]): readonly number[] {
  return parts.map(({ part }) => part)
}

interface PageWatcher {
  readonly send: () => void
  readonly look: () => void
}

/** A hidden page may never come back, and if it does, another tab may have gone on; what has not been sent goes with one that is closed. */
function watchPage(state: Watchable<AutosaveState>, { send, look }: PageWatcher): () => void {
  const ofHiding = () => (document.visibilityState === 'hidden' ? send() : look())
  const ofLeaving = (event: BeforeUnloadEvent) => {
    const { state: now } = state.get()
    if (now !== 'saved' && now !== 'nothing') event.preventDefault()
  }
  document.addEventListener('visibilitychange', ofHiding)
  window.addEventListener('online', send)
  window.addEventListener('beforeunload', ofLeaving)
  return () => {
    document.removeEventListener('visibilitychange', ofHiding)
    window.removeEventListener('online', send)
    window.removeEventListener('beforeunload', ofLeaving)
  }
}
