import { sheetPartsReceiptSchema } from '#shared/api/sheet.ts'
import { ApiProblem, putSetting } from '../api/api.ts'
import type { AutosaveState } from '../drafts/draft-autosave.ts'
import { createStore, type Watchable } from '../state/store.ts'
import { firstThatFit } from './first-that-fit.ts'
import type { ImportWorker } from './import-worker.ts'
import type { PartContent } from './worker-calls.ts'

/** Saves the rows of a sheet on the server while a person mends them. */
export interface SheetAutosave {
  readonly state: Watchable<AutosaveState>
  /** Resolves once the server has all rows as they stand; rejects where it has not. */
  readonly flush: () => Promise<void>
  /** Sends nothing more. */
  readonly end: () => void
}

/** A pause after which changes are sent, and how many rows one request has at most: more would be a long task of the page. */
const pauseMs = 500
const mostRows = 200

const firstRetryMs = 1_000
const lastRetryMs = 15_000

/** `revisions`: those of the parts that the server has already. */
export function createSheetAutosave(
  batchId: string,
  worker: ImportWorker,
  revisions: Map<number, number>,
  updatedAt: string | undefined,
): SheetAutosave {
  const state = createStore<AutosaveState>(
    updatedAt === undefined ? { state: 'nothing' } : { state: 'saved', at: updatedAt, isFork: false },
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  let retryMs = firstRetryMs
  let hasEnded = false

  function plan(ms: number) {
    clearTimeout(timer)
    if (!hasEnded) timer = setTimeout(() => void flush().catch(() => undefined), ms)
  }

  async function put(parts: readonly PartContent[]): Promise<string> {
    const body = { parts: parts.map((part) => ({ ...part, revision: revisions.get(part.part) ?? 0 })) }
    const receipt = await putSetting(`/api/batches/${batchId}/sheet/parts`, body, sheetPartsReceiptSchema)
    for (const { part, revision } of receipt.parts) revisions.set(part, revision)
    return receipt.updatedAt
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const taken = await worker.ask('unsaved', mostRows)
      const parts = firstThatFit(taken)
      if (parts.length === 0) return
      if (parts.length < taken.length) await worker.ask('unsavedAgain', numbersOf(taken.slice(parts.length)))
      state.set({ state: 'saving' })
      try {
        state.set({ state: 'saved', at: await put(parts), isFork: false })
        retryMs = firstRetryMs
      } catch (error) {
        await worker.ask('unsavedAgain', numbersOf(parts))
        state.set(stateAfter(error))
        // What the server refuses as it is, is sent again with the next change alone.
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
    if (hasEnded) return Promise.resolve()
    sending = (sending ?? Promise.resolve()).catch(() => undefined).then(sendAll)
    return sending
  }

  const stopListening = worker.listen(({ news }) => {
    if (news !== 'unsaved') return
    if (state.get().state !== 'waiting') {
      if (state.get().state !== 'saving') state.set({ state: 'saving' })
      plan(pauseMs)
    }
  })
  const stopWatching = watchPage(state, () => void flush().catch(() => undefined))

  return {
    state,
    flush,
    end() {
      hasEnded = true
      clearTimeout(timer)
      stopListening()
      stopWatching()
    },
  }
}

function numbersOf(parts: readonly PartContent[]): readonly number[] {
  return parts.map(({ part }) => part)
}

function stateAfter(error: unknown): AutosaveState {
  if (error instanceof ApiProblem) {
    const { status, retryable } = error.problem
    if (status === 404) return { state: 'ended' }
    if (!retryable && status < 500 && status !== 401) return { state: 'refused', why: error }
  }
  return { state: 'waiting' }
}

/** A hidden page may never come back, and what has not been sent goes with one that is closed. */
function watchPage(state: Watchable<AutosaveState>, send: () => void): () => void {
  const ofHiding = () => document.visibilityState === 'hidden' && send()
  const ofLeaving = (event: BeforeUnloadEvent) => {
    const { state: now } = state.get()
    if (now !== 'saved' && now !== 'nothing' && now !== 'ended') event.preventDefault()
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
