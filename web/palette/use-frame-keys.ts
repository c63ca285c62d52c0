import { useEffect, useRef } from 'react'
import { isTyping } from '../ui/is-typing.ts'

export interface FrameKeys {
  readonly palette: () => void
  readonly help: () => void
  /** The key that Ctrl K begins with is down. */
  readonly isNear: () => void
}

/** The keys that hold on every screen. One that a screen has taken for itself is left to it. */
export function useFrameKeys(keys: FrameKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => actOf(latest.current, event)
    // On the window, so that what the screens do on the document comes first.
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function actOf({ palette, help, isNear }: FrameKeys, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.altKey) return
  const { key, ctrlKey, metaKey, shiftKey } = event
  const isWithCommand = ctrlKey || metaKey
  if (key === 'Control' || key === 'Meta') isNear()
  if (isWithCommand && !shiftKey && key.toLowerCase() === 'k') {
    // The browser’s own search bar would open.
    event.preventDefault()
    if (!isQuestionOpen()) palette()
  }
  if (!isWithCommand && key === '?' && !isTyping(event.target)) help()
}

/** A question in front of the page is answered first. The palette itself closes by its key. */
function isQuestionOpen(): boolean {
  return document.querySelector('dialog[open]:not([data-palette])') !== null
}
