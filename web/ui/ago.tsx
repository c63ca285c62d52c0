import { agoWords, minuteWords, momentWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { createStore, useStore } from '../state/store.ts'

/** How long ago something was, in words, with the exact time on hover, and instead in print (print.css). */
export function Ago({ at }: { readonly at: string }) {
  const now = useStore(clock)
  return (
    <time dateTime={at} title={momentWords(at)}>
      <span>{sinceWords(now - Date.parse(at))}</span>
    </time>
  )
}

/** A duration in ms in words. */
export function sinceWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return t('ui.ago.now')
  if (minutes < 60) return agoWords(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? agoWords(hours, 'hour') : agoWords(Math.floor(hours / 24), 'day')
}

/** One clock for all rows: words such as "2 min. ago" have to be updated, a thousand at a time. */
const clock = createStore(Date.now(), (set) => {
  const tick = () => set(Date.now())
  tick()
  const timer = setInterval(tick, 15_000)
  return () => clearInterval(timer)
})

/** The day and the minute, for entries that are looked up by their time. */
export function ExactTime({ at }: { readonly at: string }) {
  return <time dateTime={at}>{minuteWords(at)}</time>
}
