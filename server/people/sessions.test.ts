import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createLog } from '../kernel/log.ts'
import { backUp } from '../store/backup/backup.ts'
import { restore } from '../store/backup/restore.ts'
import { keyRingOf, makeKey } from '../store/encryption/key-ring.ts'
import { openStore } from '../store/open-store.ts'
import { rotateStore } from '../store/rotate-store.ts'
import type { Store } from '../store/store.ts'
import { type Place, someStores, stores } from '../testing/stores.ts'
import { createSessions, type Sessions } from './sessions.ts'

const tools = { postgresPrograms: inject('postgresPrograms') }
const minuteMs = 60_000
const life = { idleMs: 30 * minuteMs, longestMs: 120 * minuteMs }

describe.each(stores)('sessions on $name', (kind) => {
  const { makePlace } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
  let place: Place
  let store: Store
  let sessions: Sessions
  let now: number
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 22, 8)
    place = await makePlace()
    store = await place.open(() => new Date(now))
    sessions = createSessions(store, 'local', life, createLog('silent'))
  })
  afterEach(async () => {
    await sessions.settled()
    await store.close()
    await place.remove()
  })
  const advance = async (minutes: number) => {
    await sessions.settled()
    now += minutes * minuteMs
  }
  const begin = async (former?: string) => (await sessions.signIn('Ana Souza', '', former)).token
  const rows = () => store.db.selectFrom('sessions').selectAll().orderBy('created_at').execute()
  const audited = () => store.db.selectFrom('audit').select(['action', 'person_id', 'facts']).orderBy('seq').execute()
  const isLive = async (token: string) => 'person' in (await sessions.check(token))

  itOnSome('a session’s token is nowhere in the database, but for its SHA-256', async () => {
    const token = await begin()
    const [row] = await rows()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(row?.token_hash).toBe(createHash('sha256').update(token).digest('base64url'))
    expect(JSON.stringify([row, await audited()])).not.toContain(token)
  })

  itOnSome('a session ends when it was not used for the idle time, and each use puts that off', async () => {
    const token = await begin()
    for (let turn = 0; turn < 3; turn += 1) {
      await advance(29)
      expect(await isLive(token)).toBe(true)
    }
    await advance(30)
    expect(await sessions.check(token)).toEqual({ ended: 'idle' })
    await advance(-20)
    expect(await sessions.check(token)).toEqual({ ended: 'idle' })
  })

  itOnSome('a session ends after its longest time, however much it is used', async () => {
    const token = await begin()
    for (let minute = 0; minute < 119; minute += 1) {
      await advance(1)
      expect(await isLive(token), `minute ${minute}`).toBe(true)
    }
    await advance(1)
    expect(await sessions.check(token)).toEqual({ ended: 'expired' })
  })

  it('a use is written at most once a minute, by all processes together', async () => {
    const other = await place.open(() => new Date(now))
    const otherSessions = createSessions(other, 'local', life, createLog('silent'))
    const token = await begin()
    const written = new Set<string>()
    for (let second = 0; second < 180; second += 10) {
      now += 10_000
      await Promise.all([...Array(20)].map((_, turn) => (turn % 2 === 0 ? sessions : otherSessions).check(token)))
      await Promise.all([sessions.settled(), otherSessions.settled()])
      written.add((await rows())[0]!.last_used_at)
    }
    expect([...written]).toEqual(['08:00', '08:01', '08:02', '08:03'].map((minute) => `2026-11-22T${minute}:00.000Z`))
    await other.close()
  })

  itOnSome('a session that is over is told why', async () => {
    const signedOut = await begin()
    await sessions.signOut(signedOut)
    const replaced = await begin()
    const live = await begin(replaced)
    const told = await Promise.all([signedOut, replaced, 'made up'].map((token) => sessions.check(token)))
    expect(told).toEqual(['signed_out', 'replaced', 'unknown'].map((ended) => ({ ended })))
    expect(await isLive(live)).toBe(true)
  })

  it('a session ends when the data key is rotated, and the audit log shows how many did', async () => {
    const token = await begin()
    await store.close()
    const newKey = makeKey()
    await rotateStore({ ...place, newKey }, () => new Date(now))
    store = await openStore({ ...place, keyRing: keyRingOf([newKey]) }, () => new Date(now))
    sessions = createSessions(store, 'local', life, createLog('silent'))
    expect(await sessions.check(token)).toEqual({ ended: 'key_rotated' })
    // The refusal just now may be audited before or after this is read.
    const rotation = (await audited()).findLast(({ action }) => action === 'keys.rotated')
    expect(rotation?.facts).toContain('"sessions":1')
  })

  it('a session ends when a backup is restored, whether the backup has it or not', async () => {
    const before = await begin()
    await backUp(place, join(place.dataDirectory, 'backup'), tools, new Date())
    const after = await begin()
    await store.close()
    await restore(place, join(place.dataDirectory, 'backup'), tools, new Date(now))
    store = await place.open(() => new Date(now))
    sessions = createSessions(store, 'local', life, createLog('silent'))
    expect(await sessions.check(before)).toEqual({ ended: 'restored' })
    expect(await sessions.check(after)).toEqual({ ended: 'unknown' })
  })

  it('the audit log has the beginning and the end of each session once, however often its token is used afterwards', async () => {
    const idle = await begin()
    const signedOut = await begin()
    await sessions.signOut(signedOut)
    await sessions.signOut(signedOut)
    await advance(30)
    await Promise.all([...Array(50)].map(() => sessions.check(idle)))
    await sessions.settled()
    for (const token of [idle, signedOut, 'made up']) {
      await sessions.check(token)
      await sessions.signOut(token)
    }
    const [{ person }] = [await sessions.signIn('Ana Souza', '', idle)]
    const all = (await audited()).filter(({ action }) => action !== 'session.refused')
    // Which session it was is another id each time.
    expect(
      all.map((entry) => ({
        ...entry,
        facts: entry.facts.replaceAll(/"(?:ended|session|mark)":"[\w-]{36,43}",?/g, ''),
      })),
    ).toEqual([
      { action: 'person.added', person_id: person.id, facts: '{"name":"Ana Souza","onTrust":true}' },
      { action: 'session.began', person_id: person.id, facts: '{}' },
      { action: 'session.began', person_id: person.id, facts: '{}' },
      { action: 'session.ended', person_id: person.id, facts: '{"why":"signed_out"}' },
      { action: 'session.ended', person_id: person.id, facts: '{"why":"idle"}' },
      { action: 'session.began', person_id: person.id, facts: '{}' },
    ])
  })

  it('the audit log has the number of refused sessions, every ten minutes, however many they are', async () => {
    const flood = () => Promise.all([...Array(500)].map((_, turn) => sessions.check(`made up ${turn}`)))
    await flood()
    for (let minute = 0; minute < 10; minute += 1) {
      now += minuteMs
      await flood()
    }
    await sessions.settled()
    const refused = (await audited()).filter(({ action }) => action === 'session.refused')
    expect(refused.map(({ facts }) => facts)).toEqual(['{"refused":1}', '{"refused":5000}', '{"refused":499}'])
  })

  it('an abandoned session is ended and audited by the next sign-in, and removed a day later', async () => {
    await begin()
    await advance(31)
    await begin()
    expect((await rows()).map(({ ended_why }) => ended_why)).toEqual(['idle', null])
    expect((await audited()).map(({ action }) => action)).toEqual([
      'person.added',
      'session.began',
      'session.ended',
      'session.began',
    ])
    await advance(25 * 60)
    await begin()
    expect(await rows()).toHaveLength(1)
  })
})
