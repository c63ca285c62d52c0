import { useEffect } from 'react'
import { useAnnounce } from '../ui/live-region.tsx'

/** Reads out the error or the warning of the field that was left last: a screen reader is at the next one when it appears. */
export function SpokenMessages() {
  const announce = useAnnounce()
  useEffect(() => {
    let left = ''
    let spoken = ''
    const leave = ({ target }: FocusEvent) => {
      left = target instanceof HTMLElement ? target.id : ''
      spoken = ''
    }
    const observer = new MutationObserver(() => {
      const words = document.getElementById(`${left}-messages`)?.textContent ?? ''
      if (words === spoken || document.activeElement?.id === left) return
      spoken = words
      announce(`${document.getElementById(`${left}-label`)?.textContent ?? ''}. ${words}`)
    })
    document.addEventListener('focusout', leave)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    return () => {
      document.removeEventListener('focusout', leave)
      observer.disconnect()
    }
  }, [announce])
  return null
}
