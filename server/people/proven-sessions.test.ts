import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SignInMode } from '#shared/api/session.ts'
import { createLog } from '../kernel/log.ts'
import type { Store } from '../store/store.ts'
import { memberSession } from '../testing/members.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { endMeant } from './audited-ends.ts'
import { changePerson, findPerson } from './people-rows.ts'
import { createSessions, proofMs, type Sessions } from './sessions.ts'

const minuteMs = 60_000
const life = { idleMs: 30 * minuteMs, longestMs: 120 * minuteMs }

describe.each(someStores)('sessions of people who prove who they are, on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let sessions: Sessions
  let now: number
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 22, 8)
    place = await makePlace()
    store = await place.open(() => new Date(now))
    sessions = createSessions(store, 'accounts', life, createLog('silent'))
  })
  afterEach(async () => {
    await sessions.settled()
    await store.close()
    await place.remove()
  })
  const begin = (signIn: SignInMode = 'accounts') =>
    memberSession(store, { signIn, sessionLife: life }, { name: 'Bruno Lima', roles: ['reviewer'] })
  const bruno = async (token: string) => {
    const checked = await sessions.check(token)
    if (!('person' in checked)) throw new Error(`The session is over: ${checked.ended}.`)
    return checked
  }
  const prove = (token: string) => store.write((tx) => sessions.prove(tx, token, 'password'))

  it('A person has the roles of their row, and no others', async () => {
    const { person } = await bruno(await begin())
    expect(person).toMatchObject({ name: 'Bruno Lima', roles: ['reviewer'], approveUpTo: {}, heldUntil: null })
  })

  it('A proof counts for five minutes, then another one gives the session another token and its former end', async () => {
    const first = await begin()
    const { session } = await bruno(first)
    expect(Date.parse(session.provenUntil)).toBe(now + proofMs)
    now += 10 * minuteMs
    const second = (await prove(first)) ?? ''
    expect(await sessions.check(first)).toEqual({ ended: 'replaced' })
    const proven = (await bruno(second)).session
    expect(proven).toMatchObject({ provenBy: 'password', endsAt: session.endsAt })
    expect(Date.parse(proven.provenUntil)).toBe(now + proofMs)
  })

  it('A session that is over cannot be proven', async () => {
    const token = await begin()
    await sessions.signOut(token)
    expect(await prove(token)).toBeUndefined()
    expect(await prove('made up')).toBeUndefined()
    const idle = await begin()
    now += 31 * minuteMs
    expect(await prove(idle)).toBeUndefined()
  })

  it('A sixth session ends the one that was used longest ago', async () => {
    const tokens: string[] = []
    for (let count = 0; count < 6; count += 1) {
      tokens.push(await begin())
      now += minuteMs
    }
    const [first, ...others] = await Promise.all(tokens.map((token) => sessions.check(token)))
    expect(first).toEqual({ ended: 'too_many' })
    expect(others.every((one) => 'person' in one)).toBe(true)
  })

  it('A name on trust opens nothing where people prove who they are, and the other way round', async () => {
    const local = createSessions(store, 'local', life, createLog('silent'))
    const { token: named } = await local.signIn('Ana Souza', '', undefined)
    expect(await sessions.check(named)).toEqual({ ended: 'unknown' })
    expect(await local.check(await begin())).toEqual({ ended: 'unknown' })
  })

  it('Who is suspended is out at once, in every session', async () => {
    const token = await begin()
    const { person } = await bruno(token)
    await store.write(async (tx) => {
      const row = await findPerson(tx.db, person.id)
      await changePerson(tx, row!, { status: 'suspended' })
    })
    expect(await sessions.check(token)).toEqual({ ended: 'suspended' })
  })

  it('All sessions of a person but one are ended together, and the audit log shows who did it', async () => {
    const [one, other] = [await begin(), await begin()]
    const { person, session } = await bruno(one)
    const meant = { by: 'person_id', value: person.id, exceptId: session.id } as const
    await store.write((tx) => endMeant(tx, meant, 'ended', person.id))
    expect(await sessions.check(other)).toEqual({ ended: 'ended' })
    await bruno(one)
  })

  it.each([
    ['gives themselves a role', { table: 'people', column: 'roles', value: '["admin","reviewer"]' }],
    ['lifts their limit', { table: 'people', column: 'approve_up_to', value: '{"BRL":"999999"}' }],
    ['takes another person’s e-mail', { table: 'people', column: 'email', value: 'ana@example.com' }],
    ['prolongs a session', { table: 'sessions', column: 'ends_at', value: '2030-01-01T00:00:00.000Z' }],
    ['makes a proof younger', { table: 'sessions', column: 'proven_at', value: '2030-01-01T00:00:00.000Z' }],
  ] as const)('Who writes to the database and %s is signed out', async (_, { table, column, value }) => {
    const token = await begin()
    await bruno(token)
    await store.write(({ db }) =>
      db
        .updateTable(table)
        .set({ [column]: value })
        .execute(),
    )
    expect(await sessions.check(token)).not.toHaveProperty('person')
  })

  it('Who writes to the database and gives their session to another person is signed out', async () => {
    const token = await begin()
    const ana = await memberSession(store, { signIn: 'accounts', sessionLife: life }, { name: 'Ana', roles: ['admin'] })
    const { person } = await bruno(ana)
    await store.write(({ db }) => db.updateTable('sessions').set({ person_id: person.id }).execute())
    expect(await sessions.check(token)).toEqual({ ended: 'unknown' })
  })
})
