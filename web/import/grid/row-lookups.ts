import { firstThatFit } from '../../api/first-that-fit.ts'
import type { ValueStore } from '../../state/store.ts'
import type { KnownRow, ReadyRow } from '../protocol.ts'
import type { RemoteSheet } from '../remote-sheet.ts'

type LookedUpRow = KnownRow & { readonly row: number }

/** Looks up what only the server knows about these rows. */
type RowLookup = (rows: readonly ReadyRow[], signal: AbortSignal) => Promise<readonly LookedUpRow[]>

/** Rows of one lookup. */
const mostAtOnce = 200

/** The pause before the next lookup after a failed one, in ms. */
const pauseMs = 30_000

/**
 * Adds what the server knows to rows once they are free of errors: their beneficiaries, and other payouts to them. Nothing waits for it: a
 * row without an answer can be fixed and saved. Ends when the signal is aborted.
 * @param failure why the newest lookup failed, until one succeeds
 */
export function startRowLookups(
  sheet: RemoteSheet,
  ask: RowLookup,
  failure: ValueStore<Error | undefined>,
  signal: AbortSignal,
  pause = pauseMs,
): void {
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
        failure.set(undefined)
        const isOfThem = new Set(rows.map(({ row }) => row))
        const known = answers.filter(({ row }) => isOfThem.has(row))
        if (known.length === 0) break
        await sheet.learn(known)
      }
    } catch (cause) {
      if (signal.aborted) return
      failure.set(cause instanceof Error ? cause : new Error('The lookup failed.', { cause }))
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
