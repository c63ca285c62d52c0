import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { oneBeneficiarySchema, revealedSchema, savedValidationsSchema } from '#shared/api/beneficiary.ts'
import type { Confirmed } from '#shared/api/entry.ts'
import { onePayoutSchema, type Payout, payoutSchema, revealedPayoutSchema } from '#shared/api/payout.ts'
import { ApiProblem, getJson, getVersioned, postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'

/** One payout with the version that a change has to name. */
export function usePayout(id: string) {
  return useQuery(payoutQuery(id))
}

/** The question for one payout: who asks it twice is answered once. */
export function payoutQuery(id: string) {
  return queryOptions({
    queryKey: ['payouts', 'one', id],
    queryFn: ({ signal }) => getVersioned(`/api/payouts/${id}`, onePayoutSchema, { signal }),
  })
}

/** The exact request of a payout. Asking for it is recorded, so it is asked for once a version. */
export function useRevealedPayout(id: string, version: number, isWanted: boolean) {
  return useQuery({
    queryKey: ['revealed-payout', id, version],
    queryFn: ({ signal }) => revealPayout(id, signal),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Everything of a payout in clear; the server audits who saw it. */
export function revealPayout(id: string, signal?: AbortSignal) {
  return postJson(`/api/payouts/${id}/reveal`, {}, revealedPayoutSchema, { signal })
}

/** One saved beneficiary, masked, with the version that a change names. */
export function beneficiaryQuery(id: string) {
  return queryOptions({
    queryKey: ['beneficiary', id],
    queryFn: ({ signal }) => getVersioned(`/api/beneficiaries/${id}`, oneBeneficiarySchema, { signal }),
  })
}

/** What the provider has said of a saved beneficiary, newest first. */
export function validationsQuery(beneficiaryId: string) {
  return queryOptions({
    queryKey: ['beneficiary', beneficiaryId, 'validations'],
    queryFn: ({ signal }) =>
      getJson(`/api/beneficiaries/${beneficiaryId}/validations`, savedValidationsSchema, { signal }),
  })
}

/** Everything of a saved beneficiary in clear, to fill in a form that pays them; audited. */
export function revealToPay(beneficiaryId: string) {
  return postJson(`/api/beneficiaries/${beneficiaryId}/reveal`, { purpose: 'pay' }, revealedSchema)
}

/** What can be done with a payout beside editing it. */
export type PayoutAction =
  | { readonly act: 'submit' | 'withdraw' | 'take-over' | 'undo' }
  | {
      readonly act: 'approve'
      readonly requestHash: string
      readonly warningsHash: string
      readonly confirmed: Confirmed
      /** What their passkey has signed for it, for who has one. */
      readonly signatureId?: string
    }
  | { readonly act: 'return'; readonly comment: string }

/** Takes a step with a payout in the version that was shown. */
export function takeStep(id: string, { act, ...body }: PayoutAction, version: number): Promise<Payout> {
  return postJson(`/api/payouts/${id}/${act}`, body, payoutSchema, { version })
}

/** The same from a screen, by `take` where more is to be done. Everything that lists payouts is fetched again, also after a refusal. */
export function usePayoutStep(id: string, take: typeof takeStep = takeStep) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ step, version }: { readonly step: PayoutAction; readonly version: number }) =>
      take(id, step, version),
    // Warnings change without a new version: what was shown is looked at again.
    onError: (error) => {
      if (error instanceof ApiProblem && error.problem.code === 'APPROVAL_STALE')
        void queryClient.invalidateQueries({ queryKey: ['revealed-payout', id] })
    },
    // Not waited for: the screen goes on with what the step has answered.
    onSettled: () => void invalidateAll(queryClient),
  })
}
