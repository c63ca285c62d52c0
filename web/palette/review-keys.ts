import { useEffect, useLayoutEffect, useRef } from 'react'
import { isTyping } from '../ui/is-typing.ts'

/** What a single key does while somebody reviews. */
export const reviewActions = ['next', 'previous', 'approve', 'giveBack'] as const

type ReviewAction = (typeof reviewActions)[number]

/** By which key; `?`, which shows them all, is the whole app's. */
export const keyOf: Readonly<Record<ReviewAction | 'help', string>> = {
  next: 'J',
  previous: 'K',
  approve: 'A',
  giveBack: 'R',
  help: '?',
}

type ReviewKeys = { readonly [Act in keyof typeof keyOf]?: () => void }

/** Single keys for who reviews many; they rest while somebody types, and with Ctrl, Alt or Meta they are the browser's. */
export function useReviewKeys(keys: ReviewKeys): void {
  const latest = useRef(keys)
  // With the screen, not after it: what a button says of its key holds from that moment.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isTyping(event.target)) return
      const act = actOf(latest.current, event.key)
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function actOf(keys: ReviewKeys, key: string): (() => void) | undefined {
  const act = [...reviewActions, 'help' as const].find((found) => keyOf[found] === key.toUpperCase())
  return act && keys[act]
}
