import * as z from 'zod/mini'
import { signInTrailSchema } from '#shared/api/sign-ins.ts'
import { idText } from '#shared/api/texts.ts'
import { named, type Route, route } from '../http/route.ts'
import { signInTrail } from '../people/sign-in-trail.ts'
import { eraseSignIns } from '../people-admin/erase-sign-ins.ts'
import type { AppDeps } from './app-deps.ts'

const trail = named('SignInTrail', signInTrailSchema)

/** From where people signed in, where they prove who they are. */
export function signInTrailRoutes(deps: Pick<AppDeps, 'store' | 'signIn'>): readonly Route[] {
  const { store } = deps
  return [
    route({
      method: 'get',
      path: '/api/account/sign-ins',
      permission: 'account',
      answer: trail,
      summary: 'Where you signed in from, or others tried to under your name, in the last 90 days.',
      handle: async ({ person }) => ({ body: { items: await signInTrail(store, person.id) } }),
    }),
    route({
      method: 'get',
      path: '/api/sign-ins',
      permission: 'administer',
      query: z.strictObject({ person: z.optional(idText) }),
      answer: trail,
      summary: 'Where people signed in from, or someone tried to, in the last 90 days; of one person or of all.',
      handle: async ({ query: { person } }) => ({ body: { items: await signInTrail(store, person) } }),
    }),
    route({
      method: 'delete',
      path: '/api/people/:id/sign-ins',
      permission: 'personalData',
      problems: ['PERSON_REFUSED'],
      answer: trail,
      summary: 'Erases where a person signed in from, once they have been suspended for seven days.',
      handle: async ({ person: by, id }) => {
        await deps.store.write((tx) => eraseSignIns(tx, by, id))
        return { body: { items: await signInTrail(store, id) } }
      },
    }),
  ]
}
