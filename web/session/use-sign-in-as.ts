import { useState } from 'react'
import type { Person } from '#shared/api/person.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { signIn } from './use-session.ts'

/** Signs the same person in once more. */
export function useSignInAs({ name }: Person, onSignedIn: () => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  return {
    isBusy,
    error,
    async signInAs() {
      setIsBusy(true)
      setError(undefined)
      try {
        await signIn(name)
        onSignedIn()
      } catch (cause) {
        setError(cause instanceof Error ? `${reasonOf(cause)}. Try again: nothing is lost.` : 'Try again.')
        setIsBusy(false)
      }
    },
  }
}
