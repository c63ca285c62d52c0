import type { AcceptedDamage } from '#shared/api/damage.ts'
import type { Actor } from '../people/member.ts'
import type { Transaction } from '../store/store.ts'
import { openBatch } from './batches.ts'

/**
 * Records what a person decided about damaged columns of their file, an entry for each. No value of a cell is part of it.
 * @throws Failure NOT_FOUND, NOT_PERMITTED, STATE_CONFLICT once the batch is finished
 */
export async function noteAcceptedDamage(
  tx: Transaction,
  person: Actor,
  id: string,
  accepted: readonly AcceptedDamage[],
): Promise<void> {
  await openBatch(tx, person, id)
  const thing = { type: 'batch', id } as const
  await tx.audit(
    ...accepted.map((facts) => ({ personId: person.id, action: 'batch.damage_accepted', thing, facts }) as const),
  )
}
