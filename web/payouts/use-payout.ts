import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  beneficiaryFormSchema,
  oneBeneficiarySchema,
  revealedSchema,
  savedValidationsSchema,
} from '#shared/api/beneficiary.ts'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { warningId } from '#shared/api/issue.ts'
import {
  onePayoutSchema,
  type Payout,
  payoutFormSchema,
  payoutSchema,
  revealedPayoutSchema,
} from '#shared/api/payout.ts'
import { ApiProblem, getJson, getVersioned, postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'

/** One payout with the version that a change has to name. */
export function usePayout(id: string) {
  return useQuery(payoutQuery(id))
}

/** The query for one payout, shared by all who ask for it. */
export function payoutQuery(id: string) {
  return queryOptions({
    queryKey: ['payouts', 'one', id],
    queryFn: ({ signal }) => getVersioned(`/api/payouts/${id}`, onePayoutSchema, { signal }),
  })
}

/** The exact request of a payout. Each fetch is audited, so it is fetched once per version. */
export function useRevealedPayout(id: string, version: number, isWanted: boolean) {
  return useQuery({
    queryKey: ['revealed', id, version],
    queryFn: ({ signal }) => fetchRevealedPayout(id, signal),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Everything of a payout in clear; the server audits who saw it. */
function fetchRevealedPayout(id: string, signal?: AbortSignal) {
  return postJson(`/api/payouts/${id}/reveal`, {}, revealedPayoutSchema, { signal })
}

/** One saved beneficiary, masked, with the version that a change names. */
export function beneficiaryQuery(id: string) {
  return queryOptions({
    queryKey: ['beneficiary', id],
    queryFn: ({ signal }) => getVersioned(`/api/beneficiaries/${id}`, oneBeneficiarySchema, { signal }),
  })
}

/** The provider's answers about a saved beneficiary, newest first. */
export function validationsQuery(beneficiaryId: string) {
  return queryOptions({
    queryKey: ['beneficiary', beneficiaryId, 'validations'],
    queryFn: ({ signal }) =>
      getJson(`/api/beneficiaries/${beneficiaryId}/validations`, savedValidationsSchema, { signal }),
  })
}

/** A saved beneficiary to fill in the form that pays them: in full where that is asked for, which is audited; else without what is secret. */
export function fetchPayee(beneficiaryId: string, isInFull: boolean) {
  if (!isInFull) return getJson(`/api/beneficiaries/${beneficiaryId}/entry`, beneficiaryFormSchema)
  return postJson(`/api/beneficiaries/${beneficiaryId}/reveal`, { purpose: 'pay' }, revealedSchema)
}

/** The same of a payout, to edit or replace it. */
export async function fetchPayoutToEdit(id: string, isInFull: boolean): Promise<z.infer<typeof payoutFormSchema>> {
  if (!isInFull) return getJson(`/api/payouts/${id}/entry`, payoutFormSchema)
  const { warnings, ...payout } = await fetchRevealedPayout(id)
  const confirmed = warnings
    .filter(({ confirmedBy }) => confirmedBy !== null)
    .map((warning) => ({ warningId: warningId(warning), ...(warning.reason !== null && { reason: warning.reason }) }))
  return { ...payout, confirmed }
}

/** The actions on a payout other than editing it. */
export type PayoutActionRequest =
  | { readonly act: 'submit' | 'withdraw' | 'take-over' | 'undo' }
  | {
      readonly act: 'approve'
      readonly requestHash: string
      readonly warningsHash: string
      readonly confirmed: WarningConfirmations
      /** The signature by the person's passkey, if they have one. */
      readonly signatureId?: string
    }
  | { readonly act: 'return'; readonly comment: string }

/** Takes an action on the version of the payout that was shown. */
export function requestPayoutAction(
  id: string,
  { act, ...body }: PayoutActionRequest,
  version: number,
): Promise<Payout> {
  return postJson(`/api/payouts/${id}/${act}`, body, payoutSchema, { version })
}

/** The same from a screen, through `take` where more has to be done. Everything that lists payouts is fetched again, also after a refusal. */
export function usePayoutAction(id: string, take: typeof requestPayoutAction = requestPayoutAction) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ step, version }: { readonly step: PayoutActionRequest; readonly version: number }) =>
      take(id, step, version),
    // Warnings change without a new version, so they are fetched again.
    onError: (error) => {
      if (error instanceof ApiProblem && error.problem.code === 'APPROVAL_STALE')
        void queryClient.invalidateQueries({ queryKey: ['revealed', id] })
    },
    // Not awaited: the screen continues with the answer to the action.
    onSettled: () => void invalidateAll(queryClient),
  })
}
