import { sheetPartsReceiptSchema, sheetSchema } from '#shared/api/sheet.ts'
import { ApiProblem, getJson, putSetting } from '../api/api.ts'
import type { AutosaveState } from '../drafts/draft-autosave.ts'
import { createStore, type Watchable } from '../state/store.ts'
import { firstThatFit } from './first-that-fit.ts'
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

const firstRetryMs = 1_000
const lastRetryMs = 15_000

/** `revisions`: those of the parts that the server already has. */
export function createSheetAutosave(
  batchId: string,
  worker: ImportWorker,
  revisions: Map<number, number>,
  updatedAt: string | undefined,
): SheetAutosave {
  const state = createStore<AutosaveState>(
    updatedAt === undefined ? { state: 'nothing' } : { state: 'saved', at: updatedAt, isFork: false },
  )
  const closed = createStore<SheetClosed['why'] | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  let retryMs = firstRetryMs
  let hasEnded = false

  function plan(ms: number) {
    clearTimeout(timer)
    if (!hasEnded) timer = setTimeout(() => void flush().catch(() => undefined), ms)
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const taken = await worker.ask('unsaved', mostRows)
      const parts = firstThatFit(taken)
      if (parts.length === 0) return
      if (parts.length < taken.length) await worker.ask('unsavedAgain', numbersOf(taken.slice(parts.length)))
      state.set({ state: 'saving' })
      try {
        state.set({ state: 'saved', at: await putParts(batchId, revisions, parts), isFork: false })
        retryMs = firstRetryMs
      } catch (error) {
        await worker.ask('unsavedAgain', numbersOf(parts))
        const why = whyClosed(error)
        if (why !== undefined) throw close(why)
        state.set(stateAfter(error))
        // What the server refuses is sent again only with the next change.
        if (state.get().state === 'waiting') {
          plan(retryMs)
          retryMs = Math.min(retryMs * 2, lastRetryMs)
        }
        throw error
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    return hasEnded && closed.get() === undefined ? Promise.resolve() : inTurn(sendAll)
  }

  /** One request after the other: an unanswered one would look like another tab's. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = () => {
      const why = closed.get()
      return why === undefined ? work() : Promise.reject(new SheetClosed(why))
    }
    sending = (sending ?? Promise.resolve()).then(turn, turn)
    return sending
  }

  /** Nothing is sent from here any more, as it would replace something newer. */
  function close(why: SheetClosed['why']): SheetClosed {
    end()
    closed.set(why)
    return new SheetClosed(why)
  }

  const compare = () =>
    requireSame(batchId, revisions).catch((error: unknown) => {
      const why = whyClosed(error)
      throw why === undefined ? error : close(why)
    })

  const stopListening = worker.listen(({ news }) => {
    if (news !== 'unsaved' || state.get().state === 'waiting') return
    if (state.get().state !== 'saving') state.set({ state: 'saving' })
    plan(pauseMs)
  })
  const requireNewest = () => flush().then(() => inTurn(compare))
  const stopWatching = watchPage(state, {
    send: () => void flush().catch(() => undefined),
    look: () => void requireNewest().catch(() => undefined),
  })

  function end() {
    hasEnded = true
    clearTimeout(timer)
    stopListening()
    stopWatching()
  }

  return { state, closed, flush, requireNewest, end }
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

function stateAfter(error: unknown): AutosaveState {
  if (error instanceof ApiProblem) {
    const { status, retryable } = error.problem
    if (!retryable && status < 500 && status !== 401) return { state: 'refused', why: error }
  }
  return { state: 'waiting' }
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
