import { useSyncExternalStore } from 'react'
import { agoWords, momentWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'

/** How long ago something was, in words, with the exact time on hover. */
export function Ago({ at }: { readonly at: string }) {
  const now = useSyncExternalStore(subscribe, () => clock)
  return (
    <time dateTime={at} title={momentWords(at)}>
      {sinceWords(now - Date.parse(at))}
    </time>
  )
}

/** A duration in ms as a person says it. */
export function sinceWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return t('ui.ago.now')
  if (minutes < 60) return agoWords(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? agoWords(hours, 'hour') : agoWords(Math.floor(hours / 24), 'day')
}

/** One clock for all of them: words such as "2 min. ago" grow old by themselves, a thousand rows at a time. */
let clock = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    tick()
    timer = setInterval(tick, 15_000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick() {
  clock = Date.now()
  for (const listener of listeners) listener()
}
