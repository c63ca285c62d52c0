import type { DraftAutosave } from './draft-autosave.ts'

const unsent: ReadonlySet<string> = new Set(['waiting', 'refused', 'ended'])

/**
 * The drafts of this page. A form that is left sends what it holds; whoever opens the next one waits for that. Where the server does not
 * answer, it stays among them and is tried again, so that whoever opens the form again finds it.
 */
const open = new Set<DraftAutosave>()

export function watchDraft(autosave: DraftAutosave): () => void {
  open.add(autosave)
  return () => {
    void autosave.flush().finally(() => forgetOnceSent(autosave))
  }
}

function forgetOnceSent(autosave: DraftAutosave): void {
  if (autosave.keeping.get().state !== 'waiting') return void open.delete(autosave)
  const stop = autosave.keeping.subscribe(() => {
    stop()
    forgetOnceSent(autosave)
  })
}

/** Resolves when all that was typed on this page has reached the server, or could not. */
export async function settleDrafts(): Promise<void> {
  await Promise.all([...open].map((autosave) => autosave.flush()))
}

/** A page that is hidden may never come back: a phone ends it without a word. */
function leaveAll() {
  for (const autosave of open) autosave.leave()
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leaveAll()
})
window.addEventListener('pagehide', leaveAll)
window.addEventListener('online', () => void settleDrafts())
window.addEventListener('beforeunload', (event) => {
  const isUnsent = [...open].some((autosave) => unsent.has(autosave.keeping.get().state))
  if (isUnsent) event.preventDefault()
})
