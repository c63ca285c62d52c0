import { useState } from 'react'
import type { RevealedPayout } from '#shared/api/payout.ts'
import { usePayout, useRevealedPayout } from '../payouts/use-payout.ts'
import type { Verdict } from './decided.ts'

/** A payout with its exact request: as it is now, and as the person at the screen has last taken note of it. */
export function useShownPayout(id: string) {
  const payout = usePayout(id)
  const revealed = useRevealedPayout(id, payout.data?.version ?? 0, payout.isSuccess)
  const [seen, setSeen] = useState<RevealedPayout>()
  const [refused, setRefused] = useState<Verdict>()
  const now = revealed.data
  if (seen === undefined && now !== undefined) setSeen(now)
  return {
    payout,
    revealed,
    seen,
    /** What was refused because something had changed. */
    refused,
    hasChanged: refused !== undefined || (seen !== undefined && now !== undefined && !isSame(seen, now)),
    isFetching: payout.isFetching || revealed.isFetching,
    refuse: setRefused,
    takeNote() {
      setSeen(now)
      setRefused(undefined)
    },
  }
}

function isSame(one: RevealedPayout, other: RevealedPayout): boolean {
  return one.requestHash === other.requestHash && one.warningsHash === other.warningsHash
}
