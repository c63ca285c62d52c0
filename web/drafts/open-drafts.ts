import type { DraftKeeper } from './draft-keeper.ts'

/** The drafts of this page. A form that is left sends what it holds; whoever opens the next one waits for that. */
const open = new Set<DraftKeeper>()

export function watchDraft(keeper: DraftKeeper): () => void {
  open.add(keeper)
  return () => {
    void keeper.flush().finally(() => open.delete(keeper))
  }
}

/** Resolves when all that was typed on this page has reached the server, or could not. */
export async function settleDrafts(): Promise<void> {
  await Promise.all([...open].map((keeper) => keeper.flush()))
}

/** A page that is hidden may never come back: a phone ends it without a word. */
function sendAll() {
  for (const keeper of open) void keeper.flush()
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') sendAll()
})
window.addEventListener('pagehide', sendAll)
window.addEventListener('online', sendAll)
window.addEventListener('beforeunload', (event) => {
  const isUnsent = [...open].some((keeper) => keeper.keeping().state === 'waiting')
  if (isUnsent) event.preventDefault()
})
