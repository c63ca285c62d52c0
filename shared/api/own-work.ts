import * as z from 'zod/mini'
import { listActs, listJobKinds } from './list-job.ts'

/** What goes on in a person's name; `list`: one of which no more is known, as its row was hidden or changed past the app. */
const workNames = [...listJobKinds, ...listActs, 'validations', 'export', 'list'] as const

/** GET /api/account/work: long work that goes on in one's own name, or is paused, the newest first. */
export const workInProgressSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      what: z.enum(workNames),
      /** The same for what was changed past the app: of that nothing more is known. */
      isChanged: z.boolean(),
      isPaused: z.boolean(),
      /** When it was let go on last. */
      since: z.nullable(z.string()),
      done: z.number(),
      count: z.number(),
      /** The session in which that was, as long as it is known. */
      session: z.nullable(z.object({ device: z.string(), isThis: z.boolean(), isOver: z.boolean() })),
    }),
  ),
})

export type WorkInProgress = z.infer<typeof workInProgressSchema>['items'][number]
