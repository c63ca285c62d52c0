import { useEffect, useLayoutEffect, useRef } from 'react'
import { isTyping } from '../ui/is-typing.ts'

export interface ReviewKeys {
  readonly next?: () => void
  readonly previous?: () => void
  readonly approve?: () => void
  readonly giveBack?: () => void
  readonly help?: () => void
}

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

function actOf({ next, previous, approve, giveBack, help }: ReviewKeys, key: string): (() => void) | undefined {
  return { j: next, k: previous, a: approve, r: giveBack, '?': help }[key.toLowerCase()]
}
