import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Bank } from '#shared/banks/bank.ts'

/** Every national bank of Brazil: loaded when it is first wanted, for the form and the Rules page alike. */
export const nationalBanks = queryOptions({
  queryKey: ['banks', 'national'],
  queryFn: async () => (await import('#shared/banks/brazil-national.ts')).brazilianNationalBanks,
  staleTime: Number.POSITIVE_INFINITY,
})

export interface NationalBanks {
  /** Empty until they are there. */
  readonly banks: readonly Bank[]
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly load: () => Promise<unknown>
}

export function useNationalBanks(isWanted: boolean): NationalBanks {
  const { data, isFetching, isError, refetch } = useQuery({ ...nationalBanks, enabled: isWanted })
  return { banks: data ?? none, isLoading: isFetching, hasFailed: isError, load: refetch }
}

const none: readonly Bank[] = []
