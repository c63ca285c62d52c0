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

/** What the merchant calls banks: each name with its version, for who changes it. */
export function useBankNameList() {
  return useQuery({ ...bankNames, select: ({ items }) => items })
}

/** The ids of the banks that payouts are entered to, the most used first. */
export function useUsedBanks(): readonly string[] {
  return useQuery({ ...bankNames, select: ({ used }) => used }).data ?? nothingUsed
}

const nothingUsed: readonly string[] = []

/** The names by the ids of their banks; none while they are on their way: then codes stand for themselves. */
export function useBankNames(): BankNames {
  const { data } = useBankNameList()
  if (data === undefined) return noBankNames
  const names = byId.get(data) ?? new Map(data.map(({ id, name }) => [id, name]))
  byId.set(data, names)
  return names
}

/** Made once for an answer, so that all who ask share it. */
const byId = new WeakMap<object, BankNames>()

export interface BankOfCountry {
  readonly country: string
  readonly code: string
  /** Of the name that it has; undefined for one that nobody has named. */
  readonly version: number | undefined
}

/** Names a bank; without a name, takes the one away that it has. */
export function useNaming() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ country, code, version, name }: BankOfCountry & { readonly name: string | undefined }) => {
      const address = `/api/bank-names/${encodeURIComponent(bankIdOf(country, code))}`
      if (name === undefined) await deleteJson(address, { version })
      else await putJson(address, { name }, bankNameSchema, { version: version ?? 'new' })
    },
    // Also after a refusal: somebody may have named it since.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
