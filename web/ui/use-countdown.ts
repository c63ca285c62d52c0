import { useEffect, useState } from 'react'

/** Milliseconds left until a moment, renewed every second; 0 once it has passed, when the timer rests. */
export function useCountdown(until: number): number {
  const [left, setLeft] = useState(() => until - Date.now())
  // Time passes outside React: one timer a second, and none once there is nothing to wait for.
  useEffect(() => {
    setLeft(until - Date.now())
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setLeft(until - Date.now())
      if (until <= Date.now()) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return Math.max(0, left)
}

/** A duration as minutes and seconds: "0:24". */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
