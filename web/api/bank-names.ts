import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bankNameSchema, bankNamesSchema } from '#shared/api/bank-name.ts'
import { type BankNames, bankIdOf, noBankNames } from '#shared/banks/bank-names.ts'
import { deleteJson, getJson, putJson } from './api.ts'

const queryKey = ['bank-names'] as const

const bankNames = queryOptions({
  queryKey,
  queryFn: ({ signal }) => getJson('/api/bank-names', bankNamesSchema, { signal }),
  // Colleagues name banks rarely.
  staleTime: 5 * 60_000,
})

/** The merchant's names for banks, each with the version that a change has to name. */
export function useBankNameList() {
  return useQuery({ ...bankNames, select: ({ items }) => items })
}

/** The ids of the banks that payouts are entered to, the most used first. */
export function useUsedBanks(): readonly string[] {
  return useQuery({ ...bankNames, select: ({ used }) => used }).data ?? nothingUsed
}

const nothingUsed: readonly string[] = []

/** The names by bank id; none while they are loading, so that codes are shown instead. */
export function useBankNames(): BankNames {
  const { data } = useBankNameList()
  if (data === undefined) return noBankNames
  const names = byId.get(data) ?? new Map(data.map(({ id, name }) => [id, name]))
  byId.set(data, names)
  return names
}

/** Cached by answer, so that all callers share one map. */
const byId = new WeakMap<object, BankNames>()

export interface BankOfCountry {
  readonly country: string
  readonly code: string
  /** The version of the present name; undefined for a bank without one. */
  readonly version: number | undefined
}

/** Names a bank; without a name, removes its present one. */
export function useNaming() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ country, code, version, name }: BankOfCountry & { readonly name: string | undefined }) => {
      const address = `/api/bank-names/${encodeURIComponent(bankIdOf(country, code))}`
      if (name === undefined) await deleteJson(address, { version })
      else await putJson(address, { name }, bankNameSchema, { version: version ?? 'new' })
    },
    // Also after a refusal: another person may have named it since.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
