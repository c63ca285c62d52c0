import { useQueryClient } from '@tanstack/react-query'
import { approvalSignatureSchema, requestCeremonySchema } from '#shared/api/accounts.ts'
import { kindsOf } from '#shared/api/approval.ts'
import { type HashAll, type ListedPayout, leavesOf, rootOf } from '#shared/api/approved-list.ts'
import { postJson } from '../api/api.ts'
import { touchPasskey } from '../api/passkey.ts'
import { requestPayoutAction } from '../payouts/use-payout.ts'
import { readSession, useSession } from '../session/use-session.ts'

/** The list that one approval covers, of one payout or many: exactly what the person was shown. */
export interface ShownList {
  /** The batch of all of them, where they are reviewed as one. */
  readonly batchId: string | undefined
  /** The root of its hash tree. */
  readonly root: string
  readonly payouts: readonly ListedPayout[]
}

export async function shownList(payouts: readonly ListedPayout[], batchId?: string): Promise<ShownList> {
  return { batchId, payouts, root: await rootOf(await leavesOf(payouts, hashAll), hashAll) }
}

/** The list as the server is told of it. */
function nameOf({ batchId, root, payouts }: ShownList) {
  return { root, count: payouts.length, ...(batchId !== undefined && { batchId }) }
}

/** Hashed in groups, so that the page stays responsive: many take some milliseconds. */
const hashesATurn = 500

const hashAll: HashAll = async (texts) => {
  const hashes: string[] = []
  for (let from = 0; from < texts.length; from += hashesATurn)
    hashes.push(...(await Promise.all(texts.slice(from, from + hashesATurn).map(hashOf))))
  return hashes
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=$/, '')
}

/** Whether the person signs approvals, as far as this page knows: they may have made a passkey since, on another device. */
export function useSignsApprovals(): boolean {
  return useSession().data?.hasPasskey ?? false
}

/** Has the person sign a list with one use of their passkey, and returns the id of the signature; undefined where they have none by now. */
export function useSign(): (list: ShownList) => Promise<string | undefined> {
  const queryClient = useQueryClient()
  const mode = useSession().data?.signIn
  return async (list) => {
    if (mode !== 'accounts') return undefined
    const session = await readSession()
    if (session.person !== null) queryClient.setQueryData(['session'], session)
    return session.hasPasskey ? signed(list) : undefined
  }
}

async function signed(list: ShownList): Promise<string> {
  const { ceremonyId, options } = await postJson('/api/approvals/challenge', nameOf(list), requestCeremonySchema)
  const response = await touchPasskey(options)
  return (await postJson('/api/approvals/signature', { ceremonyId, response }, approvalSignatureSchema)).signatureId
}

/** Takes an action on a payout, with a signature for an approval where the person signs: of a list of one. */
export function useSignedPayoutAction(): typeof requestPayoutAction {
  const sign = useSign()
  return async (id, step, version) => {
    if (step.act !== 'approve') return requestPayoutAction(id, step, version)
    const { requestHash, warningsHash, confirmed } = step
    const payout = { id, version, requestHash, warningsHash, confirmedKinds: kindsOf(confirmed) }
    const signatureId = await sign(await shownList([payout]))
    return requestPayoutAction(id, { ...step, ...(signatureId !== undefined && { signatureId }) }, version)
  }
}
