import { useEffect, useEffectEvent } from 'react'
import { isSingleKey } from './single-keys.ts'

/** Does something at a letter that is pressed by itself, while the screen with it is open; nothing for whom single keys are off. */
export function useSingleKey(letter: string, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toUpperCase() !== letter || !isSingleKey(event)) return
    // It is no first letter for the field that takes focus there.
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
