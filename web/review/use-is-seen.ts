import { useEffect, useState } from 'react'

/** How long what is shown has to stand before a person can have seen it, in ms. */
const seenAfterMs = 700

/** Whether what came into sight with the component has stood long enough for a person to see it. */
export function useIsSeen(): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSeen(true), seenAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSeen
}
