import {
  listAnswersQuerySchema,
  listAnswersSchema,
  listJobSchema,
  newestJobQuerySchema,
  newestJobSchema,
  pastJobsQuerySchema,
  pastJobsSchema,
} from '#shared/api/list-job.ts'
import { named, type Route, route } from '../http/route.ts'
import { listJobOf } from '../jobs/list-jobs.ts'
import {
  answersOfList,
  newestListJob,
  pastListJobs,
  pauseListJob,
  presentListJob,
  resumeListJob,
  stopListJob,
} from '../lists/own-lists.ts'
import { undoApproval } from '../lists/run-approval.ts'
import type { Member } from '../people/member.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'jobRunner'>

const listJob = named('ListJob', listJobSchema)

/** How one's own lists are, whatever is done with them, and what they are told to do. */
export function ownListRoutes(deps: Deps): readonly Route[] {
  return [...lookRoutes(deps), ...stepRoutes(deps)]
}

/** A short list is over by then, so that its page need not ask. */
const answerMs = 1_000

/** How far a list is after about a second, or once it is over. */
export async function settledList({ store, jobRunner }: Deps, person: Member, id: string) {
  jobRunner.wake()
  await jobRunner.settledWithin(id, answerMs)
  return presentListJob(await listJobOf(store, person, id))
}

function lookRoutes({ store }: Deps): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/jobs',
      permission: 'read',
      summary: 'How far one’s own list of a kind is that goes on or is paused, else the newest, about a batch or none.',
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
      path: '/api/jobs/past',
      permission: 'read',
      summary: 'One’s own lists of the last week that are over and did not do all, about a batch or none.',
      isUse: false,
      query: pastJobsQuerySchema,
      answer: named('PastJobs', pastJobsSchema),
      problems: ['TAMPERED'],
      handle: async ({ person, query: { batchId = '' } }) => ({
        body: { items: await pastListJobs(store, person, batchId) },
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
  ]
}

function stepRoutes(deps: Deps): readonly Route[] {
  const { store } = deps
  const after = async (person: Member, id: string, doing?: Promise<void>) => {
    await doing
    return { body: presentListJob(await listJobOf(store, person, id)) }
  }
  return [
    route({
      ...told,
      path: '/api/jobs/:id/pause',
      summary: 'Pauses one’s own list until it is resumed.',
      stopsWork: true,
      problems: [...told.problems, 'STATE_CONFLICT'],
      handle: ({ person, id }) => after(person, id, pauseListJob(store, person, id)),
    }),
    route({
      ...told,
      path: '/api/jobs/:id/resume',
      summary:
        'Goes on with one’s own list that was paused, and answers how far it is after about a second. A list that is not paused goes on without that.',
      problems: [...told.problems, 'CEREMONY_EXPIRED'],
      handle: async ({ person, id }) => {
        await resumeListJob(store, person, id)
        return { body: await settledList(deps, person, id) }
      },
    }),
    route({
      ...told,
      path: '/api/jobs/:id/stop',
      summary: 'Stops one’s own list: what is not done yet stays as it is.',
      stopsWork: true,
      handle: ({ person, id }) => after(person, id, stopListJob(store, person, id)),
    }),
    route({
      ...told,
      path: '/api/jobs/:id/undo',
      permission: 'undo',
      stopsWork: true,
      summary: 'Begins to undo all of one’s own list of approvals, within ten seconds of its last one.',
      problems: [...told.problems, 'UNDO_REFUSED', 'CEREMONY_EXPIRED'],
      handle: async ({ person, id }) => {
        await undoApproval(store, person, id)
        return { body: await settledList(deps, person, id) }
      },
    }),
  ]
}

/** What an own list is told to do. */
const told = { method: 'post', permission: 'read', answer: listJob, problems: ['TAMPERED'] } as const
