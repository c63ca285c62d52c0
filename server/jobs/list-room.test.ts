import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { listJobSchema } from '#shared/api/list-job.ts'
import type { Store } from '../store/store.ts'
import { problemOf } from '../testing/accounts.ts'
import { examplesIn } from '../testing/example-requests.ts'
import { stores } from '../testing/stores.ts'
import type { TestApp } from '../testing/test-app.ts'
import { withApp } from '../testing/with-app.ts'
import { mostMegabytes } from './list-room.ts'

/* One person gives in parts what would fill the disk. */

describe.each(stores)('Lists that are given in parts, on $name', ({ makePlace }) => {
  let app: TestApp
  let store: Store
  withApp(makePlace, (running) => {
    app = running.app
    store = running.store
  })

  const partsOf = async (id: string) => {
    const parts = await store.db.selectFrom('job_parts').selectAll().where('job_id', '=', id).execute()
    return parts.reduce((sum, { content_encrypted }) => sum + content_encrypted.length, 0)
  }
  const jobOf = (id: string) => store.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
  const change = (id: string, given: { readonly bytes?: number; readonly count?: number }) =>
    store.write(({ db }) => db.updateTable('jobs').set(given).where('id', '=', id).execute())

  it('take no more than there is room for a person, whatever is given: what was left open gives way, then the list is refused', async () => {
    const { bodies } = await examplesIn(app)
    const { location } = (
      await app.post('/api/batches', { name: 'July', source: { kind: 'api', name: null }, rowsGiven: null })
    ).headers
    const giving = app.routes.filter(
      ({ body }) => 'list' in z.record(z.string(), z.unknown()).parse(bodies[body?.name ?? ''] ?? {}),
    )
    expect(giving.map(({ path }) => path).toSorted()).toEqual([
      '/api/act-jobs',
      '/api/approval-jobs',
      '/api/outcome-jobs',
      '/api/return-jobs',
      '/api/row-jobs',
    ])
    const bySize = { code: 'TOO_MANY_LISTS', params: { why: 'size', most: mostMegabytes } }
    let before: string | undefined
    for (const { path, body } of giving) {
      const {
        batchId: _,
        signatureId: __,
        ...example
      } = z.record(z.string(), z.unknown()).parse(bodies[body?.name ?? ''])
      const isApproval = path === '/api/approval-jobs'
      const [most, count] = isApproval ? [128, 256] : [1, 2]
      const give = (from: number, jobId?: string) => {
        const things = (given: unknown) => {
          const [first] = z.array(z.record(z.string(), z.unknown())).parse(given)
          const own = (at: number) =>
            path === '/api/row-jobs' ? { row: at + 1 } : path === '/api/outcome-jobs' ? {} : { id: crypto.randomUUID() }
          return Array.from({ length: most }, (_one, at) => ({ ...first, ...own(from + at) }))
        }
        return app.post(path, {
          ...example,
          ...(path === '/api/row-jobs' && { batchId: `${location}`.split('/')[3], rows: things(example.rows) }),
          ...(path === '/api/outcome-jobs' && { outcomes: things(example.outcomes) }),
          ...(example.payouts !== undefined && { payouts: things(example.payouts) }),
          ...(path === '/api/act-jobs' && { act: 'withdraw' }),
          list: { from, count, ...(jobId !== undefined && { jobId }) },
        })
      }
      const { id } = listJobSchema.parse((await give(0)).json)
      expect((await jobOf(id))?.bytes, path).toBe(await partsOf(id))
      if (before !== undefined) expect(await jobOf(before), path).toBeUndefined()
      const had = await partsOf(id)
      expect(had).toBeGreaterThan(0)
      await change(id, { bytes: mostMegabytes * 1024 * 1024 })
      expect((await give(most, id)).json, path).toMatchObject(bySize)
      expect(await partsOf(id)).toBe(had)
      await change(id, { bytes: had, count: 200_001 })
      const other = await app.post('/api/outcome-jobs', {
        ...z.record(z.string(), z.unknown()).parse(bodies.OutcomesJob),
        list: { from: 0, count: 2 },
      })
      // What is under way has so many things at most; a list that is open gives way.
      expect([problemOf(other), await jobOf(id)]).toEqual([undefined, undefined])
      before = listJobSchema.parse(other.json).id
      await change(before, { bytes: mostMegabytes * 1024 * 1024 })
    }
  })
})
