import { leavesOf, rootOf } from '#shared/api/approved-list.ts'
import type { ApprovalPart } from '#shared/api/batch-review.ts'
import { beginApproval, hashAll, takePart } from '../batch-review/batch-approval.ts'
import { runApproval } from '../batch-review/run-approval.ts'
import { findPayouts } from '../entry/payout-rows.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import { rowToAssess, warningsHash, warningsOfOne } from '../payouts/warnings.ts'
import type { Member } from '../people/member.ts'
import { storeForRoutes } from '../people/sender.ts'
import type { Store } from '../store/store.ts'

/** An act of approval over payouts, with its whole list; it was not let go on yet. */
export async function givenAct(store: Store, person: Member, ids: readonly string[]): Promise<string> {
  const listed: ApprovalPart['payouts'] = []
  for (const row of await findPayouts(store.db, ids)) {
    const warnings = await warningsOfOne(store, rowToAssess(row, writtenPayout(store, row)))
    const { id, version, request_hash: requestHash } = row
    const hash = warningsHash(store.encryption, id, warnings)
    const confirmedKinds = [...new Set(warnings.map(({ code }) => code))]
    listed.push({ id, version, requestHash, warningsHash: hash, confirmedKinds })
  }
  const root = await rootOf(await leavesOf(listed, hashAll), hashAll)
  const id = await store.write((tx) => beginApproval(tx, 'local', person, { root, count: listed.length }))
  await store.write((tx) => takePart(tx, person, id, { from: 0, payouts: listed }))
  return id
}

/** Lets an act go on, which no runner takes up yet. */
export async function letGoOn(store: Store, person: Member, id: string): Promise<void> {
  const jobRunner = { wake: () => {}, settledWithin: async () => {} }
  await runApproval({ store: storeForRoutes(store, 'local'), jobRunner }, person, id)
}
