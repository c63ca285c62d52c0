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

/** The list that one approval covers: exactly what the person was shown. */
export interface ShownList {
  readonly batchId: string
  readonly root: string
  readonly payouts: ApprovalPart['payouts']
  /** The idempotency key of the approval. */
  readonly key: string
}

/** The list, identified by the root of its hash tree. */
export async function shownListOf(batchId: string, lines: readonly ReviewLine[]): Promise<ShownList> {
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

/** Has the person sign the list with one use of their passkey; returns the id of the signature. */
export async function signList({ batchId, root, payouts }: ShownList): Promise<string> {
  const body = { root, count: payouts.length }
  const address = `/api/batches/${encodeURIComponent(batchId)}/approval-challenge`
  const { ceremonyId, options } = await postJson(address, body, requestCeremonySchema)
  const response = await touchPasskey(options)
  return (await postJson('/api/approvals/signature', { ceremonyId, response }, approvalSignatureSchema)).signatureId
}

/** Begins the approval, and sends its list. */
export async function beginBatchApproval(
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

/** Continues an approval and reports its progress, until it is complete or the person stops it. */
export async function runBatchApproval(
  id: string,
  isStopped: () => boolean,
  report: (act: BatchApproval) => void,
): Promise<BatchApproval> {
  for (;;) {
    const act = await postJson(`/api/batch-approvals/${id}/run`, {}, batchApprovalSchema)
    report(act)
    if (act.state === 'approved' || act.state === 'undone' || isStopped()) return act
  }
}

/** Undoes the whole approval. */
export function undoBatchApproval(id: string): Promise<BatchApproval> {
  return postJson(`/api/batch-approvals/${id}/undo`, {}, batchApprovalSchema)
}
