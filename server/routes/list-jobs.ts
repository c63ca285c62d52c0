import * as z from 'zod/mini'
import { approvalJobSchema } from '#shared/api/batch-review.ts'
import {
  actJobSchema,
  type ListJob,
  listJobSchema,
  outcomesJobSchema,
  returnJobSchema,
  rowsJobSchema,
} from '#shared/api/list-job.ts'
import { openBatch, requireBatch } from '../batches/batches.ts'
import { requireRowsOnce } from '../batches/save-rows.ts'
import { named, type Route, type RouteInput, route } from '../http/route.ts'
import { takeList } from '../jobs/list-jobs.ts'
import { payoutsOf } from '../lists/act-jobs.ts'
import { requirePayoutsOnce } from '../lists/act-on-list.ts'
import { takeApproval } from '../lists/run-approval.ts'
import type { Member } from '../people/member.ts'
import type { AppDeps } from './app-deps.ts'
import { settledList } from './own-lists.ts'

type Deps = Pick<AppDeps, 'store' | 'signIn' | 'writes' | 'jobRunner'>

const listJob = named('ListJob', listJobSchema)

const giving = {
  method: 'post',
  isIdempotent: true,
  bodyLimitKiB: 2048,
  answer: listJob,
  status: 201,
  problems: ['NOT_FOUND', 'STATE_CONFLICT', 'TAMPERED', 'TOO_MANY_LISTS'],
} as const

/** What is done with lists of thousands, by jobs that go on without their page. */
export function listJobRoutes(deps: Deps): readonly Route[] {
  return [...givingRoutes(deps), approvalRoute(deps)]
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
        const about = { kind: 'rows', aboutId: batchId, given: { address } } as const
        return give(deps, about.kind, given, (tx) => takeList(tx, person, about, list, rows))
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
        const { person, address, body } = given
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
        return give(deps, about.kind, given, (tx) => takeList(tx, person, about, { ...list, count }, payouts))
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
        const { person, address, body } = given
        requirePayoutsOnce(body.payouts)
        const about = { kind: 'acts', aboutId: '', given: { act: 'return', comment: body.comment, address } } as const
        return give(deps, about.kind, given, (tx) => takeList(tx, person, about, body.list, body.payouts))
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
        return give(deps, about.kind, given, (tx) => takeList(tx, given.person, about, list, outcomes))
      },
    }),
  ]
}

function approvalRoute(deps: Deps): Route {
  return route({
    ...giving,
    path: '/api/approval-jobs',
    permission: 'approve',
    summary:
      'Gives payouts of a list, identified by the root of its tree of hashes, some at a time: 512, or what is left. Once all are there, each is approved or refused.',
    body: named('ApprovalJob', approvalJobSchema),
    problems: [...giving.problems, 'APPROVAL_STALE', 'CEREMONY_EXPIRED'],
    handle: async (given) => {
      // A signature is good for one list: the same act is asked for again without another one.
      const { signatureId: _, ...body } = given.body
      return give(deps, 'approval', { ...given, body }, (tx) => takeApproval(tx, deps.signIn, given.person, given.body))
    },
  })
}

const madeSchema = z.object({ id: z.string() })

/** @param take takes what was given, and answers the id of its job */
async function give(
  deps: Deps,
  kind: ListJob['kind'],
  { person, idempotencyKey: key, body }: Pick<RouteInput<Member>, 'person' | 'idempotencyKey' | 'body'>,
  take: (tx: Parameters<typeof takeList>[0]) => Promise<string>,
) {
  const intent = { key, personId: person.id, route: `POST ${kind}`, body }
  const { body: made, ...rest } = await deps.writes.once(intent, madeSchema, async (tx) => ({
    body: { id: await take(tx) },
  }))
  return { ...rest, body: await settledList(deps, person, made.id) }
}
