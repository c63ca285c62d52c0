import { creationCeremonySchema, totpCeremonySchema } from '#shared/api/accounts.ts'
import { accountSchema } from '#shared/api/own-account.ts'
import { invitationSchema, peopleSchema } from '#shared/api/people.ts'
import type { Role } from '#shared/api/permissions.ts'
import { type ProposalKind, proposalsSchema } from '#shared/api/proposals.ts'
import { newTokenSchema } from '#shared/api/tokens.ts'
import { webhookSecretSchema } from '#shared/api/webhooks.ts'
import { totpAt } from '../accounts/totp.ts'
import {
  confirmedByPasskey,
  confirmedByPassword,
  enrolByPasskey,
  enrolByPassword,
  inviteTo,
  nextCode,
  okay,
  originOf,
  sendAssertion,
} from './accounts.ts'
import { softwareAuthenticator } from './software-authenticator.ts'
import type { TestApp, Visitor } from './test-app.ts'
import { tokenWrite } from './tokens.ts'

/** Two people who may do everything, as no one confirms or approves what they made. */
export interface Two {
  readonly ana: Visitor
  readonly bruno: Visitor
}

/** What everyone does with their own ways to sign in; `name` is of no one yet. */
export async function ownAccount(app: TestApp, name: string): Promise<void> {
  const email = emailOf(name)
  const person = await enrolByPasskey(app, { name, email, roles: ['clerk'] })
  const { visitor, authenticator } = person
  const elsewhere = app.asNewBrowser()
  okay(await sendAssertion(elsewhere, authenticator))
  const account = async () => accountSchema.parse(okay(await visitor.get('/api/account')))
  const other = (await account()).sessions.find(({ isThis }) => !isThis)
  okay(await visitor.delete(`/api/account/sessions/${other?.id}`))
  okay(await confirmedByPasskey(person, () => visitor.post('/api/account/recovery-codes', {})))
  const begun = okay(await visitor.post('/api/account/passkey-options', {}))
  const { ceremonyId, options } = creationCeremonySchema.parse(begun)
  const key = { ceremonyId, response: softwareAuthenticator(originOf(app)).create(options), name: 'Key' }
  okay(await confirmedByPasskey(person, () => visitor.post('/api/account/passkeys', key)))
  const second = (await account()).passkeys.find((one) => one.name === 'Key')
  okay(await confirmedByPasskey(person, () => visitor.delete(`/api/account/passkeys/${second?.id}`)))
  const authenticatorApp = totpCeremonySchema.parse(okay(await visitor.post('/api/account/totp', {})))
  const password = 'nine red foxes listen quietly'
  const change = {
    ceremonyId: authenticatorApp.ceremonyId,
    password,
    code: totpAt(authenticatorApp.secret, new Date()),
  }
  okay(await confirmedByPasskey(person, () => visitor.put('/api/account/password', change)))
  okay(await confirmedByPasskey(person, () => visitor.delete('/api/account/password')))
  okay(await visitor.delete('/api/session'))
}

/** The same by a password, and its recovery. */
export async function passwordAccount(app: TestApp, name: string): Promise<void> {
  const email = emailOf(name)
  const token = await inviteTo(app, { name, email, roles: ['clerk'] })
  okay(await app.asNewBrowser().post('/api/enrolment', { token }))
  const password = 'seven grey herons wade'
  const visitor = app.asNewBrowser()
  const { secret, recoveryCodes } = await enrolByPassword(visitor, { token, name, password })
  const typed = { password, code: nextCode(secret) }
  okay(await confirmedByPassword(visitor, typed, () => visitor.post('/api/account/recovery-codes', {})))
  // A code is good once: another person signs in by theirs.
  const other = { name: `${name} Reis`, email: `other-${email}` }
  const invited = await inviteTo(app, { ...other, roles: ['clerk'] })
  const enrolled = await enrolByPassword(app.asNewBrowser(), { token: invited, name: other.name, password })
  const given = { email: other.email, password, code: nextCode(enrolled.secret) }
  okay(await app.asNewBrowser().post('/api/sign-in/password', given))
  const recovery = { email: other.email, recoveryCode: enrolled.recoveryCodes[0] ?? recoveryCodes[0] }
  okay(await app.asNewBrowser().post('/api/sign-in/recovery', recovery))
}

/** What admins do with people, tokens and endpoints, at an address where something answers. */
export async function administration(app: TestApp, { ana, bruno }: Two, name: string, url: string): Promise<void> {
  const email = emailOf(name)
  const limits = { approveUpTo: { BRL: '5000' }, approveUpToADay: {} }
  const invited = okay(await ana.post('/api/invitations', { name, email, roles: ['clerk'], ...limits }))
  const { id } = invitationSchema.parse(invited).person
  okay(await ana.post(`/api/people/${id}/invitation`, {}))
  okay(await ana.delete(`/api/people/${id}/invitation`))
  const workingId = crypto.randomUUID()
  const working = { name: `${name} Melo`, email: `working-${email}`, roles: ['clerk'] } as const
  await enrolByPasskey(app, { ...working, id: workingId })
  const person = `/api/people/${workingId}`
  const change = async (by: Visitor, roles: readonly Role[]) => {
    const { items } = peopleSchema.parse(okay(await ana.get('/api/people')))
    const version = items.find((one) => one.id === workingId)?.version
    okay(await by.put(person, { roles, ...limits }, { 'if-match': `"${version}"` }))
  }
  okay(await ana.post(`${person}/re-enrolment`, {}))
  await change(ana, ['clerk'])
  await change(bruno, ['reviewer'])
  await confirm(ana, 'rights')
  okay(await ana.delete(`${person}/hold`))
  okay(await ana.delete(`${person}/sessions`))
  okay(await ana.post(`${person}/suspend`, { distrust: false }))
  okay(await ana.post(`${person}/reinstate`, {}))
  const made = okay(await ana.post('/api/tokens', tokenWrite({ name: `${name} ERP` })))
  const { token, details } = newTokenSchema.parse(made)
  await confirm(bruno, 'token')
  okay(await app.asNobody().get('/api/token', { authorization: `Bearer ${token}` }))
  okay(await ana.delete(`/api/tokens/${details.id}`))
  const endpoint = okay(await ana.post('/api/webhooks', { url, types: ['payout.approved'] }))
  const webhook = `/api/webhooks/${webhookSecretSchema.parse(endpoint).details.id}`
  await confirm(bruno, 'webhook')
  okay(await ana.post(`${webhook}/secret`, {}))
  okay(await ana.post(`${webhook}/test`, {}))
  okay(await ana.get(`${webhook}/deliveries`))
  okay(await ana.post(`${webhook}/retry`, {}))
  const { items } = proposalsSchema.parse(okay(await ana.get('/api/proposals')))
  const secret = items.find(({ kind, canConfirm }) => kind === 'webhook' && !canConfirm)
  okay(await ana.delete(`/api/proposals/${secret?.id}`))
  okay(await ana.delete(webhook))
}

/** Confirms what another admin proposed. */
async function confirm(admin: Visitor, kind: ProposalKind): Promise<void> {
  const { items } = proposalsSchema.parse(okay(await admin.get('/api/proposals')))
  const found = items.find((one) => one.kind === kind && one.canConfirm)
  okay(await admin.post(`/api/proposals/${found?.id}/confirm`, {}))
}

function emailOf(name: string): string {
  return `${name.replaceAll(' ', '-').toLowerCase()}@example.com`
}
