import { createStore } from '../state/store.ts'

const firstRetryMs = 1_000
const lastRetryMs = 15_000

/** Files that could not be loaded, each with a function that retries at once. */
const failing = new Set<() => void>()

/** Whether something is waited for whose first attempt failed. */
export const isFailing = createStore(false)

/** Retries at once what could not be loaded. */
export function retryNow(): void {
  for (const retry of failing) retry()
}

// Tests run without a window.
if (typeof window !== 'undefined') window.addEventListener('online', retryNow)

/** Loads something that the page cannot do without: again and again, with growing pauses, until it is there. */
export async function retryUntilLoaded<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  let wake = () => {}
  const retry = () => wake()
  for (let waitMs = firstRetryMs; ; waitMs = Math.min(waitMs * 2, lastRetryMs)) {
    try {
      const loaded = await load()
      note(() => failing.delete(retry))
      return loaded
    } catch {
      note(() => failing.add(retry))
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, waitMs)
      })
    }
  }
}

function note(change: () => void) {
  change()
  isFailing.set(failing.size > 0)
}
