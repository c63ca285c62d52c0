import * as z from 'zod/mini'
import { type AppEvent, eventPageSchema } from '#shared/api/events.ts'
import { findEvents } from '../events/find-events.ts'
import { named, type Route, route } from '../http/route.ts'
import { may } from '../people/member.ts'
import type { AppDeps } from './app-deps.ts'

/** What has happened, for the merchant's own systems. */
export function eventRoutes({ store }: Pick<AppDeps, 'store'>): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/events',
      permission: 'read',
      scope: ['payouts:write', 'exports:read'],
      summary:
        'What has happened within 30 days, oldest first, at most 100 at once: ids and codes alone. A token with exports:read alone sees what concerns exports.',
      query: z.strictObject({
        cursor: z
          .optional(z.string().check(z.maxLength(1_000)))
          .check(
            z.describe(
              'nextCursor of the page before, however long ago that was; the first time blank, for all that has happened within 30 days, or latest, for what happens from now on.',
            ),
          ),
      }),
      answer: named('EventPage', eventPageSchema),
      handle: async ({ person, query: { cursor } }) => {
        const isMeant = may(person, 'read') ? () => true : concernsExports
        return { body: await findEvents(store, cursor || undefined, isMeant) }
      },
    }),
  ]
}

/** What who fetches exports, and may read nothing else, learns from their files as well. */
function concernsExports({ data }: AppEvent): boolean {
  return data.export !== undefined || data.thing.type === 'export'
}
