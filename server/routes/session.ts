import { type Person, sessionSchema, signInSchema } from '#shared/api/session.ts'
import type { AppDeps } from '../app-deps.ts'
import { Failure } from '../failure.ts'
import { named, type Route, route } from '../http/route.ts'

/** The session: who works here, saying who one is, and leaving. */
export function sessionRoutes({
  sessions,
  signInLimit,
  names,
}: Pick<AppDeps, 'sessions' | 'signInLimit' | 'names'>): readonly Route[] {
  const address = { path: '/api/session', permission: 'public', answer: named('Session', sessionSchema) } as const
  const presented = async (person: Person | undefined) => ({
    signIn: 'local' as const,
    person: person ?? null,
    people: await sessions.people(),
    names,
  })
  return [
    route({
      ...address,
      method: 'get',
      summary: 'Who has signed in, who else has before, and the names that are assumed of the provider’s interface.',
      handle: async ({ sessionToken }) => {
        const session = sessionToken === undefined ? undefined : await sessions.check(sessionToken)
        return { body: await presented(session !== undefined && 'person' in session ? session.person : undefined) }
      },
    }),
    route({
      ...address,
      method: 'post',
      summary:
        'Signs in as the person of this name, who is new or known. Sets the cookie that other requests need, another one each time; the former session of this browser ends.',
      body: named('SignIn', signInSchema),
      problems: ['TAMPERED', 'TOO_MANY_SIGN_INS'],
      handle: async ({ address: from, body: { name }, sessionToken: former }) => {
        const waitMs = signInLimit.take({ address: from })
        if (waitMs !== undefined) {
          sessions.refuse()
          throw tooManySignIns(waitMs)
        }
        const { person, token } = await sessions.signIn(name, former)
        return { body: await presented(person), sessionToken: token }
      },
    }),
    route({
      ...address,
      method: 'delete',
      summary: 'Signs out: the session ends, for every copy of its cookie.',
      handle: async ({ sessionToken }) => {
        if (sessionToken !== undefined) await sessions.signOut(sessionToken)
        return { body: await presented(undefined), sessionToken: null }
      },
    }),
  ]
}

function tooManySignIns(waitMs: number): Failure {
  return new Failure('TOO_MANY_SIGN_INS', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
