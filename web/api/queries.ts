import { type QueryClient, useQuery } from '@tanstack/react-query'
import { backupStateSchema } from '#shared/api/backups.ts'
import { merchantSchema } from '#shared/api/merchant.ts'
import { overviewSchema } from '#shared/api/overview.ts'
import { getJson } from './api.ts'

/** The merchant of the server's credentials, fetched once a visit and on demand. */
export function useMerchant() {
  return useQuery({
    queryKey: ['merchant'],
    queryFn: ({ signal }) => getJson('/api/merchant', merchantSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The state of the backups that the server makes on its own. */
export function useBackups() {
  return useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => getJson('/api/backups', backupStateSchema, { signal }),
    refetchInterval: 60_000,
  })
}

/** What the navigation counts for the signed-in person: refetched after every write, and every half a minute while the page is visible. */
export function useOverview() {
  return useQuery({
    ...overviewQuery,
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
  })
}

/** How much the person was told and has not read, as the navigation knows it. */
export function useUnread(): number {
  return useQuery({ ...overviewQuery, enabled: false }).data?.unread ?? 0
}

export const overviewKey = ['overview'] as const

const overviewQuery = {
  queryKey: overviewKey,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => getJson('/api/overview', overviewSchema, { signal }),
}

/** Queries that no write of this page can change, or that would reveal data again, which is audited. */
const unchanging: readonly unknown[] = ['session', 'merchant', 'banks', 'opened-form', 'revealed', 'job-answers']

/** After a write: beneficiaries, payouts and the audit log on the page are refetched. */
export function invalidateAll(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey: [subject] }) => !unchanging.includes(subject) })
}
