import { useQuery } from '@tanstack/react-query'
import { merchantSchema } from '#shared/api/merchant.ts'
import { problemTitle } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { ApiProblem, getJson, NetworkFailure } from './api.ts'

/** Who the server's credentials belong to, asked once a visit and again by hand. */
export function useMerchant() {
  return useQuery({
    queryKey: ['merchant'],
    queryFn: ({ signal }) => getJson('/api/merchant', merchantSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Why something could not be had, in a few words of the page’s language, without a full stop. */
export function reasonOf(error: Error): string {
  if (error instanceof ApiProblem) return problemTitle(error.problem)
  return error instanceof NetworkFailure ? t('app.reason.noAnswer') : t('app.reason.unreadable')
}

/** Whether asking again can help. */
export function isWorthRepeating(error: Error): boolean {
  return error instanceof ApiProblem ? error.problem.retryable : true
}
