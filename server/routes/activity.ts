import * as z from 'zod/mini'
import { activityActions, activityPageSchema } from '#shared/api/activity.ts'
import { idText } from '#shared/api/texts.ts'
import { findActivity } from '../activity/find-activity.ts'
import { named, type Route, route } from '../http/route.ts'
import { wrongCursor } from '../kernel/page-cursor.ts'
import { may } from '../people/member.ts'
import type { AppDeps } from './app-deps.ts'

const timeText = z.string().check(z.refine(isTime), z.describe('A time of ISO 8601.'))

const querySchema = z.strictObject({
  person: asked(idText, 'Id of who did it.'),
  thing: asked(idText, 'Id of what it was done to.'),
  action: asked(z.enum(activityActions), 'What was done.'),
  kind: asked(
    z.enum(['changes', 'power']),
    '`changes`: without who came, what was looked at and what was downloaded; `power`: what gives or returns power, and how people sign in.',
  ),
  from: asked(timeText, 'From this time on, in ISO 8601.'),
  to: asked(timeText, 'Before this time, in ISO 8601.'),
  cursor: asked(z.string().check(z.maxLength(1_000)), 'nextCursor of the page before.'),
})

/** The audit log: who did what, newest first. */
export function activityRoutes({ store }: Pick<AppDeps, 'store'>): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/activity',
      permission: 'audit',
      isHeavy: true,
      summary:
        'Who did what, newest first, 50 on a page; times in ISO 8601, `to` excluded. Clerks and viewers see what they did themselves.',
      query: querySchema,
      answer: named('ActivityPage', activityPageSchema),
      handle: async ({ person: asker, query: { person, thing, action, kind, from, to, cursor } }) => {
        const own = may(asker, 'approve') || may(asker, 'administer') ? undefined : asker.id
        // A person who sees only their own entries finds no others.
        if (own !== undefined && person !== undefined && person !== own)
          return { body: { items: [], nextCursor: null } }
        if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw wrongCursor()
        const before = cursor === undefined ? undefined : Number(cursor)
        const times = { from: asSaved(from), to: asSaved(to), before }
        const filter = {
          personId: own ?? person,
          thingId: thing,
          action,
          isChange: kind === 'changes',
          isPower: kind === 'power',
          ...times,
        }
        return { body: await findActivity(store, filter) }
      },
    }),
  ]
}

function asked<Value>(schema: z.ZodMiniType<Value>, description: string) {
  return z.optional(schema).check(z.describe(description))
}

function isTime(text: string): boolean {
  const [day = ''] = text.split('T')
  // Date.parse takes 30 February for 2 March.
  const isDay = z.iso.date().safeParse(day).success
  return /^\d{4}-\d\d-\d\d(T[\d:.]{5,12}(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text)) && isDay
}

/** As the audit log writes times, so that their order is that of the text. */
function asSaved(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}
