import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { ActivityAction } from '#shared/api/activity.ts'
import type { Tables } from '../schema.ts'

/** How far long work is by the entries about it: a row that was put back, or changed, can contradict them. */
export interface LoggedJobs {
  /** Undefined for what was never let go on. */
  courseOf(jobId: string): JobCourseInLog | undefined
  /** How many answers of the provider that may be billed were saved for a job. */
  askedFor(jobId: string): number
}

type JobCourseInLog = 'going' | 'paused' | 'ended'

const courses: Readonly<Partial<Record<ActivityAction, JobCourseInLog>>> = {
  'batch.approving': 'going',
  'approval.begun': 'going',
  'approval.paused': 'paused',
  'approval.ended': 'ended',
  'validations.confirmed': 'going',
  'validations.resumed': 'going',
  'validations.paused': 'paused',
  'validations.stopped': 'ended',
}

const courseByAction: ReadonlyMap<string, JobCourseInLog> = new Map(Object.entries(courses))

const factsSchema = z.object({ job: z.optional(z.string()) })

/** @returns with `take`, which is to be called with each entry, in their order */
export function createLoggedJobs(): LoggedJobs & {
  take(row: Pick<Selectable<Tables['audit']>, 'action' | 'facts'>): void
} {
  const going = new Map<string, JobCourseInLog>()
  const asked = new Map<string, number>()
  return {
    take({ action, facts }) {
      const course = courseByAction.get(action)
      if (course === undefined && action !== 'validation.asked') return
      const { job } = z.safeParse(factsSchema, JSON.parse(facts)).data ?? {}
      if (job === undefined) return
      if (course === undefined) asked.set(job, 1 + (asked.get(job) ?? 0))
      else going.set(job, course)
    },
    courseOf: (jobId) => going.get(jobId),
    askedFor: (jobId) => asked.get(jobId) ?? 0,
  }
}
