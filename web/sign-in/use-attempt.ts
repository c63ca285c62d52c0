import { useState } from 'react'
import { failureText } from './failure-text.ts'

/** One attempt at a time, and why the last one failed. */
export interface SignInAttempt {
  readonly isBusy: boolean
  /** In whole sentences. */
  readonly failure: string | undefined
  readonly begin: (work: () => Promise<void>) => void
}

/** For actions that a person starts by a button, and may have to repeat. */
export function useAttempt(): SignInAttempt {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  return {
    isBusy,
    failure,
    begin(work) {
      if (isBusy) return
      setIsBusy(true)
      setFailure(undefined)
      work()
        .catch((cause: unknown) => setFailure(failureText(cause)))
        .finally(() => setIsBusy(false))
    },
  }
}
