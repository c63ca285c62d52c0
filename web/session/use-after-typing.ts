import { useEffect, useState } from 'react'

/** How long one pauses between two words, in ms. */
const pauseMs = 1_000

/** True once something is wanted and no key was pressed for a while: what opens then takes no key that was meant for the page. */
export function useAfterTyping(isWanted: boolean): boolean {
  const [isPause, setIsPause] = useState(false)
  useEffect(() => {
    if (!isWanted || isPause) return
    let timer = setTimeout(setIsPause, pauseMs, true)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(setIsPause, pauseMs, true)
    }
    document.addEventListener('keydown', wait, { capture: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', wait, { capture: true })
    }
  }, [isWanted, isPause])
  if (!isWanted && isPause) setIsPause(false)
  return isWanted && isPause
}
