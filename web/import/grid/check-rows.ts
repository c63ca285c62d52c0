import { firstThatFit } from '../first-that-fit.ts'
import type { KnownRow, ReadyRow } from '../protocol.ts'
import type { RemoteSheet } from '../remote-sheet.ts'

type Checked = KnownRow & { readonly row: number }

/** Asks the server what only it knows of some rows. */
type Ask = (rows: readonly ReadyRow[], signal: AbortSignal) => Promise<readonly Checked[]>

/** Rows of one question. */
const mostAtOnce = 200

/** After a question that was not answered, the next waits so long, in ms. */
const pauseMs = 30_000

/**
 * Tells the sheet what the server knows of its rows, as they become free of errors: whom they pay, and what else was paid. Nothing waits for it: a row
 * of which nothing is known yet can be mended and saved all the same. Ends when the signal says so.
 */
export function checkRows(sheet: RemoteSheet, ask: Ask, signal: AbortSignal, pause = pauseMs): void {
  let isAsking = false
  let retry: ReturnType<typeof setTimeout> | undefined

  async function askOn() {
    if (isAsking || retry !== undefined || signal.aborted) return
    isAsking = true
    try {
      for (;;) {
        const rows = firstThatFit(await sheet.unknown(mostAtOnce))
        if (rows.length === 0 || signal.aborted) break
        const answers = await ask(rows, signal)
        const isOfThem = new Set(rows.map(({ row }) => row))
        const known = answers.filter(({ row }) => isOfThem.has(row))
        if (known.length === 0) break
        await sheet.learn(known)
      }
    } catch {
      retry = setTimeout(() => {
        retry = undefined
        void askOn()
      }, pause)
    } finally {
      isAsking = false
    }
  }

  const stop = sheet.summary.subscribe(() => void askOn())
  signal.addEventListener('abort', () => {
    stop()
    clearTimeout(retry)
  })
  void askOn()
}
