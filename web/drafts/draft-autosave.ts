import { ApiProblem, UnreadableAnswer } from '../api/api.ts'
import { createStore, type Watchable } from '../state/store.ts'
import { DraftEnded, type DraftStart, savedDraft } from './saved-draft.ts'

/** How the keeping of an unfinished form stands. */
export type Keeping =
  | { readonly state: 'nothing' }
  | { readonly state: 'keeping' }
  /** `isFork`: another tab or device went on with the same draft, so that this one is kept beside it. */
  | { readonly state: 'kept'; readonly at: string; readonly isFork: boolean }
  /** The server did not take it; it is tried again by itself. */
  | { readonly state: 'waiting' }
  /** The server does not want it as it is; it is sent again once it has changed. */
  | { readonly state: 'refused'; readonly why: Refusal }
  /** It was saved, as it turns out: what is changed now is kept no more. */
  | { readonly state: 'ended' }

/** The server’s no to a draft. */
export type Refusal = ApiProblem | UnreadableAnswer

/** Keeps an unfinished form on the server while it is typed, within a second of the last key. */
export interface DraftAutosave {
  /** Names the draft; another one after a fork. */
  readonly id: () => string
  /** The newest revision that the server has acknowledged; 0 before the first. */
  readonly revision: () => number
  readonly keeping: Watchable<Keeping>
  readonly keep: (content: unknown) => void
  /** Sends at once what waits; resolves when nothing is under way any more. */
  readonly flush: () => Promise<void>
  /** Sends at once what waits, in a way that can outlive the page. */
  readonly leave: () => void
  /** Sends what waits, and then nothing until {@link resume}: what comes late would bring back what a save ends. */
  readonly pause: () => Promise<void>
  /** The save has failed; where `mayHaveSaved`, a draft that is gone was ended by it. */
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
  const state = createStore(keepingAt(start))
  const retry = createRetry()
  let waiting: { readonly content: unknown; readonly since: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  /** What is under way. */
  let current: unknown
  let isPaused = false
  let hasEnded = false

  function plan(delayMs: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), delayMs)
  }

  async function send(isLeaving = false): Promise<void> {
    clearTimeout(timer)
    // Whoever waited too may have gone first.
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
      if (waiting === undefined) state.set({ state: 'kept', at, isFork: draft.isFork() })
      else plan(pauseMs)
    } catch (error) {
      const next = keepingAfter(error)
      state.set(next)
      hasEnded ||= next.state === 'ended'
      if (next.state === 'waiting') waiting ??= { content, since: Date.now() }
      if (waiting !== undefined) plan(next.state === 'waiting' ? retry.nextMs() : pauseMs)
    }
  }

  return {
    id: draft.id,
    revision: draft.revision,
    keeping: state,
    keep(content) {
      if (hasEnded) return
      waiting = { content, since: waiting?.since ?? Date.now() }
      if (isPaused || state.get().state === 'waiting') return
      if (state.get().state !== 'keeping') state.set({ state: 'keeping' })
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

function keepingAt({ updatedAt }: DraftStart): Keeping {
  return updatedAt === undefined ? { state: 'nothing' } : { state: 'kept', at: updatedAt, isFork: false }
}

/** Pauses that grow with each failure in a row. */
function createRetry() {
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

function keepingAfter(error: unknown): Keeping {
  if (error instanceof DraftEnded) return { state: 'ended' }
  return isRefusal(error) ? { state: 'refused', why: error } : { state: 'waiting' }
}

/** Whether the server does not want a draft, so that another try cannot help. */
function isRefusal(error: unknown): error is Refusal {
  if (error instanceof UnreadableAnswer) return error.status === 413
  if (!(error instanceof ApiProblem)) return false
  const { status, retryable } = error.problem
  return !(retryable || status >= 500 || status === 401 || status === 404 || status === 412)
}

/** Makes the save that a draft ends with. Meanwhile nothing of the form is sent; where the save fails, its keeping goes on. */
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

/** A refusal has saved nothing. Of all else, a lost answer above all, that is not known. */
function mayHaveSaved(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.problem.status >= 500 || error.problem.retryable
}
