import { isWorthRepeatingSoon } from '../../api/api.ts'
import { contentHash } from '../../api/content-hash.ts'
import { firstThatFit } from '../../api/first-that-fit.ts'
import { createStore, type Watchable } from '../../state/store.ts'
import type { ReadyRow, RowAnswer } from '../protocol.ts'
import type { RemoteSheet } from '../remote-sheet.ts'

/** The progress of saving. */
export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' | 'stopping'; readonly done: number; readonly of: number }
  | { readonly kind: 'stopped'; readonly done: number; readonly refused: number; readonly failure: Error | undefined }

export interface RowSaving {
  readonly state: Watchable<SaveState>
  /** Saves the ready rows until all are saved, it is stopped, or the server does not answer after several attempts. */
  readonly start: () => Promise<void>
  readonly stop: () => void
}

interface SaveCalls {
  /** Sends one chunk; a repeat under the same key answers with the first result. */
  readonly send: (rows: readonly ReadyRow[], idempotencyKey: string) => Promise<readonly RowAnswer[]>
  /** Records what was decided about rows before they are sent, so that none is saved without a record of it. */
  readonly audit: (rows: readonly ReadyRow[]) => Promise<void>
}

/** How long to wait before each further attempt, in ms. */
const pauses = [500, 2_000, 5_000]

/** The most rows of a chunk; of long rows fewer fit. */
const chunkSize = 500

/**
 * Saves the ready rows of a sheet in chunks, one after the other. The idempotency key of a chunk is derived from its content, so that a
 * reloaded page sends the same one; for a row that is already saved, the server answers with its payout.
 */
export function createSaving(
  sheet: RemoteSheet,
  { send, audit }: SaveCalls,
  batchId: string,
  wait = waited,
): RowSaving {
  const state = createStore<SaveState>({ kind: 'idle' })
  const isStopping = () => state.get().kind === 'stopping'

  async function start() {
    if (isUnderWay(state.get())) return
    let done = 0
    let refused = 0
    let failure: Error | undefined
    state.set({ kind: 'saving', done, of: sheet.summary.get().rows.ready })
    try {
      // Rows that another tab has fixed in the meantime must not be saved in this tab's version.
      await sheet.requireNewest()
      for (;;) {
        const rows = isStopping() ? [] : firstThatFit(await sheet.ready(chunkSize))
        if (rows.length === 0) break
        // The sheet is saved before its rows are sent.
        await sheet.flush()
        await audit(rows)
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

/** Until the pause is over, or the browser is online again. */
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
