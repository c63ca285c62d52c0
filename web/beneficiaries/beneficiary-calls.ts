import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Beneficiary, beneficiaryReceiptSchema, revealedSchema } from '#shared/api/beneficiary.ts'
import { erasedSchema } from '#shared/api/personal-data.ts'
import { postForText, postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { saveFile } from '../api/save-file.ts'
import { beneficiaryQuery } from '../payouts/use-payout.ts'

/** One beneficiary, masked, with the version that a change names. */
export function useBeneficiary(id: string) {
  return useQuery(beneficiaryQuery(id))
}

/** Everything about a beneficiary in clear; the server audits who saw it, and why. */
export function fetchRevealedBeneficiary(id: string, purpose: 'view' | 'edit' | 'pay') {
  return postJson(`/api/beneficiaries/${id}/reveal`, { purpose }, revealedSchema)
}

/** Archives or restores the version that is shown. */
export function useBeneficiaryAction({ id, version }: Beneficiary) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: 'archive' | 'restore') =>
      postJson(`/api/beneficiaries/${id}/${action}`, undefined, beneficiaryReceiptSchema, { version }),
    // Also after a refusal: another person may have changed what is shown.
    onSettled: () => invalidateAll(queryClient),
  })
}

/** Erases the version that is shown. */
export function useErase({ id, version }: Beneficiary) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => postJson(`/api/beneficiaries/${id}/erase`, { confirm: true }, erasedSchema, { version }),
    onSettled: () => invalidateAll(queryClient),
  })
}

/** Downloads everything stored about one person; the server audits the download. */
export function usePersonalData({ id }: Beneficiary) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // The file name has the day and not the name, so that it does not reveal the person.
      const name = `personal-data-${new Date().toISOString().slice(0, 10)}.json`
      saveFile(name, [await postForText(`/api/beneficiaries/${id}/personal-data`)], 'application/json')
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['activity'] }),
  })
}
