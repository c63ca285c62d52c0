import { type Person, sessionSchema, signInSchema } from '#shared/api/session.ts'
import type { AppDeps } from '../app-deps.ts'
import { named, type Route, route } from '../http/route.ts'
import { cookieOf, noCookie } from '../http/session-cookie.ts'
import { personOfToken, sessionToken } from '../people/people.ts'

/** The session: who works here, saying who one is, and leaving. */
export function sessionRoutes(deps: Pick<AppDeps, 'people' | 'store' | 'names'>): readonly Route[] {
  const { people, store, names } = deps
  const whose = personOfToken(deps)
  const address = { path: '/api/session', permission: 'public', answer: named('Session', sessionSchema) } as const
  const presented = async (person: Person | undefined) => ({
    signIn: 'local' as const,
    person: person === undefined ? null : presentedPerson(person),
    people: (await people.list()).map(presentedPerson),
    names,
  })
  return [
    route({
      ...address,
      method: 'get',
      summary: 'Who has signed in, who else has before, and the names that are assumed of the provider’s interface.',
      handle: async ({ sessionToken: token }) => ({
        body: await presented(token === undefined ? undefined : await whose(token)),
      }),
    }),
    route({
      ...address,
      method: 'post',
      summary: 'Signs in as the person of this name, who is new or known. Sets the cookie that other requests need.',
      body: named('SignIn', signInSchema),
      handle: async ({ body: { name } }) => {
        const person = await people.signIn(name)
        return { body: await presented(person), headers: cookieOf(sessionToken(store.encryption, person.id)) }
      },
    }),
    route({
      ...address,
      method: 'delete',
      summary: 'Signs out.',
      handle: async () => ({ body: await presented(undefined), headers: noCookie }),
    }),
  ]
}

function presentedPerson({ id, name }: Person) {
  return { id, name }
}
