import { useEffect, useSyncExternalStore } from 'react'

/** The rule that the address leads to, by its id; empty where it leads to the page as a whole. */
export function useRuleInAddress(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash.slice(1))
}

/**
 * Brings that rule into view, focuses and marks it. The browser does so for pages that it loads, not for those that a
 * script draws; `isReady` says that nothing more is coming which could be the target.
 */
export function useRuleTarget(id: string, isReady: boolean): void {
  useEffect(() => {
    const target = isReady && id !== '' ? document.getElementById(id) : null
    if (target === null) return
    target.scrollIntoView({ block: 'start' })
    target.focus({ preventScroll: true })
    target.dataset.marked = ''
    return () => {
      delete target.dataset.marked
    }
  }, [id, isReady])
}

function subscribe(onChange: () => void): () => void {
  const events = ['hashchange', 'popstate'] as const
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}
