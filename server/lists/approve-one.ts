import { type Approval, kindsOf } from '#shared/api/approval.ts'
import { leavesOf, rootOf } from '#shared/api/approved-list.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { requiredSignature } from '../accounts/approval-signatures.ts'
import { hashAll } from '../batch-review/batch-approval.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { PayoutAtVersion } from '../payout-state/saved-payout.ts'
import { approvePayouts } from '../payouts/approve-payouts.ts'
import { theOne } from '../payouts/move-together.ts'
import type { Actor } from '../people/member.ts'
import type { Transaction } from '../store/store.ts'

/**
 * Approves one payout, as a list of one: exactly the request that was shown, with exactly the warnings that were.
 * @throws Failure STEP_UP_REQUIRED where the person signs approvals and has not signed this list; OWN_ENTRY, APPROVAL_STALE and
 * WARNINGS_UNREVIEWED besides what every action throws
 */
export async function approveOne(
  tx: Transaction,
  signIn: SignInMode,
  person: Actor,
  { id, version }: PayoutAtVersion,
  { requestHash, warningsHash, confirmed, signatureId }: Approval,
): Promise<PayoutRow> {
  const payout = { id, version, requestHash, warningsHash, confirmedKinds: kindsOf(confirmed) }
  const root = await rootOf(await leavesOf([payout], hashAll), hashAll)
  const signed = await requiredSignature(tx, signIn, person, { root, count: 1, signatureId })
  const signature = signed && { ...signed, payout, way: [] }
  return theOne(await approvePayouts(tx, person, [{ ...payout, confirmedKinds: [], confirmed, signature }]))
}
