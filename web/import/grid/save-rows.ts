import { isWorthRepeatingSoon } from '../../api/api.ts'
import { contentHash } from '../../api/content-hash.ts'
import { createStore, type Watchable } from '../../state/store.ts'
import { firstThatFit } from '../first-that-fit.ts'
import type { ReadyRow, RowAnswer } from '../protocol.ts'
import type { RemoteSheet } from '../remote-sheet.ts'

/** How far saving is. */
export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' | 'stopping'; readonly done: number; readonly of: number }
  | { readonly kind: 'stopped'; readonly done: number; readonly refused: number; readonly failure: Error | undefined }

export interface Saving {
  readonly state: Watchable<SaveState>
  /** Saves what is ready, to the end, until it is stopped, or until the server gives no answer however often it is asked. */
  readonly start: () => Promise<void>
  readonly stop: () => void
}

interface Calls {
  /** Sends one chunk; a repeat under the same key answers with the first result. */
  readonly send: (rows: readonly ReadyRow[], idempotencyKey: string) => Promise<readonly RowAnswer[]>
  /** Tells what was decided of rows, before they are sent: nothing is saved of which that is not on record. */
  readonly tell: (rows: readonly ReadyRow[]) => Promise<void>
}

/** How long to wait before each further attempt, in ms. */
const pauses = [500, 2_000, 5_000]

/** Rows of one chunk at most; where they say much, fewer fit. */
const chunkSize = 500

/**
 * Saves the ready rows of a sheet chunk by chunk, one after the other. The key of a chunk follows from what it says, so that a page that was
 * loaded again asks under the same one; the server answers a row that it has already saved with its payout.
 */
export function createSaving(sheet: RemoteSheet, { send, tell }: Calls, batchId: string, wait = waited): Saving {
  const state = createStore<SaveState>({ kind: 'idle' })
  const isStopping = () => state.get().kind === 'stopping'

  async function start() {
    if (isUnderWay(state.get())) return
    let done = 0
    let refused = 0
    let failure: Error | undefined
    state.set({ kind: 'saving', done, of: sheet.summary.get().rows.ready })
    try {
      // Rows that another tab has mended since must not be saved as they are here.
      await sheet.requireNewest()
      for (;;) {
        const rows = isStopping() ? [] : firstThatFit(await sheet.ready(chunkSize))
        if (rows.length === 0) break
        // What the sheet says of these rows is safe before they leave it.
        await sheet.flush()
        await tell(rows)
        const answers = await sendPatiently(rows)
        await sheet.answered(answers)
        done += answers.length
        refused += answers.filter((answer) => 'refusal' in answer).length
        const before = state.get()
        if (before.kind === 'saving' || before.kind === 'stopping')
          state.set({ ...before, done, of: Math.max(before.of, done) })
      }
      await sheet.flush()
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause
      failure = cause
    }
    state.set({ kind: 'stopped', done, refused, failure })
  }

  async function sendPatiently(rows: readonly ReadyRow[]): Promise<readonly RowAnswer[]> {
    const key = await contentHash([batchId, rows])
    for (const pause of pauses) {
      try {
        return await send(rows, key)
      } catch (cause) {
        if (!(cause instanceof Error) || !isWorthRepeatingSoon(cause) || isStopping()) throw cause
        await wait(pause)
      }
    }
    return send(rows, key)
  }

  return {
    state,
    start,
    stop() {
      const now = state.get()
      if (now.kind === 'saving') state.set({ ...now, kind: 'stopping' })
    },
  }
}

export function isUnderWay({ kind }: SaveState): boolean {
  return kind === 'saving' || kind === 'stopping'
}

/** Until the pause is over, or the browser says that it is online again. */
function waited(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
  })
}
