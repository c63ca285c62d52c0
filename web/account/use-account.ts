import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountSchema } from '#shared/api/own-account.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { ApiProblem, getJson } from '../api/api.ts'
import { createSignInGate } from '../api/sign-in-gate.ts'
import { useAttempt } from '../sign-in/use-attempt.ts'
import { useAnnounce } from '../ui/live-region.tsx'

const queryKey = ['account'] as const

/** The person's own account. */
export function useAccount() {
  return useQuery({ queryKey, queryFn: ({ signal }) => getJson('/api/account', accountSchema, { signal }) })
}

/** Where a change of how the person signs in waits to be confirmed. The reason that the gate is given is the change, as a proof names it. */
export const changeGate = createSignInGate()

/** Sends a change of how the person signs in, has it confirmed, and sends it again. Rethrows the error of the call where it is not. */
export async function onceConfirmed<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const change = error instanceof ApiProblem ? error.problem.params?.change : undefined
    if (change === undefined || !(await changeGate.ask(undefined, change))) throw error
    return await onceConfirmed(call)
  }
}

/** Changes the person's own account, and announces the result. */
export function useChange() {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const attempt = useAttempt()
  return {
    ...attempt,
    change(work: () => Promise<unknown>, done?: string) {
      attempt.begin(async () => {
        try {
          await work()
          if (done !== undefined) announce(done)
        } finally {
          await queryClient.invalidateQueries({ queryKey })
          await refreshSession()
        }
      })
    },
  }

  /** Whether the person has a passkey decides how they approve. */
  async function refreshSession() {
    const session = await getJson('/api/session', sessionSchema, { isAboutSession: true })
    if (session.person !== null) queryClient.setQueryData(['session'], session)
  }
}
