import { useQuery } from '@tanstack/react-query'
import { merchantSchema } from '#shared/api/merchant.ts'
import { ApiProblem, getJson, NetworkFailure } from './api.ts'

/** Who the server's credentials belong to, asked once a visit and again by hand. */
export function useMerchant() {
  return useQuery({
    queryKey: ['merchant'],
    queryFn: ({ signal }) => getJson('/api/merchant', merchantSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Why something could not be had, in a few words. */
export function reasonOf(error: Error): string {
  if (error instanceof ApiProblem) return error.problem.title
  if (error instanceof NetworkFailure) return 'Payout Desk’s server does not answer'
  return 'The answer could not be read'
}

/** Whether asking again can help. */
export function isWorthRepeating(error: Error): boolean {
  return error instanceof ApiProblem ? error.problem.retryable : true
}
