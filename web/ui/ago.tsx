import { useEffect, useState } from 'react'

/** How long ago something was, in words, with the exact time on hover. */
export function Ago({ at }: { readonly at: string }) {
  const [now, setNow] = useState(Date.now)
  // Words such as "2 minutes ago" grow old by themselves.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {agoWords(now - Date.parse(at))}
    </time>
  )
}

/** A duration in ms as a person says it. */
export function agoWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`
}
