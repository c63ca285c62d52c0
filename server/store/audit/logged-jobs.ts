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
  /** What goes on or is paused of what a person let go on last, the newest first; also validations that have come to their end. */
  workOf(personId: string): readonly string[]
  /** How many calls were begun for a job that may be billed, but for those of which it is known that they did not run. */
  callsFor(jobId: string): number
}

type JobCourseInLog = 'going' | 'paused' | 'ended'

type LoggedJobKind = 'list' | 'validations' | 'export'

export interface LoggedBeginning {
  readonly kind: LoggedJobKind
  readonly personId: string | null
  readonly thingId: string
}

/** Of what kind of long work an entry is, and how far that is by it. */
interface Course {
  readonly kind: LoggedJobKind
  readonly course: JobCourseInLog
}

const courses: Readonly<Partial<Record<ActivityAction, Course>>> = {
  'batch.approving': { kind: 'list', course: 'going' },
  'approval.begun': { kind: 'list', course: 'going' },
  'list.begun': { kind: 'list', course: 'going' },
  'list.paused': { kind: 'list', course: 'paused' },
  'list.ended': { kind: 'list', course: 'ended' },
  'validations.confirmed': { kind: 'validations', course: 'going' },
  'validations.resumed': { kind: 'validations', course: 'going' },
  'validations.paused': { kind: 'validations', course: 'paused' },
  'validations.stopped': { kind: 'validations', course: 'ended' },
  'export.begun': { kind: 'export', course: 'going' },
  'export.stopped': { kind: 'export', course: 'ended' },
  'export.created': { kind: 'export', course: 'ended' },
  'export.undone': { kind: 'export', course: 'ended' },
}

const courseByAction: ReadonlyMap<string, Course> = new Map(Object.entries(courses))

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
      const known = courseByAction.get(action)
      if (known === undefined) return
      const { kind, course } = known
      // A long export has the id of its job.
      const job = thing_type === 'export' ? thingId : z.safeParse(factsSchema, JSON.parse(facts)).data?.job
      if (job === undefined) return
      if (courseOf.get(job) !== 'ended') courseOf.set(job, course)
      if (course === 'going') begun.set(job, { kind, personId, thingId })
      else if (course === 'ended') begun.delete(job)
    },
    courseOf: (jobId) => courseOf.get(jobId),
    begunBy: (jobId) => begun.get(jobId),
    workOf: (id) => [...begun].flatMap(([job, { personId }]) => (personId === id ? [job] : [])).toReversed(),
    callsFor: (jobId) => calls.get(jobId) ?? 0,
  }
}
