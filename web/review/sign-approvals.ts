import { useQueryClient } from '@tanstack/react-query'
import { type ApprovedPayout, approvalSignatureSchema, requestCeremonySchema } from '#shared/api/accounts.ts'
import { kindsOf } from '#shared/api/approval.ts'
import { postJson } from '../api/api.ts'
import { touchPasskey } from '../api/passkey.ts'
import { type PayoutActionRequest, requestPayoutAction } from '../payouts/use-payout.ts'
import { readSession, useSession } from '../session/use-session.ts'

/** Has approvals signed, and returns the id of the signature; undefined where the person does not sign. */
type ApprovalSigner = (payouts: readonly ApprovedPayout[]) => Promise<string | undefined>

/** Whether the person signs approvals, as far as this page knows: they may have made a passkey since, on another device. */
export function useSignsApprovals(): boolean {
  return useSession().data?.hasPasskey ?? false
}

/** Has the person sign what they approve with one use of their passkey: exactly these requests with exactly these warnings and confirmations. */
export function useSign(): ApprovalSigner {
  const maySign = useMaySign()
  return async (payouts) => (payouts.length > 0 && (await maySign()) ? signed(payouts) : undefined)
}

/** Asks the server whether the person has a passkey by now. */
export function useMaySign(): () => Promise<boolean> {
  const queryClient = useQueryClient()
  const mode = useSession().data?.signIn
  return async () => {
    if (mode !== 'accounts') return false
    const session = await readSession()
    if (session.person !== null) queryClient.setQueryData(['session'], session)
    return session.hasPasskey
  }
}

async function signed(payouts: readonly ApprovedPayout[]): Promise<string> {
  const { ceremonyId, options } = await postJson('/api/approvals/challenge', { payouts }, requestCeremonySchema)
  const response = await touchPasskey(options)
  return (await postJson('/api/approvals/signature', { ceremonyId, response }, approvalSignatureSchema)).signatureId
}

/** Takes an action on a payout, with a signature for an approval where the person signs. */
export function useSignedPayoutAction(): typeof requestPayoutAction {
  const sign = useSign()
  return async (id, step, version) => {
    if (step.act !== 'approve') return requestPayoutAction(id, step, version)
    const { requestHash, warningsHash, confirmed } = step
    const signatureId = await sign([{ id, requestHash, warningsHash, confirmedKinds: kindsOf(confirmed) }])
    return requestPayoutAction(id, withSignature(step, signatureId), version)
  }
}

export function withSignature(step: PayoutActionRequest, signatureId: string | undefined): PayoutActionRequest {
  return step.act === 'approve' && signatureId !== undefined ? { ...step, signatureId } : step
}
