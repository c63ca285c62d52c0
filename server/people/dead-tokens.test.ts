import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { creationCeremonySchema, recoveryTokenSchema, totpCeremonySchema } from '#shared/api/accounts.ts'
import { peopleSchema } from '#shared/api/people.ts'
import type { Role } from '#shared/api/permissions.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { newTokenSchema, tokensSchema } from '#shared/api/tokens.ts'
import { totpAt } from '../accounts/totp.ts'
import { sessionCookieName } from '../http/cookies.ts'
import {
  confirmedByPasskey,
  type EnrolledPerson,
  enrolByPasskey,
  enrolByPassword,
  inviteTo,
  nextCode,
  okay,
  originOf,
  passkeyProof,
  sendAssertion,
  sendEnrolment,
} from '../testing/accounts.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { softwareAuthenticator } from '../testing/software-authenticator.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

const problemSchema = z.object({
  code: z.string(),
  params: z.exactOptional(z.object({ why: z.exactOptional(z.string()) })),
})

/** What ends a session: an act of the person, of an admin or of the person's other browser, at one of two servers. */
interface Ending {
  readonly name: string
  /** The answer to the old token from then on. */
  readonly why: string
  readonly end: (given: Given) => Promise<unknown>
}

interface Given {
  readonly app: TestApp
  /** The browser whose token is to die. */
  readonly browser: Visitor
  readonly person: EnrolledPerson & { readonly id: string; readonly email: string }
  /** Another browser of the same person. */
  readonly elsewhere: Visitor
  readonly admin: Visitor
}

const endings: readonly Ending[] = [
  {
    name: 'another sign-in at the same browser',
    why: 'replaced',
    end: async ({ browser, person }) => okay(await sendAssertion(browser, person.authenticator)),
  },
  {
    name: 'a new proof of who one is',
    why: 'replaced',
    end: async ({ browser, person }) => okay(await sendAssertion(browser, person.authenticator, passkeyProof)),
  },
  { name: 'signing out', why: 'signed_out', end: async ({ browser }) => okay(await browser.delete('/api/session')) },
  {
    name: 'ending it from another browser',
    why: 'ended',
    end: async ({ browser, elsewhere }) => {
      const { session } = sessionSchema.parse(okay(await browser.get('/api/session')))
      okay(await elsewhere.delete(`/api/account/sessions/${session?.id}`))
    },
  },
  {
    name: 'another passkey of the person',
    why: 'credentials_changed',
    end: async ({ app, elsewhere, person: { authenticator } }) => {
      const begun = okay(await elsewhere.post('/api/account/passkey-options', {}))
      const { ceremonyId, options } = creationCeremonySchema.parse(begun)
      const response = softwareAuthenticator(originOf(app)).create(options)
      const key = { ceremonyId, response, name: 'Key' }
      const send = () => elsewhere.post('/api/account/passkeys', key)
      okay(await confirmedByPasskey({ visitor: elsewhere, authenticator }, send))
    },
  },
  {
    name: 'a password of the person',
    why: 'credentials_changed',
    end: async ({ elsewhere, person: { authenticator } }) => {
      const { ceremonyId, secret } = totpCeremonySchema.parse(okay(await elsewhere.post('/api/account/totp', {})))
      const password = { ceremonyId, password: 'seven grey herons wade', code: totpAt(secret, new Date()) }
      const send = () => elsewhere.put('/api/account/password', password)
      okay(await confirmedByPasskey({ visitor: elsewhere, authenticator }, send))
    },
  },
  {
    name: 'a recovery code',
    why: 'recovered',
    end: async ({ app, person: { email, recoveryCodes } }) => {
      const answer = await app.asNewBrowser().post('/api/sign-in/recovery', { email, recoveryCode: recoveryCodes[0] })
      recoveryTokenSchema.parse(okay(answer))
    },
  },
  {
    name: 'a change of roles',
    why: 'roles_changed',
    end: ({ admin, person }) => changeRoles(admin, person.id, ['viewer']),
  },
  {
    name: 'a suspension',
    why: 'suspended',
    end: async ({ admin, person }) => okay(await admin.post(`/api/people/${person.id}/suspend`, { distrust: false })),
  },
  {
    name: 'an admin, who ends all sessions of the person',
    why: 'ended',
    end: async ({ admin, person }) => okay(await admin.delete(`/api/people/${person.id}/sessions`)),
  },
]

async function changeRoles(admin: Visitor, id: string, roles: readonly Role[]): Promise<void> {
  const { items } = peopleSchema.parse(okay(await admin.get('/api/people')))
  const version = items.find((one) => one.id === id)?.version
  okay(
    await admin.put(
      `/api/people/${id}`,
      { roles, approveUpTo: {}, approveUpToADay: {} },
      { 'if-match': `"${version}"` },
    ),
  )
}

describe.each(someStores)('a token that is dead, two servers on $name', ({ makePlace }) => {
  let place: Place
  let apps: readonly [TestApp, TestApp]
  let admin: Visitor
  beforeAll(async () => {
    place = await makePlace()
    const environment = { ...place.environment, SIGN_IN: 'accounts' }
    apps = [await startTestApp(environment), await startTestApp(environment)]
    admin = await apps[0].asMember({ name: 'Alma Reyes', roles: ['admin'] })
  })
  afterAll(async () => {
    for (const app of apps) await app.stop()
    await place.remove()
  })

  const ask = async (app: TestApp, token: string) => {
    const { status, json } = await app.asNobody().get('/api/overview', { cookie: cookieOf(app, token) })
    return status === 200 ? 'alive' : problemSchema.parse(json).params?.why
  }

  it.each(endings)('Dead token: $name ends it at both servers at once', async ({ why, end }) => {
    const [app, other] = apps
    const email = `${crypto.randomUUID()}@example.com`
    const id = crypto.randomUUID()
    const invitee = { id, name: `P ${id.slice(0, 8)}x`, email, roles: ['clerk'] as const }
    const person = { ...(await enrolByPasskey(app, invitee)), id, email }
    const browser = app.asNewBrowser()
    const begun = await sendAssertion(browser, person.authenticator)
    okay(begun)
    const token = tokenIn(begun.headers['set-cookie'])
    expect([await ask(app, token), await ask(other, token)]).toEqual(['alive', 'alive'])
    await end({ app, browser, person, elsewhere: person.visitor, admin })
    expect([await ask(other, token), await ask(app, token)]).toEqual([why, why])
  })

  const makersEnds: readonly (readonly [
    string,
    string,
    (owner: Visitor, maker: string, id: string) => Promise<unknown>,
  ])[] = [
    ['it is revoked', 'revoked', async (owner, _, id) => okay(await owner.delete(`/api/tokens/${id}`))],
    [
      'its maker is suspended',
      'maker',
      async (owner, maker) => okay(await owner.post(`/api/people/${maker}/suspend`, { distrust: false })),
    ],
    ['its maker is an admin no longer', 'maker', (owner, maker) => changeRoles(owner, maker, ['clerk'])],
  ]

  it.each(makersEnds)('Dead token: that of a program opens nothing at either server once %s', async (_, why, end) => {
    const [app, other] = apps
    const makerId = crypto.randomUUID()
    const invitee = {
      id: makerId,
      name: `M ${makerId.slice(0, 8)}x`,
      email: `${makerId}@example.com`,
      roles: ['admin'] as const,
    }
    const { visitor: maker } = await enrolByPasskey(app, invitee)
    const write = tokenWrite({ name: 'Ledger' })
    const { token, details } = newTokenSchema.parse(okay(await maker.post('/api/tokens', write)))
    await confirmAll(app)
    const askAs = async (at: TestApp) => {
      const { status, json } = await at
        .asNobody()
        .post('/api/payout-searches', {}, { authorization: `Bearer ${token}` })
      return status === 200 ? 'alive' : [status, problemSchema.parse(json).code]
    }
    expect([await askAs(app), await askAs(other)]).toEqual(['alive', 'alive'])
    await end(admin, makerId, details.id)
    expect([await askAs(other), await askAs(app)]).toEqual([
      [401, 'TOKEN_REFUSED'],
      [401, 'TOKEN_REFUSED'],
    ])
    const { items } = tokensSchema.parse(okay(await admin.get('/api/tokens')))
    expect(['revoked', why]).toContain(items.find(({ id }) => id === details.id)?.state)
  })

  /** Ways into a session, each with the token that a browser brings. */
  const waysIn: readonly (readonly [
    string,
    (browser: Visitor, person: EnrolledPerson, email: string) => Promise<Answer>,
  ])[] = [
    ['signing in with a passkey', (browser, { authenticator }) => sendAssertion(browser, authenticator)],
    [
      'following a link',
      async (browser, _, email) => {
        const token = await inviteTo(apps[0], {
          name: `Q ${email.slice(0, 8)}x`,
          email: `q-${email}`,
          roles: ['clerk'],
        })
        const authenticator = softwareAuthenticator(originOf(apps[0]))
        return sendEnrolment(browser, { token, name: `Q ${email.slice(0, 8)}x`, authenticator })
      },
    ],
    [
      'signing in with a password',
      async (browser, _, email) => {
        const token = await inviteTo(apps[0], {
          name: `R ${email.slice(0, 8)}x`,
          email: `r-${email}`,
          roles: ['clerk'],
        })
        const password = 'seven grey herons wade'
        const { secret } = await enrolByPassword(apps[0].asNewBrowser(), {
          token,
          name: `R ${email.slice(0, 8)}x`,
          password,
        })
        return browser.post('/api/sign-in/password', { email: `r-${email}`, password, code: nextCode(secret) })
      },
    ],
  ]

  it.each(waysIn)(
    'Dead token: %s never takes up a token that was planted in the browser, be it made up or another person’s',
    async (way, enter) => {
      const [app, other] = apps
      const email = `${crypto.randomUUID()}@example.com`
      const person = await enrolByPasskey(app, { name: `P ${email.slice(0, 8)}x`, email, roles: ['clerk'] })
      const thief = app.asNewBrowser()
      const planted = tokenIn((await sendAssertion(thief, person.authenticator)).headers['set-cookie'])
      for (const token of [planted, ...(way === 'signing in with a passkey' ? ['A'.repeat(43)] : [])]) {
        const browser = app.asNewBrowser()
        const holding: Visitor = {
          ...browser,
          post: (path, body) => browser.post(path, body, { cookie: cookieOf(app, token) }),
        }
        const answer = await enter(holding, person, `${crypto.randomUUID()}@example.com`)
        okay(answer)
        expect(tokenIn(answer.headers['set-cookie'])).not.toBe(token)
        const why = token === planted ? 'replaced' : 'unknown'
        expect([await ask(app, token), await ask(other, token)]).toEqual([why, why])
      }
    },
  )
})

function cookieOf(app: TestApp, token: string): string {
  return `${sessionCookieName(new URL(app.url).host, undefined)}=${token}`
}

function tokenIn(header: string | string[] | undefined): string {
  const [, token = ''] = /=([^;]+)/.exec(`${header}`) ?? []
  return token
}
