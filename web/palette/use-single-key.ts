import { useEffect, useEffectEvent } from 'react'
import { isSingleKey } from './single-keys.ts'

/** Calls `act` when the letter is pressed alone while the screen is open; never while single keys are off. */
export function useSingleKey(letter: string, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toUpperCase() !== letter || !isSingleKey(event)) return
    // Keeps the letter out of the field that takes focus.
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
