import { useState } from 'react'
import type { Person } from '#shared/api/person.ts'
import { reasonOf } from '../api/use-merchant.ts'
import { t } from '../language/translate.ts'
import { signIn } from './use-session.ts'

/** Signs the same person in once more. */
export function useSignInAs({ name }: Person, onSignedIn: () => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  return {
    isBusy,
    error: failure === undefined ? undefined : whyNot(failure),
    async signInAs() {
      setIsBusy(true)
      setFailure(undefined)
      try {
        await signIn(name)
        onSignedIn()
      } catch (cause) {
        setFailure(cause)
        setIsBusy(false)
      }
    },
  }
}

function whyNot(failure: unknown): string {
  return failure instanceof Error
    ? t('session.ended.failed', { reason: reasonOf(failure) })
    : t('session.ended.failedOddly')
}
