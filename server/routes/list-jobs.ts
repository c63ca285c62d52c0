import * as z from 'zod/mini'
import {
  actJobSchema,
  type ListJob,
  type ListPlace,
  listAnswersQuerySchema,
  listAnswersSchema,
  listJobSchema,
  newestJobQuerySchema,
  newestJobSchema,
  outcomesJobSchema,
  returnJobSchema,
  rowsJobSchema,
} from '#shared/api/list-job.ts'
import { openBatch, requireBatch } from '../batches/batches.ts'
import { requireRowsOnce } from '../batches/save-rows.ts'
import { named, type Route, type RouteInput, route } from '../http/route.ts'
import { answersOfList, listJobOf, newestListJob, presentListJob, stopListJob, takeList } from '../jobs/list-jobs.ts'
import { payoutsOf } from '../lists/act-jobs.ts'
import { requirePayoutsOnce } from '../lists/act-on-list.ts'
import type { Member } from '../people/member.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'writes' | 'jobRunner'>

const listJob = named('ListJob', listJobSchema)

const giving = {
  method: 'post',
  isIdempotent: true,
  bodyLimitKiB: 2048,
  answer: listJob,
  status: 201,
  problems: ['NOT_FOUND', 'STATE_CONFLICT', 'TAMPERED'],
} as const

/** What is done with lists of thousands, by jobs that go on without their page. */
export function listJobRoutes(deps: Deps): readonly Route[] {
  return [...givingRoutes(deps), ...ownRoutes(deps)]
}

function givingRoutes(deps: Deps): readonly Route[] {
  const { store } = deps
  return [
    route({
      ...giving,
      path: '/api/row-jobs',
      permission: 'enter',
      summary: 'Gives rows of a batch, some at a time; once all are there, each is saved as a draft or refused.',
      body: named('RowsJob', rowsJobSchema),
      handle: async (given) => {
        const { person, address, body } = given
        const { batchId, list, rows } = body
        requireRowsOnce(rows)
        await openBatch(store, person, batchId)
        return give(deps, given, { kind: 'rows', aboutId: batchId, given: { address } }, list, rows)
      },
    }),
    route({
      ...giving,
      path: '/api/act-jobs',
      permission: 'enter',
      summary:
        'Gives payouts, or says that it is all of a batch that can be sent; once all are there, each is sent to review, withdrawn or deleted, or refused.',
      body: named('ActJob', actJobSchema),
      handle: async (given) => {
        const { address, body } = given
        const { act, batchId, list } = body
        if (batchId !== undefined) await requireBatch(store, batchId)
        requirePayoutsOnce(body.payouts ?? [])
        const payouts = await payoutsOf(store, body)
        // What was sent meanwhile is none of them any more.
        const count = body.payouts === undefined ? payouts.length : list.count
        const about = {
          kind: 'acts',
          aboutId: act === 'submit' ? (batchId ?? '') : '',
          given: { act, address },
        } as const
        return give(deps, given, about, { ...list, count }, payouts)
      },
    }),
    route({
      ...giving,
      path: '/api/return-jobs',
      permission: 'approve',
      summary:
        'Gives payouts; once all are there, each is returned with a comment on what has to change in all of them, or refused. The person who entered one withdraws it instead.',
      body: named('ReturnJob', returnJobSchema),
      handle: async (given) => {
        const { address, body } = given
        requirePayoutsOnce(body.payouts)
        const about = { kind: 'acts', aboutId: '', given: { act: 'return', comment: body.comment, address } } as const
        return give(deps, given, about, body.list, body.payouts)
      },
    }),
    route({
      ...giving,
      path: '/api/outcome-jobs',
      permission: 'report',
      summary: 'Gives statements of what became of payouts; once all are there, each is taken or refused.',
      body: named('OutcomesJob', outcomesJobSchema),
      handle: async (given) => {
        const { list, outcomes, file } = given.body
        const about = { kind: 'outcomes', aboutId: '', given: { ...(file !== undefined && { file }) } } as const
        return give(deps, given, about, list, outcomes)
      },
    }),
  ]
}

const madeSchema = z.object({ id: z.string() })

/** A short list is over by then, so that its page need not ask. */
const answerMs = 1_000

async function give(
  { store, writes, jobRunner }: Deps,
  { person, idempotencyKey: key, body }: Pick<RouteInput<Member>, 'person' | 'idempotencyKey' | 'body'>,
  about: { readonly kind: ListJob['kind']; readonly aboutId: string; readonly given: unknown },
  list: ListPlace,
  items: readonly object[],
) {
  const intent = { key, personId: person.id, route: `POST ${about.kind}`, body }
  const { body: made, ...rest } = await writes.once(intent, madeSchema, async (tx) => ({
    body: { id: await takeList(tx, person, about, list, items) },
  }))
  jobRunner.wake()
  await jobRunner.settledWithin(made.id, answerMs)
  return { ...rest, body: presentListJob(await listJobOf(store, person, made.id)) }
}

function ownRoutes({ store }: Deps): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/jobs',
      permission: 'read',
      summary: 'How far one’s own newest list of a kind is, about a batch or none.',
      isUse: false,
      query: newestJobQuerySchema,
      answer: named('NewestJob', newestJobSchema),
      problems: ['TAMPERED'],
      handle: async ({ person, query: { kind, batchId = '' } }) => ({
        body: { job: await newestListJob(store, person, { kind, aboutId: batchId }) },
      }),
    }),
    route({
      method: 'get',
      path: '/api/jobs/:id/answers',
      permission: 'read',
      summary: 'What became of the things of one’s own list, in their order.',
      query: listAnswersQuerySchema,
      answer: named('ListAnswers', listAnswersSchema),
      problems: ['TAMPERED'],
      handle: async ({ person, id, query: { from = '0' } }) => ({
        body: await answersOfList(store, person, id, Number(from)),
      }),
    }),
    route({
      method: 'post',
      path: '/api/jobs/:id/stop',
      permission: 'read',
      summary: 'Stops one’s own list: what is not done yet stays as it is.',
      isUnlimited: true,
      answer: listJob,
      problems: ['TAMPERED'],
      handle: async ({ person, id }) => {
        await stopListJob(store, person, id)
        return { body: presentListJob(await listJobOf(store, person, id)) }
      },
    }),
  ]
}
