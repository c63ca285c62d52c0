import { approvalSignatureSchema, requestCeremonySchema } from '#shared/api/accounts.ts'
import { type HashAll, leavesOf, rootOf } from '#shared/api/approved-list.ts'
import {
  type ApprovalPart,
  type BatchApproval,
  batchApprovalSchema,
  payoutsInPart,
  type ReviewLine,
} from '#shared/api/batch-review.ts'
import { postJson } from '../api/api.ts'
import { touchPasskey } from '../api/passkey.ts'
import { ticksOf } from './batch-choice.ts'

/** A list as one act is to approve it: exactly what the person was shown. */
export interface ShownList {
  readonly batchId: string
  readonly root: string
  readonly payouts: ApprovalPart['payouts']
  /** Of the act: however often it is asked for, it is begun once. */
  readonly key: string
}

/** Names the list by the root of its tree of hashes. */
export async function listOf(batchId: string, lines: readonly ReviewLine[]): Promise<ShownList> {
  const payouts = lines.map((line) => {
    const { id, version, requestHash, warningsHash } = line
    return {
      id,
      version,
      requestHash,
      warningsHash,
      confirmedKinds: [...new Set(ticksOf(line).map(({ code }) => code))],
    }
  })
  const root = await rootOf(await leavesOf(payouts, hashAll), hashAll)
  return { batchId, root, payouts, key: crypto.randomUUID() }
}

/** The page stays alive meanwhile: so many at once take some milliseconds. */
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

/** Has the person sign the list by one touch of their passkey; answers what names the signature. */
export async function signList({ batchId, root, payouts }: ShownList): Promise<string> {
  const body = { root, count: payouts.length }
  const address = `/api/batches/${encodeURIComponent(batchId)}/approval-challenge`
  const { ceremonyId, options } = await postJson(address, body, requestCeremonySchema)
  const response = await touchPasskey(options)
  return (await postJson('/api/approvals/signature', { ceremonyId, response }, approvalSignatureSchema)).signatureId
}

/** Begins the act, and gives it its list. */
export async function beginAct(
  { batchId, root, payouts, key }: ShownList,
  signatureId: string | undefined,
): Promise<BatchApproval> {
  const body = { root, count: payouts.length, ...(signatureId !== undefined && { signatureId }) }
  const address = `/api/batches/${encodeURIComponent(batchId)}/approvals`
  let act = await postJson(address, body, batchApprovalSchema, { idempotencyKey: key })
  for (let from = 0; from < payouts.length && act.state === 'collecting'; from += payoutsInPart) {
    const part = { from, payouts: payouts.slice(from, from + payoutsInPart) }
    act = await postJson(`/api/batch-approvals/${act.id}/parts`, part, batchApprovalSchema)
  }
  return act
}

/** Lets an act go on, and tells how far it is, until it is over or the person stops. */
export async function runAct(
  id: string,
  isStopped: () => boolean,
  tell: (act: BatchApproval) => void,
): Promise<BatchApproval> {
  for (;;) {
    const act = await postJson(`/api/batch-approvals/${id}/run`, {}, batchApprovalSchema)
    tell(act)
    if (act.state === 'approved' || act.state === 'undone' || isStopped()) return act
  }
}

/** Asks for the whole act to be taken back. */
export function undoAct(id: string): Promise<BatchApproval> {
  return postJson(`/api/batch-approvals/${id}/undo`, {}, batchApprovalSchema)
}
