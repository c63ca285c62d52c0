import { createStore } from '../state/store.ts'

const firstRetryMs = 1_000
const lastRetryMs = 15_000

/** What could not be had: each with what tries it again at once. */
const failing = new Set<() => void>()

/** Whether something is waited for that could not be had at the first try. */
export const isFailing = createStore(false)

/** Tries again at once what could not be loaded. */
export function retryNow(): void {
  for (const retry of failing) retry()
}

// Tests run without a window.
if (typeof window !== 'undefined') window.addEventListener('online', retryNow)

/** Loads what the page cannot do without: again and again, with longer and longer pauses, until it is there. */
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
      await reloadStyles()
    }
  }
}

function note(change: () => void) {
  change()
  isFailing.set(failing.size > 0)
}

/** Vite asks for each stylesheet once in the life of the page, also where it never came: without this a screen would stand there bare. */
async function reloadStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  await Promise.all([...links].filter(({ sheet }) => sheet === null).map(loadedAgain))
}

function loadedAgain(failed: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.onload = () => resolve()
    link.onerror = () => resolve()
    link.href = failed.href
    failed.replaceWith(link)
  })
}
