import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { personNamed, readName } from '../people/people.ts'
import type { Store } from '../store/store.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { insertBatchApproval, putApprovalPart } from './batch-approval-rows.ts'
import { removeOldApprovals } from './old-approvals.ts'

const hourMs = 60 * 60_000

describe.each(someStores)('Acts of approval on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  const clock = virtualClock()
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open(clock.date)
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const act = () =>
    store.write(async (tx) => {
      const { id: person_id } = await personNamed(tx, readName('Bruno Lima'))
      const id = crypto.randomUUID()
      const created_at = tx.now().toISOString()
      await insertBatchApproval(tx, { id, batch_id: 'july', person_id, created_at, content: '{}' })
      await putApprovalPart(tx, id, 0, '[]')
      return id
    })
  const kept = async () => [
    (await store.db.selectFrom('batch_approvals').select('id').execute()).map(({ id }) => id),
    (await store.db.selectFrom('batch_approval_parts').select('approval_id').execute()).map((part) => part.approval_id),
  ]

  it('Acts of approval go with their lists after a day, though no other one is begun', async () => {
    const first = await act()
    const removing = removeOldApprovals(store, clock)
    await clock.advance(12 * hourMs)
    const second = await act()
    await removing.stop()
    expect((await kept())[0]?.toSorted()).toEqual([first, second].toSorted())

    await clock.advance(13 * hourMs)
    const again = removeOldApprovals(store, clock)
    await clock.advance(0)
    await expect.poll(kept).toEqual([[second], [second]])
    await again.stop()
  })
})
