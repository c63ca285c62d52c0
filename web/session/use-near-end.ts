import { useEffect, useState } from 'react'
import type { Person, Session } from '#shared/api/session.ts'
import { signInGate } from '../api/sign-in-gate.ts'
import { readSession } from './use-session.ts'

type TimedSession = NonNullable<Session['session']>

/** How long before its end a session warns, in ms. */
const warnedMs = 2 * 60_000

/** How soon to check again where the clocks of browser and server differ by more than that, in ms. */
const lookAgainMs = 60_000

/**
 * The session of the person once it is about to end. Other requests, in this tab or another, extend it: so the session is read again
 * shortly before its known end, and once more at the end. Then the page asks the person to sign in before a call fails.
 */
export function useNearEnd(person: Person, session: TimedSession | null): TimedSession | undefined {
  const [nearEnd, setNearEnd] = useState<TimedSession>()
  useEffect(() => {
    if (session === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    setNearEnd(undefined)
    function lookIn(ms: number) {
      timer = setTimeout(look, Math.max(ms, 0))
    }
    async function look() {
      const found = await readSession().catch(() => undefined)
      if (isOver) return
      if (found === undefined) return lookIn(lookAgainMs)
      if (found.session === null || found.person?.id !== person.id) {
        setNearEnd(undefined)
        void signInGate.ask()
        return
      }
      const leftMs = Date.parse(found.session.idleEndsAt) - Date.now()
      setNearEnd(leftMs > 0 && leftMs <= warnedMs ? found.session : undefined)
      if (leftMs > warnedMs) lookIn(leftMs - warnedMs)
      else lookIn(leftMs > 0 ? leftMs + 1_000 : lookAgainMs)
    }
    lookIn(Date.parse(session.idleEndsAt) - Date.now() - warnedMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [person.id, session])
  return nearEnd
}
