import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountSchema } from '#shared/api/accounts.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { getJson } from '../api/api.ts'
import { useAttempt } from '../sign-in/use-attempt.ts'
import { useAnnounce } from '../ui/live-region.tsx'

const queryKey = ['account'] as const

/** The person's own account. */
export function useAccount() {
  return useQuery({ queryKey, queryFn: ({ signal }) => getJson('/api/account', accountSchema, { signal }) })
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
