import { useEffect, useState } from 'react'

/** How long one pauses in a word, in ms. */
const pauseMs = 250

export interface SearchText {
  /** What stands in the box. */
  readonly typed: string
  /** What is searched for: the same after a pause. */
  readonly text: string
  readonly type: (typed: string) => void
}

/**
 * What is searched for. It may be a name or a number of somebody, so it never stands in the address: it lives with the entry of the
 * browser's history, where the way back finds it again.
 */
export function useSearchText(): SearchText {
  const [typed, setTyped] = useState(textOfHistory)
  const [text, setText] = useState(typed)
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => setText(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, text])
  return {
    typed,
    text: text.trim(),
    type(next) {
      setTyped(next)
      // At once: whoever has found what they look for leaves before the pause is over, and then this is another entry.
      window.history.replaceState({ ...stateOfHistory(), searchText: next }, '')
    },
  }
}

function textOfHistory(): string {
  const { searchText } = stateOfHistory()
  return typeof searchText === 'string' ? searchText : ''
}

function stateOfHistory(): Readonly<Record<string, unknown>> {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
