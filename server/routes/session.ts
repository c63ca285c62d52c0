import { permissionNames } from '#shared/api/permissions.ts'
import { type Session, sessionSchema, signInSchema } from '#shared/api/session.ts'
import { hasPasskey } from '../accounts/credentials.ts'
import { named, type Route, route } from '../http/route.ts'
import { type CheckedSession, may } from '../people/member.ts'
import type { Sessions } from '../people/sessions.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<
  AppDeps,
  'store' | 'sessions' | 'signIn' | 'environment' | 'signInLimits' | 'names' | 'details' | 'mail'
>

/** The browser's session as it is sent to it; blank where it has none. */
export async function presentSession(
  {
    store,
    sessions,
    signIn,
    environment,
    names,
    details,
    mail,
  }: Pick<AppDeps, 'store' | 'signIn' | 'environment' | 'names' | 'details' | 'mail'> & {
    readonly sessions: Pick<Sessions, 'peek' | 'people'>
  },
  token: string | undefined,
  device?: string,
): Promise<Session> {
  const checked: CheckedSession = token === undefined ? { ended: 'unknown' } : await sessions.peek(token, device)
  const found = 'person' in checked ? checked : undefined
  const person = found?.person
  return {
    signIn,
    environment,
    person: person === undefined ? null : { id: person.id, name: person.name },
    roles: [...(person?.roles ?? [])],
    permissions: person === undefined ? [] : permissionNames.filter((permission) => may(person, permission)),
    people: signIn === 'local' ? [...(await sessions.people())] : [],
    session: found?.session ?? null,
    ...(details !== undefined && { hasDetailsLinks: true }),
    ...(mail !== undefined && { hasMail: true }),
    hasPasskey: person !== undefined && signIn === 'accounts' && (await hasPasskey(store, person.id)),
    names,
  }
}

/** The session: who works here, and leaving. */
export function sessionRoutes(deps: Deps): readonly Route[] {
  const { sessions } = deps
  const address = { path: '/api/session', permission: 'public', answer: named('Session', sessionSchema) } as const
  return [
    route({
      ...address,
      method: 'get',
      summary:
        'Who has signed in, what they may do, and the names that are assumed of the provider’s interface. It does not count as activity of the session.',
      handle: async ({ sessionToken, device }) => ({ body: await presentSession(deps, sessionToken, device) }),
    }),
    route({
      ...address,
      method: 'delete',
      summary: 'Signs out: the session ends, for every copy of its cookie.',
      isUnlimited: true,
      handle: async ({ sessionToken }) => {
        if (sessionToken !== undefined) await sessions.signOut(sessionToken)
        return { body: await presentSession(deps, undefined), sessionToken: null, headers: leaveNothing(deps) }
      },
    }),
    route({
      path: '/api/session/renewal',
      method: 'post',
      permission: 'account',
      answer: named('Session', sessionSchema),
      summary: 'Uses the session, so that it does not end for inactivity yet.',
      handle: async ({ sessionToken }) => {
        // That it is used is written after the answer: the next look has to see it.
        await sessions.settled()
        return { body: await presentSession(deps, sessionToken) }
      },
    }),
  ]
}

/**
 * Has the browser forget the pages that it could go back to. Its cookies and storage are left alone: `cookies` would take those of the whole domain,
 * also of other sites, and ours is removed separately; the storage holds no more than a person's display settings.
 */
function leaveNothing({ signIn }: Pick<AppDeps, 'signIn'>): Readonly<Record<string, string>> {
  return signIn === 'local' ? {} : { 'clear-site-data': '"cache"' }
}

/** Signing in by a name on trust. */
export function localSignInRoutes(deps: Deps): readonly Route[] {
  const { sessions, signInLimits } = deps
  return [
    route({
      path: '/api/session',
      permission: 'public',
      answer: named('Session', sessionSchema),
      method: 'post',
      summary:
        'Signs in under this name, which may be new. Sets the cookie that other requests need, a new one each time; the earlier session of this browser ends.',
      body: named('SignIn', signInSchema),
      problems: ['TAMPERED', 'TOO_MANY_SIGN_INS'],
      handle: async ({ address: from, body: { name }, sessionToken: former, device }) => {
        signInLimits.begin(from)
        const { token } = await sessions.signIn(name, device, former)
        return { body: await presentSession(deps, token), sessionToken: token }
      },
    }),
  ]
}
