import * as z from 'zod/mini'
import { activityActions } from '#shared/api/activity.ts'
import { idText } from '#shared/api/id-text.ts'
import { findActivity } from '../activity/find-activity.ts'
import type { AppDeps } from '../app-deps.ts'
import { queryBySchema } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { personOf } from '../http/person.ts'
import { sendJson } from '../http/send-json.ts'

const time = z.optional(z.string().check(z.refine(isTime, 'must be a time of ISO 8601')))

const activityQuerySchema = z.strictObject({
  person: z.optional(idText),
  thing: z.optional(idText),
  action: z.optional(z.enum(activityActions)),
  kind: z.optional(z.enum(['changes'])),
  from: time,
  to: time,
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
})

/** GET /api/activity: who did what, newest first. */
export function activity({ store }: Pick<AppDeps, 'store'>): Endpoint {
  return {
    path: '/api/activity',
    get: async (request, response) => {
      personOf(response)
      const { person, thing, action, kind, from, to, cursor } = queryBySchema(request, activityQuerySchema)
      const before = cursor === undefined ? undefined : Number(cursor)
      const times = { from: asKept(from), to: asKept(to), before }
      const filter = { personId: person, thingId: thing, action, isChange: kind === 'changes', ...times }
      sendJson(response, await findActivity(store, filter))
    },
  }
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\d(T[\d:.]{5,12}(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** As the record writes times, so that their order is that of the text. */
function asKept(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}
