import { ApiProblem, UnreadableAnswer } from '../api/api.ts'
import { createStore, type Watchable } from '../state/store.ts'
import { DraftEnded, type DraftStart, savedDraft } from './saved-draft.ts'

/** The state of the autosave of an unfinished form. */
export type AutosaveState =
  | { readonly state: 'nothing' }
  | { readonly state: 'saving' }
  /** `isFork`: another tab or device continued the same draft, so this one is saved as a separate draft. */
  | { readonly state: 'saved'; readonly at: string; readonly isFork: boolean }
  /** The server could not save it; it is tried again automatically. */
  | { readonly state: 'waiting' }
  /** The server refuses it; it is sent again once it has changed. */
  | { readonly state: 'refused'; readonly why: DraftRefusal }
  /** The form was saved, as a lost answer turned out: later changes are not saved any more. */
  | { readonly state: 'ended' }

/** The server’s refusal of a draft. */
export type DraftRefusal = ApiProblem | UnreadableAnswer

/** Saves an unfinished form on the server while a person types, within a second of the last key. */
export interface DraftAutosave {
  /** The id of the draft; a new one after a fork. */
  readonly id: () => string
  /** The newest revision that the server has acknowledged; 0 before the first. */
  readonly revision: () => number
  readonly state: Watchable<AutosaveState>
  readonly save: (content: unknown) => void
  /** Sends pending changes at once; resolves when nothing is being sent any more. */
  readonly flush: () => Promise<void>
  /** Sends pending changes at once, by a request that can outlive the page. */
  readonly leave: () => void
  /** Sends pending changes, then nothing until {@link resume}: a late draft would bring back what a save has ended. */
  readonly pause: () => Promise<void>
  /** The save has failed; with `mayHaveSaved`, a draft that no longer exists was ended by it. */
  readonly resume: (mayHaveSaved: boolean) => void
  /** The form has ended: nothing more is sent. Never throws. */
  readonly end: () => Promise<void>
}

/** A pause in typing after which it is sent, and how long unbroken typing may put that off, in ms. */
const pauseMs = 350
const mostMs = 800

const firstRetryMs = 1_000
const lastRetryMs = 15_000

export function createDraftAutosave(start: DraftStart): DraftAutosave {
  const draft = savedDraft(start)
  const state = createStore(stateAt(start.updatedAt))
  const retry = createRetry()
  let waiting: { readonly content: unknown; readonly since: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  /** What is being sent. */
  let current: unknown
  let isPaused = false
  let hasEnded = false

  function plan(delayMs: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), delayMs)
  }

  async function send(isLeaving = false): Promise<void> {
    clearTimeout(timer)
    // Another caller that waited too may have been first.
    while (sending !== undefined) await sending
    if (waiting === undefined || isPaused || hasEnded) return
    current = waiting.content
    waiting = undefined
    sending = attempt(current, isLeaving)
    await sending
    sending = undefined
  }

  async function attempt(content: unknown, isLeaving: boolean): Promise<void> {
    try {
      const at = await draft.put(content, isLeaving)
      retry.reset()
      if (waiting === undefined) state.set({ state: 'saved', at, isFork: draft.isFork() })
      else plan(pauseMs)
    } catch (error) {
      const next = stateAfter(error)
      state.set(next)
      hasEnded ||= next.state === 'ended'
      if (next.state === 'waiting') waiting ??= { content, since: Date.now() }
      if (waiting !== undefined) plan(next.state === 'waiting' ? retry.nextMs() : pauseMs)
    }
  }

  return {
    id: draft.id,
    revision: draft.revision,
    state,
    save(content) {
      if (hasEnded) return
      waiting = { content, since: waiting?.since ?? Date.now() }
      if (isPaused || state.get().state === 'waiting') return
      if (state.get().state !== 'saving') state.set({ state: 'saving' })
      plan(delayFor(waiting.since))
    },
    flush: () => send(),
    leave() {
      if (sending !== undefined) draft.repeat(current)
      void send(true)
    },
    async pause() {
      await send()
      isPaused = true
    },
    resume(mayHaveSaved) {
      isPaused = false
      if (mayHaveSaved) draft.mayHaveEnded()
      if (waiting !== undefined) plan(pauseMs)
    },
    async end() {
      hasEnded = true
      clearTimeout(timer)
      await sending
      await draft.clear().catch(() => undefined)
    },
  }
}

function delayFor(since: number): number {
  return Math.min(pauseMs, Math.max(0, since + mostMs - Date.now()))
}

/** `updatedAt`: when the server saved it last. */
export function stateAt(updatedAt: string | undefined): AutosaveState {
  return updatedAt === undefined ? { state: 'nothing' } : { state: 'saved', at: updatedAt, isFork: false }
}

/** Pauses that grow with each failure in a row. */
export function createRetry() {
  let next = firstRetryMs
  return {
    reset() {
      next = firstRetryMs
    },
    nextMs() {
      const now = next
      next = Math.min(next * 2, lastRetryMs)
      return now
    },
  }
}

/** The state after a save that failed. */
export function stateAfter(error: unknown): AutosaveState {
  if (error instanceof DraftEnded) return { state: 'ended' }
  return isRefusal(error) ? { state: 'refused', why: error } : { state: 'waiting' }
}

/** Whether the server refuses a draft, so that a retry cannot help. */
function isRefusal(error: unknown): error is DraftRefusal {
  if (error instanceof UnreadableAnswer) return error.status === 413
  if (!(error instanceof ApiProblem)) return false
  const { status, retryable } = error.problem
  return !(retryable || status >= 500 || status === 401 || status === 404 || status === 412)
}

/** Runs the save that ends a draft. While it runs no draft is sent; if it fails, the autosave continues. */
export async function endingDraft<Saved>(autosave: DraftAutosave, save: () => Promise<Saved>): Promise<Saved> {
  await autosave.pause()
  try {
    const saved = await save()
    await autosave.end()
    return saved
  } catch (error) {
    autosave.resume(mayHaveSaved(error))
    throw error
  }
}

/** After a refusal nothing was saved. After any other failure, such as a lost answer, that is unknown. */
function mayHaveSaved(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.problem.status >= 500 || error.problem.retryable
}
