import { describe, expect, it } from 'vitest'
import type { Store } from '../store/store.ts'
import { countItems, findJob } from '../store/validation-job-rows.ts'
import { batchOf, identityOfAll } from '../testing/batch-of.ts'
import { stores } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'
import { enterJob, fillJob, prepareJob } from './jobs.ts'

const wish = { ...identityOfAll, services: ['identity' as const], billed: 3 }

describe.each(stores)('Filling the validations of a batch on $name', ({ makePlace }) => {
  it('A server that comes late to fill a job that runs by now lets nothing be asked again', async () => {
    const place = await makePlace()
    const app = await startTestApp(place.environment)
    const one = await place.open()
    const other = await place.open()
    const { id: batchId } = await batchOf(app, one, ['Alves', 'Rocha', 'Nunes'])
    const { id: personId } = await one.db.selectFrom('people').select('id').executeTakeFirstOrThrow()
    await app.stop()
    const prepared = await prepareJob(one, batchId, wish)
    const jobId = await one.write((tx) => enterJob(tx, { id: personId }, batchId, wish, prepared))
    const asked = async () => {
      await fillJob(one, jobId, prepared)
      await one.write(({ db }) =>
        db.updateTable('validation_items').set({ state: 'answered', outcome: 'NOT_VALIDATED' }).execute(),
      )
    }
    let isFirst = true
    const late: Store = {
      ...other,
      write: async (work) => {
        if (isFirst) {
          isFirst = false
          await asked()
        }
        return other.write(work)
      },
    }
    await fillJob(late, jobId, prepared)
    expect(await findJob(one.db, jobId)).toMatchObject({ state: 'running', lease_holder: null })
    expect(await countItems(one.db, jobId)).toMatchObject([{ state: 'answered', count: 3 }])
    await one.close()
    await other.close()
    await place.remove()
  })
})
