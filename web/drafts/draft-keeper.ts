import { type DraftStart, keptDraft } from './kept-draft.ts'

/** How the keeping of an unfinished form stands. */
export type Keeping =
  | { readonly state: 'nothing' }
  | { readonly state: 'keeping' }
  /** `isFork`: another tab or device went on with the same draft, so that this one is kept beside it. */
  | { readonly state: 'kept'; readonly at: string; readonly isFork: boolean }
  /** The server did not take it; it is tried again by itself. */
  | { readonly state: 'waiting' }

/** Keeps an unfinished form on the server while it is typed, within a second of the last key. */
export interface DraftKeeper {
  /** Names the draft; another one after a fork. */
  readonly id: () => string
  readonly keeping: () => Keeping
  readonly subscribe: (listener: () => void) => () => void
  readonly keep: (content: unknown) => void
  /** Sends at once what waits; resolves when nothing is under way any more. */
  readonly flush: () => Promise<void>
  /** The form has ended: nothing more is sent, and with `remove` the server forgets it. */
  readonly end: (remove: boolean) => Promise<void>
}

/** A pause in typing after which it is sent, and how long unbroken typing may put that off, in ms. */
const pauseMs = 350
const mostMs = 800

const firstRetryMs = 1_000
const lastRetryMs = 15_000

export function createDraftKeeper(start: DraftStart): DraftKeeper {
  const draft = keptDraft(start)
  const state = observable<Keeping>(
    start.updatedAt === undefined ? { state: 'nothing' } : { state: 'kept', at: start.updatedAt, isFork: false },
  )
  let waiting: { readonly content: unknown; readonly since: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  let retryMs = firstRetryMs
  let hasEnded = false

  function plan(delayMs: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), delayMs)
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    // Whoever waited too may have gone first.
    while (sending !== undefined) await sending
    if (waiting === undefined || hasEnded) return
    const { content } = waiting
    waiting = undefined
    sending = attempt(content)
    await sending
    sending = undefined
  }

  async function attempt(content: unknown): Promise<void> {
    try {
      const at = await draft.put(content)
      retryMs = firstRetryMs
      if (waiting === undefined) state.set({ state: 'kept', at, isFork: draft.isFork() })
      else plan(pauseMs)
    } catch {
      waiting ??= { content, since: Date.now() }
      state.set({ state: 'waiting' })
      plan(retryMs)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
  }

  return {
    id: draft.id,
    keeping: state.get,
    subscribe: state.subscribe,
    keep(content) {
      if (hasEnded) return
      waiting = { content, since: waiting?.since ?? Date.now() }
      if (state.get().state === 'waiting') return
      if (state.get().state !== 'keeping') state.set({ state: 'keeping' })
      plan(Math.min(pauseMs, Math.max(0, waiting.since + mostMs - Date.now())))
    },
    flush: send,
    async end(remove) {
      hasEnded = true
      clearTimeout(timer)
      await sending
      if (remove) await draft.remove()
    },
  }
}

function observable<Value>(initial: Value) {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set(next: Value) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
