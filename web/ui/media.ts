import { useSyncExternalStore } from 'react'

/** The width up to which a panel at the side becomes a drawer; split-view.module.css says the same. */
const narrow = '(max-width: 900px)'

/** Whether the page is too narrow for two columns. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches)
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
