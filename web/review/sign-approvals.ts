import { useQueryClient } from '@tanstack/react-query'
import { type ApprovedPayout, approvalSignatureSchema, requestCeremonySchema } from '#shared/api/accounts.ts'
import { kindsOf } from '#shared/api/approval.ts'
import { postJson } from '../api/api.ts'
import { touchPasskey } from '../api/passkey.ts'
import { type PayoutAction, takeStep } from '../payouts/use-payout.ts'
import { readSession, useSession } from '../session/use-session.ts'

/** Names the signature of approvals; undefined where the person signs none. */
type Sign = (payouts: readonly ApprovedPayout[]) => Promise<string | undefined>

/** Whether the person signs approvals, as far as this page knows: they may have made a passkey since, on another device. */
export function useSignsApprovals(): boolean {
  return useSession().data?.hasPasskey ?? false
}

/** Has the person sign by one touch of their passkey what they approve: exactly these requests with exactly these warnings, and what is confirmed of them. */
export function useSign(): Sign {
  const maySign = useMaySign()
  return async (payouts) => (payouts.length > 0 && (await maySign()) ? signed(payouts) : undefined)
}

/** Asks whether the person has a passkey to sign with by now. */
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

/** Takes a step with a payout, an approval by a signature where the person signs. */
export function useSignedStep(): typeof takeStep {
  const sign = useSign()
  return async (id, step, version) => {
    if (step.act !== 'approve') return takeStep(id, step, version)
    const { requestHash, warningsHash, confirmed } = step
    const signatureId = await sign([{ id, requestHash, warningsHash, confirmedKinds: kindsOf(confirmed) }])
    return takeStep(id, withSignature(step, signatureId), version)
  }
}

export function withSignature(step: PayoutAction, signatureId: string | undefined): PayoutAction {
  return step.act === 'approve' && signatureId !== undefined ? { ...step, signatureId } : step
}
