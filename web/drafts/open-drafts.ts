import type { DraftAutosave } from './draft-autosave.ts'

const unsent: ReadonlySet<string> = new Set(['waiting', 'refused', 'ended'])

/**
 * The drafts of this page. A form that is left sends what it holds, and the next one waits for that. If the server does not answer, the
 * draft stays among them and is tried again, so that it is there when the form is opened again.
 */
const open = new Set<DraftAutosave>()

export function watchDraft(autosave: DraftAutosave): () => void {
  open.add(autosave)
  return () => {
    void autosave.flush().finally(() => forgetOnceSent(autosave))
  }
}

function forgetOnceSent(autosave: DraftAutosave): void {
  if (autosave.state.get().state !== 'waiting') return void open.delete(autosave)
  const stop = autosave.state.subscribe(() => {
    stop()
    forgetOnceSent(autosave)
  })
}

/** Resolves when all that was typed on this page has reached the server, or could not. */
export async function settleDrafts(): Promise<void> {
  await Promise.all([...open].map((autosave) => autosave.flush()))
}

/** A hidden page may never come back: a phone ends it without notice. */
function leaveAll() {
  for (const autosave of open) autosave.leave()
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leaveAll()
})
window.addEventListener('pagehide', leaveAll)
window.addEventListener('online', () => void settleDrafts())
window.addEventListener('beforeunload', (event) => {
  const isUnsent = [...open].some((autosave) => unsent.has(autosave.state.get().state))
  if (isUnsent) event.preventDefault()
})
