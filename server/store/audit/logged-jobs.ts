import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { ActivityAction } from '#shared/api/activity.ts'
import type { Tables } from '../schema.ts'

/** How far long work is by the entries about it: a row that was put back, or changed, can contradict them. */
export interface LoggedJobs {
  /** Undefined for what was never let go on. */
  courseOf(jobId: string): JobCourseInLog | undefined
  /** Who let it go on last, and the thing that this was about. */
  begunBy(jobId: string): LoggedBeginning | undefined
  /** How many calls were begun for a job that may be billed, but for those of which it is known that they did not run. */
  callsFor(jobId: string): number
}

type JobCourseInLog = 'going' | 'paused' | 'ended'

type LoggedJobKind = 'approval' | 'list' | 'validations' | 'export'

export interface LoggedBeginning {
  readonly kind: LoggedJobKind
  readonly personId: string | null
  readonly thingId: string
}

const courses: Readonly<Partial<Record<ActivityAction, JobCourseInLog>>> = {
  'batch.approving': 'going',
  'approval.begun': 'going',
  'approval.paused': 'paused',
  'approval.ended': 'ended',
  'list.begun': 'going',
  'list.ended': 'ended',
  'validations.confirmed': 'going',
  'validations.resumed': 'going',
  'validations.paused': 'paused',
  'validations.stopped': 'ended',
  'export.begun': 'going',
  'export.stopped': 'ended',
  'export.created': 'ended',
  'export.undone': 'ended',
}

const kindByBeginning: ReadonlyMap<string, LoggedJobKind> = new Map<ActivityAction, LoggedJobKind>([
  ['batch.approving', 'approval'],
  ['approval.begun', 'approval'],
  ['list.begun', 'list'],
  ['validations.confirmed', 'validations'],
  ['validations.resumed', 'validations'],
  ['export.begun', 'export'],
])

const courseByAction: ReadonlyMap<string, JobCourseInLog> = new Map(Object.entries(courses))

const factsSchema = z.object({ job: z.optional(z.string()) })

const callsSchema = z.object({ billed: z.optional(z.number()), notRun: z.optional(z.number()) })

/** @returns with `take`, which is to be called with each entry, in their order */
export function createLoggedJobs(): LoggedJobs & {
  take(row: Pick<Selectable<Tables['audit']>, 'action' | 'facts' | 'person_id' | 'thing_type' | 'thing_id'>): void
} {
  const courseOf = new Map<string, JobCourseInLog>()
  const begun = new Map<string, LoggedBeginning>()
  const calls = new Map<string, number>()
  return {
    take({ action, facts, person_id: personId, thing_type, thing_id: thingId }) {
      if (action === 'validations.sent') {
        const { billed = 0, notRun = 0 } = callsSchema.parse(JSON.parse(facts))
        calls.set(thingId, (calls.get(thingId) ?? 0) + billed - notRun)
      }
      const course = courseByAction.get(action)
      if (course === undefined) return
      // A long export has the id of its job.
      const job = thing_type === 'export' ? thingId : z.safeParse(factsSchema, JSON.parse(facts)).data?.job
      if (job === undefined) return
      if (courseOf.get(job) !== 'ended') courseOf.set(job, course)
      const kind = kindByBeginning.get(action)
      if (kind !== undefined) begun.set(job, { kind, personId, thingId })
      else if (course === 'ended') begun.delete(job)
    },
    courseOf: (jobId) => courseOf.get(jobId),
    begunBy: (jobId) => begun.get(jobId),
    callsFor: (jobId) => calls.get(jobId) ?? 0,
  }
}
