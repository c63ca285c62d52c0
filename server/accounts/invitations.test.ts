import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson } from '../people/people-rows.ts'
import type { Store } from '../store/store.ts'
import { addPeople } from '../testing/people.ts'
import { type Place, stores } from '../testing/stores.ts'
import { enrolmentLink, invitationOf, invite, linkLifeMs, withdrawInvitations } from './invitations.ts'

let now = Date.parse('2026-11-22T12:00:00.000Z')
let place: Place
let store: Store

beforeAll(async () => {
  const [kind] = stores
  if (kind === undefined) throw new Error('There is no database.')
  place = await kind.makePlace()
  store = await place.open(() => new Date(now))
  await addPeople(store, { id: 'ana', name: 'Ana Souza' }, { id: 'carla', name: 'Carla Reis' })
  const bruno = { id: 'bruno', name: 'Bruno Lima', name_key: 'bruno lima', email: 'bruno@example.com' }
  const rights = { roles: '["admin"]', status: 'active', created_at: '2026-11-21T12:00:00.000Z' } as const
  await store.write((tx) => addPerson(tx, { ...bruno, ...rights }))
})

afterAll(async () => {
  await store.close()
  await place.remove()
})

const inviteAna = (lifeMs: number = linkLifeMs.byAdmin) =>
  store.write((tx) =>
    invite(tx, { personId: 'ana', kind: 'invitation', email: 'ana@example.com', lifeMs, madeBy: 'bruno' }),
  )

it('Invitation: its link holds for 72 hours, and that of the command line for 30 minutes', async () => {
  for (const [life, minutes] of [
    [linkLifeMs.byAdmin, 72 * 60],
    [linkLifeMs.short, 30],
  ] as const) {
    const begun = now
    const { token, expiresAt } = await inviteAna(life)
    expect(Date.parse(expiresAt) - begun).toBe(minutes * 60_000)
    now = begun + minutes * 60_000 - 1
    expect(await invitationOf(store, token)).toMatchObject({ person_id: 'ana', kind: 'invitation', made_by: 'bruno' })
    now = begun + minutes * 60_000
    expect(await invitationOf(store, token)).toBeUndefined()
  }
})

it('Invitation: another one, or its withdrawal, takes its link away', async () => {
  const first = await inviteAna()
  const second = await inviteAna()
  expect(first.token).not.toBe(second.token)
  expect(await invitationOf(store, first.token)).toBeUndefined()
  expect(await invitationOf(store, second.token)).toBeDefined()
  expect(await store.write((tx) => withdrawInvitations(tx, 'ana'))).toBe(1)
  expect(await invitationOf(store, second.token)).toBeUndefined()
})

it('Invitation: its token has 256 bits, follows the # of the link, and is in neither the database nor the audit log', async () => {
  const { token } = await inviteAna()
  expect(enrolmentLink('https://pay.example.com', token)).toBe(`https://pay.example.com/enrol#${token}`)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const rows = await store.db.selectFrom('invitations').selectAll().execute()
  const entries = await store.db.selectFrom('audit').selectAll().execute()
  expect(rows.length).toBeGreaterThan(3)
  expect(entries.some(({ action }) => action === 'person.invited')).toBe(true)
  expect(JSON.stringify([rows, entries])).not.toContain(token)
})

it('Invitation: of a link that took two admins, the audit log names the one who confirmed it and saw it, and who had asked for it', async () => {
  const asked = { personId: 'ana', kind: 'recovery', email: 'ana@example.com', lifeMs: linkLifeMs.byAdmin } as const
  await store.write((tx) => invite(tx, { ...asked, madeBy: 'bruno', confirmer: { id: 'carla', name: '' } }))
  const entries = await store.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute()
  expect(entries).toMatchObject([{ action: 'person.invited', person_id: 'carla', thing_id: 'ana' }])
  expect(JSON.stringify(entries)).toContain('bruno')
})
