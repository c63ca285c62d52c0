import { Failure } from '../kernel/failure.ts'
import { namesOnTrust } from '../people/names-on-trust.ts'
import { allPeople } from '../people/people-rows.ts'
import { StoreError } from '../store/database-kind.ts'
import type { Store } from '../store/store.ts'
import { distrust } from './distrust.ts'

/**
 * Where people prove who they are, no approval counts that was given under a name on trust: what was not exported goes back to review.
 * @throws StoreError where the audit log does not say what these are
 */
export async function distrustNames(store: Store): Promise<void> {
  // Whom no one invited and no provider identified. Else the start does not wait for the audit log.
  const isUnproven = (await allPeople(store.db)).some(({ email, issuer }) => email === null && issuer === null)
  if (!store.areNamesProven || !isUnproven) return
  await store
    .write(async (tx) => {
      for (const id of await namesOnTrust(tx)) await distrust(tx, id, null)
    })
    .catch((error: unknown) => {
      throw error instanceof Failure
        ? new StoreError('approvals under names on trust cannot be told: run npm run verify-audit')
        : error
    })
}
