import { useEffect } from 'react'
import { paths } from '../screen/routes.ts'
import { isSingleKey } from './single-keys.ts'

/** Holds what is typed after N until the first field of the form takes focus, and types it there: the form may still have to load. */
export function useHeldKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'n' && isSingleKey(event)) holdKeys()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function holdKeys(): void {
  let held = ''
  const release = () => {
    window.removeEventListener('keydown', hold, true)
    window.removeEventListener('focusin', typeHeld)
  }
  const hold = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    // N opened nothing, or the person went elsewhere.
    if (window.location.pathname !== paths.newPayout) return release()
    if (ctrlKey || altKey || metaKey || (key.length > 1 && key !== 'Backspace')) return
    event.preventDefault()
    event.stopPropagation()
    held = key === 'Backspace' ? held.slice(0, -1) : held + key
  }
  const typeHeld = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement)) return
    release()
    // As typed, so that the field, and the undo of the browser, have it.
    if (held !== '') document.execCommand('insertText', false, held)
  }
  window.addEventListener('keydown', hold, true)
  window.addEventListener('focusin', typeHeld)
}
