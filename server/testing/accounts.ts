import * as z from 'zod/mini'
import {
  creationCeremonySchema,
  enrolledSchema,
  requestCeremonySchema,
  totpCeremonySchema,
} from '#shared/api/accounts.ts'
import type { Role } from '#shared/api/permissions.ts'
import { invite, linkLifeMs } from '../accounts/invitations.ts'
import { totpAt } from '../accounts/totp.ts'
import { readName } from '../people/people.ts'
import { addPerson } from '../people/people-rows.ts'
import { type SoftwareAuthenticator, softwareAuthenticator } from './software-authenticator.ts'
import type { Answer, TestApp, Visitor } from './test-app.ts'

/** The origin that browsers know a test app by. */
export function originOf({ url }: Pick<TestApp, 'url'>): string {
  return url.replace('127.0.0.1', 'localhost')
}

export interface Invitee {
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  /** Left out, their e-mail address. */
  readonly id?: string
}

/** Invites a person past HTTP; answers the token of their link. */
export async function inviteTo(
  app: Pick<TestApp, 'openStore'>,
  { name, email, roles, id = email }: Invitee,
): Promise<string> {
  const store = await app.openStore()
  return store.write(async (tx) => {
    const { key } = readName(name)
    const created_at = tx.now().toISOString()
    await addPerson(tx, { id, name, name_key: key, created_at, email, status: 'invited', roles: JSON.stringify(roles) })
    await tx.audit({ personId: null, action: 'person.added', thing: { type: 'person', id }, facts: { name } })
    const invited = { personId: id, kind: 'invitation', email, lifeMs: linkLifeMs.byAdmin } as const
    return (await invite(tx, invited)).token
  })
}

/** A person who has enrolled with a passkey: their browser, signed in, and their authenticator. */
export interface EnrolledPerson {
  readonly visitor: Visitor
  readonly authenticator: SoftwareAuthenticator
  readonly recoveryCodes: readonly string[]
}

/** Invites a person, who sets up a passkey. */
export async function enrolByPasskey(app: TestApp, invitee: Invitee): Promise<EnrolledPerson> {
  const token = await inviteTo(app, invitee)
  const visitor = app.asNewBrowser()
  const authenticator = softwareAuthenticator(originOf(app))
  const { recoveryCodes } = enrolledSchema.parse(
    okay(await sendEnrolment(visitor, { token, name: invitee.name, authenticator })),
  )
  return { visitor, authenticator, recoveryCodes }
}

/** Follows a link, and sets up a passkey. */
export async function sendEnrolment(
  visitor: Visitor,
  {
    token,
    name,
    authenticator,
  }: { readonly token: string; readonly name: string; readonly authenticator: SoftwareAuthenticator },
): Promise<Answer> {
  const begun = okay(await visitor.post('/api/enrolment/passkey-options', { token }))
  const { ceremonyId, options } = creationCeremonySchema.parse(begun)
  const response = authenticator.create(options)
  return visitor.post('/api/enrolment/passkey', { token, name, ceremonyId, response })
}

/** The code after that of now, which is good already: a code is good once, and a slow machine may be in the next step by then. */
export function nextCode(secret: string): string {
  return totpAt(secret, new Date(Date.now() + 30_000))
}

/** Follows a link, and sets up a password and an authenticator app; answers the app’s secret. */
export async function enrolByPassword(
  visitor: Visitor,
  { token, name, password }: { readonly token: string; readonly name: string; readonly password: string },
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { ceremonyId, secret } = totpCeremonySchema.parse(okay(await visitor.post('/api/enrolment/totp', { token })))
  const code = totpAt(secret, new Date())
  const answer = await visitor.post('/api/enrolment/password', { token, name, ceremonyId, password, code })
  return { secret, recoveryCodes: enrolledSchema.parse(okay(answer)).recoveryCodes }
}

/** Asks for a challenge at one address and sends what the authenticator makes of it to another. */
export async function sendAssertion(
  visitor: Visitor,
  authenticator: SoftwareAuthenticator,
  {
    begin = '/api/sign-in/passkey-options',
    end = '/api/sign-in/passkey',
    body = {},
    quirks = {},
  }: {
    readonly begin?: string
    readonly end?: string
    readonly body?: unknown
    readonly quirks?: Parameters<SoftwareAuthenticator['get']>[1]
  } = {},
): Promise<Answer> {
  const { ceremonyId, options } = requestCeremonySchema.parse(okay(await visitor.post(begin, body)))
  return visitor.post(end, { ceremonyId, response: authenticator.get(options, quirks) })
}

const changeSchema = z.object({ code: z.literal('STEP_UP_REQUIRED'), params: z.object({ change: z.string() }) })

/** What a proof has to name, of a change of one's account that was refused for want of one. */
export function changeIn({ json }: Answer): string {
  return changeSchema.parse(json).params.change
}

export const passkeyProof = { begin: '/api/session/proof/passkey-options', end: '/api/session/proof/passkey' }

/** Sends a change of one's account, confirms it with a passkey, and sends it again. */
export async function confirmedByPasskey(
  { visitor, authenticator }: Pick<EnrolledPerson, 'visitor' | 'authenticator'>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const body = { change: changeIn(await send()) }
  okay(await sendAssertion(visitor, authenticator, { ...passkeyProof, body }))
  return send()
}

/** The same with a password and a code. */
export async function confirmedByPassword(
  visitor: Visitor,
  typed: { readonly password: string; readonly code: string },
  send: () => Promise<Answer>,
): Promise<Answer> {
  const change = changeIn(await send())
  okay(await visitor.post('/api/session/proof/password', { ...typed, change }))
  return send()
}

/** What a request that went well answered. */
export function okay({ status, json, text }: Answer): unknown {
  if (status < 300) return json
  throw new Error(`${status} ${text}`)
}

const problemSchema = z.object({ code: z.string() })

/** The code of the problem that came of a request; undefined where it went well. */
export function problemOf({ status, json }: Answer): string | undefined {
  return status < 400 ? undefined : problemSchema.parse(json).code
}
