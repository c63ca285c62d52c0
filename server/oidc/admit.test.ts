import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../kernel/log.ts'
import { memberIn } from '../people/member.ts'
import { personByIdentity } from '../people/people-rows.ts'
import { createSessions, type Sessions } from '../people/sessions.ts'
import { confirmProposal } from '../people-admin/confirm-proposal.ts'
import { reinstatePerson, suspendPerson } from '../people-admin/people-admin.ts'
import { waitingProposals } from '../proposals/proposal-rows.ts'
import { propose } from '../proposals/proposals.ts'
import type { Store } from '../store/store.ts'
import { memberOf } from '../testing/people.ts'
import { type Place, stores } from '../testing/stores.ts'
import { tokenWrite } from '../testing/tokens.ts'
import { makeToken } from '../tokens/make-token.ts'
import { listTokens } from '../tokens/tokens.ts'
import { admit } from './admit.ts'
import type { Identity, ProviderLogout } from './claims.ts'
import { OidcFailure } from './oidc-failure.ts'
import { endByProvider } from './provider-logout.ts'

const issuer = 'https://login.example.com'
const where = { signIn: 'oidc', publicOrigin: () => 'https://pay.example.com' } as const
const life = { idleMs: 30 * 60_000, longestMs: 12 * 60 * 60_000 }

describe.each(stores)('people of an identity provider on $name', ({ name: kind, makePlace }) => {
  let place: Place
  /** Of two servers. */
  let [one, other]: Store[] = []
  let sessions: Sessions

  beforeAll(async () => {
    place = await makePlace()
    ;[one, other] = [await place.open(), await place.open()]
    sessions = createSessions(one!, 'oidc', life, createLog('silent'))
  })
  afterAll(async () => {
    await one?.close()
    await other?.close()
    await place.remove()
  })

  const somebody = (given: Partial<Identity> = {}): Identity => ({
    issuer,
    subject: crypto.randomUUID(),
    names: ['Bruno Lima'],
    email: undefined,
    roles: ['clerk'],
    providerSession: undefined,
    provenAt: undefined,
    ...given,
  })
  const letIn = (identity: Identity, store = one!, begunAt = new Date()) =>
    store.write((tx) => admit(tx, sessions, identity, { device: 'a test', former: null, isProof: false, begunAt }))
  const nameOf = async ({ subject }: Identity) => (await personByIdentity(one!.db, issuer, subject))?.name
  const logout = (given: Partial<ProviderLogout>): ProviderLogout => ({
    id: crypto.randomUUID(),
    expiresAt: new Date(Date.now() + 300_000),
    issuer,
    subject: undefined,
    providerSession: undefined,
    ...given,
  })
  const tell = (message: ProviderLogout, store = one!) =>
    store
      .write((tx) => endByProvider(tx, message))
      .then(
        () => 'ended',
        (error: unknown) => (error instanceof OidcFailure ? error.code : String(error)),
      )

  it(`On ${kind} two servers that let the same new person in at once enter one person`, async () => {
    const identity = somebody()
    const admitted = await Promise.all([letIn(identity), letIn(identity, other)])
    expect(admitted.filter((outcome) => 'token' in outcome)).toHaveLength(2)
    const people = await one!.db.selectFrom('people').select('id').where('subject', '=', identity.subject).execute()
    expect(people).toHaveLength(1)
  })

  it(`On ${kind} no one looks like another person: a name that is taken or misleading is not given twice`, async () => {
    const people = [
      somebody({ names: ['Carla Reis'] }),
      somebody({ names: ['carla  reis'] }),
      somebody({ names: ['Cаrla Reis', 'creis'] }),
      somebody({ names: ['Car\u200bla Reis'] }),
      somebody({ names: ['A'.repeat(300)] }),
    ]
    for (const identity of people) await letIn(identity)
    expect(await Promise.all(people.map(nameOf))).toEqual([
      'Carla Reis',
      'carla reis 2',
      'creis',
      'Person',
      'A'.repeat(56),
    ])
  })

  it(`On ${kind} an address that one person has already is not shown as another’s`, async () => {
    const [first, second] = [somebody({ email: 'Ana@example.com' }), somebody({ email: 'ana@example.com' })]
    await letIn(first)
    await letIn(second)
    const emails = await Promise.all(
      [first, second].map(async ({ subject }) => (await personByIdentity(one!.db, issuer, subject))?.email),
    )
    expect(emails).toEqual(['ana@example.com', null])
    await letIn({ ...first, email: undefined })
    await letIn(second)
    expect((await personByIdentity(one!.db, issuer, second.subject))?.email).toBe('ana@example.com')
  })

  it(`On ${kind} whom one identity provider has identified may do nothing where another one is set`, async () => {
    const identity = somebody({ roles: ['admin'] })
    await letIn(identity)
    const row = (await personByIdentity(one!.db, issuer, identity.subject))!
    const rolesAt = (at: string) => memberIn({ ...one!, issuer: at }, 'oidc', row)?.roles
    expect([rolesAt(`${issuer}/`), rolesAt('https://login.example.net/')]).toEqual([['admin'], undefined])
    expect(memberIn(one!, 'accounts', row)).toBeUndefined()
  })

  it(`On ${kind} a person whose row was written past the app does not get in`, async () => {
    const identity = somebody()
    await letIn(identity)
    await one!.write(({ db }) =>
      db.updateTable('people').set({ roles: '["admin"]' }).where('subject', '=', identity.subject).execute(),
    )
    expect(await letIn(identity)).toEqual({ code: 'not_trusted' })
  })

  it(`On ${kind} who is an admin no more by the claim has no token and no proposal left, also when the role comes back`, async () => {
    const identity = somebody({ names: ['Ada Rocha'], roles: ['admin'] })
    await letIn(identity)
    const { id } = (await personByIdentity(one!.db, issuer, identity.subject))!
    const ada = memberOf({ id, name: 'Ada Rocha' })
    await one!.write(async (tx) => {
      await makeToken(tx, ada, tokenWrite({ name: 'Shop' }))
      await makeToken(tx, ada, tokenWrite({ name: 'ERP' }))
      await propose(tx, ada, { kind: 'policy', thingId: 'policy', content: {} })
    })
    const [token] = (await waitingProposals(one!)).filter(({ kind: one }) => one === 'token')
    await one!.write((tx) => confirmProposal(tx, where, null, token!.id))
    for (const roles of [['clerk'], ['admin']] as const) await letIn({ ...identity, roles })
    expect((await listTokens(one!, 'oidc')).map(({ state }) => state)).toEqual(['revoked', 'revoked'])
    expect(await waitingProposals(one!)).toEqual([])
  })

  it(`On ${kind} a reviewer whose group was away as they were suspended is reinstated by two people`, async () => {
    const [reviewer, clerk, host] = [somebody({ roles: ['reviewer'] }), somebody(), somebody({ roles: ['admin'] })]
    await letIn(host)
    const { id: adminId } = (await personByIdentity(one!.db, issuer, host.subject))!
    const admin = memberOf({ id: adminId, name: 'Eva Pinto' })
    const reinstated = async (identity: Identity) => {
      await letIn(identity)
      await letIn({ ...identity, roles: [] })
      const { id } = (await personByIdentity(one!.db, issuer, identity.subject))!
      await one!.write((tx) => suspendPerson(tx, admin, id, true))
      await one!.write((tx) => reinstatePerson(tx, where, admin, id))
      const proposed = (await waitingProposals(one!)).filter(({ thing_id }) => thing_id === id).map((row) => row.kind)
      return ['token' in (await letIn(identity)), proposed]
    }
    expect(await reinstated(reviewer)).toEqual([false, ['reinstatement']])
    expect(await reinstated(clerk)).toEqual([true, []])
  })

  it(`On ${kind} a sign-in whose proof is dated tomorrow is proven now, and one without a date is not`, async () => {
    const provenUntil = async (provenAt: Date | undefined) => {
      const admitted = await letIn(somebody({ provenAt }))
      const checked = await sessions.check('token' in admitted ? admitted.token : '')
      return 'session' in checked ? new Date(checked.session.provenUntil).getTime() - Date.now() : Number.NaN
    }
    expect(await provenUntil(new Date(Date.now() + 86_400_000))).toBeLessThanOrEqual(300_000)
    expect(await provenUntil(new Date(Date.now() - 60_000))).toBeGreaterThan(230_000)
    expect(await provenUntil(undefined)).toBeLessThan(0)
  })

  it(`On ${kind} a logout counts once for all servers, and is forgotten when it would no longer be believed`, async () => {
    const message = logout({ subject: 'nobody' })
    expect((await Promise.all([tell(message), tell(message, other)])).toSorted()).toEqual(['ended', 'not_trusted'])
    expect(await tell(logout({ subject: 'nobody', expiresAt: new Date(Date.now() - 1) }))).toBe('ended')
    await tell(logout({ subject: 'nobody' }))
    const kept = await one!.db.selectFrom('logout_tokens').select('expires_at').execute()
    expect(kept.map(({ expires_at }) => expires_at > new Date().toISOString())).toEqual([true, true, true])
  })

  it(`On ${kind} a logout of a person ends also a sign-in that is under way, and none that begins later`, async () => {
    const identity = somebody({ providerSession: 'of then' })
    const begunAt = new Date(Date.now() - 1)
    await tell(logout({ subject: identity.subject }))
    expect(await letIn(identity, other, begunAt)).toEqual({ code: 'expired' })
    expect(await letIn(somebody(), one, begunAt)).toHaveProperty('token')
    expect(await letIn(identity, one, new Date(Date.now() + 1))).toHaveProperty('token')
  })

  it(`On ${kind} a logout of one session of the provider leaves the others of the person, and no other session comes of it`, async () => {
    const identity = somebody()
    const tokens = []
    for (const providerSession of ['first', 'second']) {
      const admitted = await letIn({ ...identity, providerSession })
      tokens.push('token' in admitted ? admitted.token : '')
    }
    await tell(logout({ subject: identity.subject, providerSession: 'first' }))
    const states = await Promise.all(tokens.map((token) => sessions.check(token)))
    expect(await letIn({ ...identity, providerSession: 'first' })).toEqual({ code: 'expired' })
    expect(states).toMatchObject([{ ended: 'provider_logout' }, { person: { roles: ['clerk'] } }])
  })
})
