import * as z from 'zod/mini'
import {
  batchFinishSchema,
  batchPageSchema,
  batchSchema,
  batchSearchSchema,
  batchWriteSchema,
} from '#shared/api/batch.ts'
import { createBatch, discardBatch, findBatchPage, findOneBatch, finishBatch } from '../batches/batches.ts'
import { done, named, type Route, route, versioned } from '../http/route.ts'
import type { AppDeps } from './app-deps.ts'

const batch = named('Batch', batchSchema)

const madeSchema = z.object({ id: z.string() })

/** Sets of payouts, or of beneficiaries, that came together: from their first row to the last. */
export function batchRoutes({ store, writes }: Pick<AppDeps, 'store' | 'writes'>): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/batches',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Begins a batch, which its rows are then saved into.',
      isIdempotent: true,
      body: named('BatchWrite', batchWriteSchema),
      answer: batch,
      status: 201,
      handle: async ({ person, idempotencyKey: key, body }) => {
        const intent = { key, personId: person.id, route: 'POST /api/batches', body }
        const { body: made, ...rest } = await writes.once(intent, madeSchema, async (tx) => {
          const id = await createBatch(tx, person, body)
          return { body: { id }, location: `/api/batches/${id}` }
        })
        return { ...rest, ...versioned(await findOneBatch(store, person, made.id)) }
      },
    }),
    route({
      method: 'get',
      path: '/api/batches',
      permission: 'read',
      scope: 'payouts:write',
      summary: 'Batches of payouts, newest first: at most 20 at once.',
      isUse: false,
      query: batchSearchSchema,
      answer: named('BatchPage', batchPageSchema),
      handle: async ({ person, query }) => ({ body: await findBatchPage(store, person, query) }),
    }),
    route({
      method: 'get',
      path: '/api/batches/:id',
      permission: 'read',
      scope: 'payouts:write',
      summary: 'One batch: its progress, and the totals of its payouts.',
      isUse: false,
      answer: batch,
      handle: async ({ person, id }) => versioned(await findOneBatch(store, person, id)),
    }),
    ...endRoutes(store),
  ]
}

/** Both ways to its end, for who began it. */
function endRoutes(store: AppDeps['store']): readonly Route[] {
  return [
    route({
      method: 'delete',
      path: '/api/batches/:id',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Discards a batch without saved rows, with its sheet. Only the person who started it can.',
      version: 'seen',
      status: 204,
      problems: ['STATE_CONFLICT', 'VERSION_CONFLICT'],
      handle: async ({ person, id, version }) => {
        await store.write((tx) => discardBatch(tx, person, { id, version }))
        return done
      },
    }),
    route({
      method: 'post',
      path: '/api/batches/:id/finish',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Finishes a batch: no more rows can be added. Only the person who started it can.',
      version: 'seen',
      body: named('BatchFinish', batchFinishSchema),
      answer: batch,
      problems: ['STATE_CONFLICT', 'VERSION_CONFLICT'],
      handle: async ({ person, id, version, body }) => {
        await store.write((tx) => finishBatch(tx, person, { id, version }, body))
        return versioned(await findOneBatch(store, person, id))
      },
    }),
  ]
}
