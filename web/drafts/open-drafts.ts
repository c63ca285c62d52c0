import type { DraftKeeper } from './draft-keeper.ts'

const unsent: ReadonlySet<string> = new Set(['waiting', 'refused', 'ended'])

/**
 * The drafts of this page. A form that is left sends what it holds; whoever opens the next one waits for that. Where the server does not
 * answer, it stays among them and is tried again, so that whoever opens the form again finds it.
 */
const open = new Set<DraftKeeper>()

export function watchDraft(keeper: DraftKeeper): () => void {
  open.add(keeper)
  return () => {
    void keeper.flush().finally(() => forgetOnceSent(keeper))
  }
}

function forgetOnceSent(keeper: DraftKeeper): void {
  if (keeper.keeping().state !== 'waiting') return void open.delete(keeper)
  const stop = keeper.subscribe(() => {
    stop()
    forgetOnceSent(keeper)
  })
}

/** Resolves when all that was typed on this page has reached the server, or could not. */
export async function settleDrafts(): Promise<void> {
  await Promise.all([...open].map((keeper) => keeper.flush()))
}

/** A page that is hidden may never come back: a phone ends it without a word. */
function leaveAll() {
  for (const keeper of open) keeper.leave()
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leaveAll()
})
window.addEventListener('pagehide', leaveAll)
window.addEventListener('online', () => void settleDrafts())
window.addEventListener('beforeunload', (event) => {
  const isUnsent = [...open].some((keeper) => unsent.has(keeper.keeping().state))
  if (isUnsent) event.preventDefault()
})
