import * as z from 'zod/mini'
import {
  validationCountsSchema,
  validationItemsQuerySchema,
  validationItemsSchema,
  validationJobSchema,
  validationJobsSchema,
  validationResumeSchema,
  validationStartSchema,
  validationWishSchema,
} from '#shared/api/batch-validation.ts'
import { findItems, findJobs, findOneJob } from '../batch-validations/find-jobs.ts'
import { enterJob, fillJob, pauseJob, prepareJob, resumeJob, stopJob } from '../batch-validations/jobs.ts'
import { planValidations } from '../batch-validations/plan.ts'
import { requireBatch } from '../batches/batches.ts'
import { named, type Route, route } from '../http/route.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'writes' | 'jobRunner'>

const job = named('ValidationJob', validationJobSchema)

const madeSchema = z.object({ id: z.string() })

/** The validations of a whole batch: counted, confirmed by their exact number, and then asked in the background. */
export function batchValidationRoutes(deps: Deps): readonly Route[] {
  return [...ofBatch(deps), ...ofJob(deps)]
}

function ofBatch({ store, writes, jobRunner }: Deps): readonly Route[] {
  const filling = new Map<string, Promise<void>>()
  // A repeat waits with its first attempt.
  const filled = (id: string, prepared: Parameters<typeof fillJob>[2]) => {
    const running = filling.get(id) ?? fillJob(store, id, prepared).finally(() => filling.delete(id))
    filling.set(id, running)
    return running
  }
  return [
    route({
      method: 'post',
      path: '/api/batches/:id/validation-counts',
      permission: 'enter',
      isHeavy: true,
      summary: 'How many validations of a batch would run and be billed. None is run.',
      body: named('ValidationWish', validationWishSchema),
      answer: named('ValidationCounts', validationCountsSchema),
      handle: async ({ id, body }) => {
        await requireBatch(store, id)
        return { body: (await planValidations(store, id, body)).counts }
      },
    }),
    route({
      method: 'post',
      path: '/api/batches/:id/validations',
      permission: 'enter',
      isHeavy: true,
      summary: 'Begins the validations of a batch, if exactly as many calls are billed as were confirmed.',
      isIdempotent: true,
      body: named('ValidationStart', validationStartSchema),
      answer: job,
      status: 201,
      problems: ['CALLS_CHANGED', 'STATE_CONFLICT', 'TAMPERED'],
      handle: async ({ person, id, idempotencyKey: key, body }) => {
        const intent = { key, personId: person.id, route: `POST /api/batches/${id}/validations`, body }
        // Counted before its row is there, as that takes a while; a repeat may have to save what its first attempt did not.
        const prepared = await prepareJob(store, id, body)
        const { body: made, ...rest } = await writes.once(intent, madeSchema, async (tx) => ({
          body: { id: await enterJob(tx, person, id, body, prepared) },
        }))
        await filled(made.id, prepared)
        jobRunner.wake()
        return { ...rest, body: await findOneJob(store, person, made.id) }
      },
    }),
    route({
      method: 'get',
      path: '/api/batches/:id/validations',
      permission: 'read',
      summary: 'The validations of a batch and their progress, newest first.',
      isUse: false,
      answer: named('ValidationJobs', validationJobsSchema),
      problems: ['TAMPERED'],
      handle: async ({ person, id }) => {
        await requireBatch(store, id)
        return { body: { items: await findJobs(store, person, id) } }
      },
    }),
  ]
}

function ofJob({ store, jobRunner }: Deps): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/validation-jobs/:id/items',
      permission: 'read',
      summary: 'The validations of a batch with one outcome, in the order of its rows; at most 100.',
      query: validationItemsQuerySchema,
      answer: named('ValidationItems', validationItemsSchema),
      problems: ['TAMPERED'],
      handle: async ({ id, query }) => ({ body: await findItems(store, id, query) }),
    }),
    route({
      method: 'post',
      path: '/api/validation-jobs/:id/pause',
      permission: 'enter',
      summary: 'Pauses the validations of a batch until someone resumes them.',
      stopsWork: true,
      answer: job,
      problems: ['STATE_CONFLICT', 'TAMPERED'],
      handle: async ({ person, id }) => {
        await pauseJob(store, person, id)
        return { body: await findOneJob(store, person, id) }
      },
    }),
    route({
      method: 'post',
      path: '/api/validation-jobs/:id/resume',
      permission: 'enter',
      summary:
        'Resumes them, under the name of the person who asks, if exactly as many calls are left to be billed as were confirmed.',
      body: named('ValidationResume', validationResumeSchema),
      answer: job,
      problems: ['STATE_CONFLICT', 'CALLS_CHANGED', 'TAMPERED'],
      handle: async ({ person, id, body }) => {
        await store.write((tx) => resumeJob(tx, person, id, body))
        jobRunner.wake()
        return { body: await findOneJob(store, person, id) }
      },
    }),
    route({
      method: 'post',
      path: '/api/validation-jobs/:id/stop',
      permission: 'enter',
      summary: 'Stops the validations of a batch: those that have not started do not run.',
      stopsWork: true,
      answer: job,
      problems: ['STATE_CONFLICT', 'TAMPERED'],
      handle: async ({ person, id }) => {
        await stopJob(store, person, id)
        return { body: await findOneJob(store, person, id) }
      },
    }),
  ]
}
