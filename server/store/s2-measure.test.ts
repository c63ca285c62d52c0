import { sql } from 'kysely'
import { it } from 'vitest'
import { appendEntry } from './server/store/audit/append-entry.ts'
import { verifyRecord } from './server/store/audit/verify-record.ts'
import { openDatabase } from './server/store/open-database.ts'
import { rotateStore } from './server/store/rotate-store.ts'
import { makeKey, readKeyRing } from './server/store/seal/key-ring.ts'
import { seedSealed } from './server/testing/seed-sealed.ts'
import { stores } from './server/testing/stores.ts'

it.each(stores)('$name', { timeout: 600000 }, async ({ name, makePlace }) => {
  const place = await makePlace()
  const d = await openDatabase(place, () => new Date())
  let t = performance.now()
  for (let b = 0; b < 10; b++)
    await d.transact(async (db) => {
      for (let i = 0; i < 10000; i++)
        await appendEntry(
          db,
          {
            personId: 'p1',
            action: 'payout.changed',
            thing: { type: 'payout', id: 'abcdefgh-1234' },
            facts: { fields: ['amount', 'accountNumber'], i },
          },
          new Date().toISOString(),
        )
    })
  console.log(name, 'append 100k', performance.now() - t)
  for (let n = 0; n < 3; n++) {
    t = performance.now()
    const v = await verifyRecord(d.db, [])
    console.log(name, 'verify', v.holds, performance.now() - t)
  }
  await d.transact((db) => sql`update audit set thing_id = 'y' where seq = 99000`.execute(db))
  t = performance.now()
  console.log(await verifyRecord(d.db, []), performance.now() - t)
  await d.transact((db) => sql`update audit set thing_id = 'abcdefgh-1234' where seq = 99000`.execute(db))
  await d.close()
  const s = await place.open()
  await seedSealed(s, 5000)
  await s.close()
  t = performance.now()
  const r = await rotateStore(
    { ...place, keyRing: readKeyRing(place.environment.DATA_KEY ?? ''), newKey: makeKey() },
    () => new Date(),
  )
  console.log(name, 'rotate', r.values, performance.now() - t)
  await place.remove()
})
