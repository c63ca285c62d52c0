import { useQuery } from '@tanstack/react-query'
import { oneBeneficiarySchema, revealedSchema } from '#shared/api/beneficiary.ts'
import { getVersioned, postJson } from '../api/api.ts'

/** One beneficiary, masked, with the version that a change names. */
export function useBeneficiary(id: string) {
  return useQuery({
    queryKey: ['beneficiary', id],
    queryFn: ({ signal }) => getVersioned(`/api/beneficiaries/${id}`, oneBeneficiarySchema, { signal }),
  })
}

/** Everything of a beneficiary in clear; the server records who saw it, and what for. */
export function revealBeneficiary(id: string, purpose: 'view' | 'edit' | 'pay') {
  return postJson(`/api/beneficiaries/${id}/reveal`, { purpose }, revealedSchema)
}
