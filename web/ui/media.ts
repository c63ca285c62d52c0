import { useSyncExternalStore } from 'react'

/** In em, so that larger text counts as a narrower page: the width up to which a panel at the side becomes a drawer; the same as in split-view.module.css. */
const narrow = '(max-width: 56.25em)'

/** Whether the page is too narrow for two columns. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches)
}

/** Whether code may focus a field: on a touch screen that would open the keyboard over the page. */
export function hasMouse(): boolean {
  return window.matchMedia('(pointer: fine)').matches
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
