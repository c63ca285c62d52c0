import { workInProgressSchema } from '#shared/api/own-work.ts'
import { stopJob } from '../batch-validations/jobs.ts'
import { stopExport } from '../exports/export-kind.ts'
import { named, type Route, route } from '../http/route.ts'
import { stopListJob } from '../lists/own-lists.ts'
import { findOwnWork, kindOfOwnWork } from '../lists/own-work.ts'
import type { Asker } from '../people/permitted.ts'
import type { AppDeps } from './app-deps.ts'

/** What goes on in one's own name, also what a thief of a session has begun. */
export function ownWorkRoutes({ store, jobRunner }: Pick<AppDeps, 'store' | 'jobRunner'>): readonly Route[] {
  const answer = named('OwnWork', workInProgressSchema)
  const all = async (asker: Asker) => ({ body: { items: [...(await findOwnWork(store, asker))] } })
  const stops = { list: stopListJob, validations: stopJob, export: stopExport } as const
  return [
    route({
      method: 'get',
      path: '/api/account/work',
      permission: 'account',
      isUse: false,
      summary: 'Long work that goes on in your name, or is paused: what, since when, and from which session.',
      answer,
      problems: ['TAMPERED'],
      handle: all,
    }),
    route({
      method: 'post',
      path: '/api/account/work/:id/stop',
      permission: 'account',
      stopsWork: true,
      summary: 'Stops long work that goes on in your name, and answers what else does.',
      answer,
      problems: ['TAMPERED', 'STATE_CONFLICT'],
      handle: async ({ id, ...asker }) => {
        await stops[await kindOfOwnWork(store, asker.person.id, id)](store, asker.person, id)
        jobRunner.wake()
        return all(asker)
      },
    }),
  ]
}
