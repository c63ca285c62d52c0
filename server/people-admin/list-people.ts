import type { Staff, StaffMember } from '#shared/api/people.ts'
import type { Person } from '#shared/api/session.ts'
import { Failure } from '../kernel/failure.ts'
import { activeAdmins, allMembers, allPeople, type PersonRow, personNames, rightsIn } from '../people/people-rows.ts'
import { sessionCounts } from '../people/session-rows.ts'
import { waitingProposals } from '../proposals/proposal-rows.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import { invitationEnds, lastSignIns, passkeyHolders } from './people-summary-rows.ts'
import { whyNotWaive } from './waive-hold.ts'

/** Who is here, tokens among them, in the order of their names. */
export async function listPeople(reader: Reader): Promise<readonly StaffMember[]> {
  const { db } = reader
  const at = reader.now().toISOString()
  const rows = await allMembers(db)
  const [sessions, passkeys, signIns, invitations, proposals] = [
    await sessionCounts(db, at),
    await passkeyHolders(db),
    await lastSignIns(db),
    await invitationEnds(reader, at),
    await waitingProposals(reader),
  ]
  const personOf = await personNames(
    db,
    rows.map(({ maker_id }) => maker_id),
  )
  const releasers = await releasersOf(reader, rows)
  return rows.map((row) => {
    return {
      ...written(reader, row),
      maker: row.maker_id === null ? null : personOf(row.maker_id),
      lastSignInAt: signIns.get(row.id) ?? null,
      sessions: sessions.get(row.id) ?? 0,
      hasPasskey: passkeys.has(row.id),
      releasers: releasers.get(row.id) ?? [],
      invitedUntil: invitations.get(row.id) ?? null,
      waiting: proposals.filter(({ thing_id }) => thing_id === row.id).map(({ kind }) => kind),
    }
  })
}

/** By who is held, the admins who may release them. Where the audit log was changed, none may. */
async function releasersOf(reader: Reader, rows: readonly PersonRow[]): Promise<ReadonlyMap<string, Person[]>> {
  const isHeld = ({ held_until }: PersonRow) => held_until !== null && held_until > reader.now().toISOString()
  const held = rows.filter((row) => row.status === 'active' && isHeld(row))
  const admins = held.length === 0 ? [] : (await activeAdmins(reader)).filter((admin) => !isHeld(admin))
  const found = new Map<string, Person[]>()
  for (const { id } of held) {
    const may: Person[] = []
    for (const admin of admins) {
      const why = await whyNotWaive(reader, admin, id).catch(refusalOf)
      if (why === undefined) may.push({ id: admin.id, name: admin.name })
    }
    found.set(id, may)
  }
  return found
}

function refusalOf(error: unknown) {
  if (error instanceof Failure) return error.code
  throw error
}

/** The mail addresses of people, but of none whose row the app did not write. */
export async function staffAddresses({ db, encryption }: Reader): Promise<Staff['items']> {
  const rows = await allPeople(db)
  return rows.flatMap((row) =>
    row.email === null || !isIntact(encryption, 'people', row) ? [] : [{ id: row.id, email: row.email }],
  )
}

/** @throws Failure NOT_FOUND */
export async function onePerson(reader: Reader, id: string): Promise<StaffMember> {
  const person = (await listPeople(reader)).find((one) => one.id === id)
  if (person === undefined) throw new Failure('NOT_FOUND')
  return person
}

/** A row that the app did not write allows nothing. */
function written({ encryption }: Reader, row: PersonRow) {
  const { id, name, email, status, version, maker_id } = row
  const { roles = [], approveUpTo = {}, approveUpToADay = {}, heldUntil = null } = rightsIn(encryption, row) ?? {}
  const named = { id, name, email, status, version, isMachine: maker_id !== null, createdAt: row.created_at }
  return { ...named, roles: [...roles], approveUpTo, approveUpToADay, heldUntil }
}
