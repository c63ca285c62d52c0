import { randomUUID } from 'node:crypto'
import type { Role } from '#shared/api/permissions.ts'
import { foldEmail } from '../accounts/guessing.ts'
import { enrolmentLink, invite, linkLifeMs, withdrawInvitations } from '../accounts/invitations.ts'
import { systemClock } from '../kernel/clock.ts'
import { endCeremonies } from '../people/ceremonies.ts'
import { readName } from '../people/people.ts'
import { addPerson, allPeople, changePerson, type PersonRow, personByEmail, rightsIn } from '../people/people-rows.ts'
import { endMeant } from '../people/sessions.ts'
import { reEnrolment } from '../people-admin/people-admin.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { StoreError } from '../store/database-kind.ts'
import { openStore } from '../store/open-store.ts'
import type { Store, Transaction } from '../store/store.ts'
import { revokeTokensOf } from '../tokens/tokens.ts'
import { type ProgramAnswer, programAnswer } from './program-answer.ts'

/**
 * The program behind `npm run people -- invite-admin <email> | list | re-enrol <email> | suspend <email>`: the first admin comes from here,
 * as no page lets the first visitor set anything up, and so does help where no admin can give any. It works while the server runs.
 */
export function people([command = '', email = '', ...rest]: readonly string[]): Promise<ProgramAnswer> {
  return programAnswer(async () => {
    const act = commands.get(command)
    const isWhole = rest.length === 0 && (command === 'list' ? email === '' : emailShape.test(email))
    if (act === undefined || !isWhole) throw new StoreError(`say what to do: ${usage}`)
    const config = readConfig()
    if (config.signIn !== 'accounts')
      throw new StoreError('people are kept here with SIGN_IN=accounts alone: set it as the server has it')
    const store = await openStore(config.data, systemClock.date)
    try {
      return await act({ store, origin: originOf(config) }, foldEmail(email))
    } finally {
      await store.close()
    }
  })
}

const usage = 'npm run people -- invite-admin <email>, list, re-enrol <email> or suspend <email>'

/** Enough to catch a slip: only a delivered link proves an address. */
const emailShape = /^[^\s@]+@[^\s@]+$/

interface PeopleProgramDeps {
  readonly store: Store
  readonly origin: string
}

const commands: ReadonlyMap<string, (where: PeopleProgramDeps, email: string) => Promise<string>> = new Map([
  ['invite-admin', inviteAdmin],
  ['list', list],
  ['re-enrol', reEnrol],
  ['suspend', suspend],
])

async function inviteAdmin({ store, origin }: PeopleProgramDeps, email: string): Promise<string> {
  const { token } = await store.write(async (tx) => {
    const known = await personByEmail(tx.db, email)
    if (known !== undefined && known.status !== 'invited')
      throw new StoreError(`${email} is here already, ${known.status}: see npm run people -- list`)
    const personId = known === undefined ? await addAdmin(tx, email) : known.id
    if (known !== undefined) {
      await changePerson(tx, known, { roles: JSON.stringify(['admin'] satisfies Role[]) })
      const thing = { type: 'person', id: known.id } as const
      await tx.audit({ personId: null, action: 'person.changed', thing, facts: { roles: ['admin'] } })
    }
    return invite(tx, { personId, kind: 'invitation', email, lifeMs: linkLifeMs.short })
  })
  return [
    `${email} is invited as admin. Within 30 minutes, open this link once, in the browser that is to sign in:`,
    enrolmentLink(origin, token),
  ].join('\n')
}

/** The address takes the place of the name until the person enters one. */
async function addAdmin(tx: Transaction, email: string): Promise<string> {
  const id = randomUUID()
  const { name, key } = readName(email)
  const created_at = tx.now().toISOString()
  await addPerson(tx, {
    id,
    name,
    name_key: key,
    created_at,
    email,
    status: 'invited',
    roles: JSON.stringify(['admin']),
  })
  await tx.audit({ personId: null, action: 'person.added', thing: { type: 'person', id }, facts: { name } })
  return id
}

async function list({ store }: PeopleProgramDeps): Promise<string> {
  const staff = await allPeople(store.db)
  const lines = staff.map((row) => {
    const rights = rightsIn(store.encryption, row)
    const roles = rights === undefined ? 'changed outside of the app' : rights.roles.join(', ') || 'no role'
    return [row.name, row.email ?? 'no e-mail address', roles, row.status].join(' · ')
  })
  return lines.length === 0 ? `There is nobody yet: npm run people -- invite-admin <email>` : lines.join('\n')
}

async function reEnrol({ store, origin }: PeopleProgramDeps, email: string): Promise<string> {
  const { token } = await store.write(async (tx) => {
    const { id } = await active(tx, email)
    return invite(tx, { personId: id, kind: 'recovery', email, lifeMs: linkLifeMs.byAdmin })
  })
  return [
    `With this link ${email} sets up another passkey or password, once, within 72 hours. It takes the place of all they have now, ends their sessions, and they approve nothing for a day. Make sure that it reaches nobody else:`,
    enrolmentLink(origin, token),
  ].join('\n')
}

async function suspend({ store }: PeopleProgramDeps, email: string): Promise<string> {
  await store.write(async (tx) => {
    const person = await active(tx, email)
    await requireOtherAdmin(tx, person)
    await changePerson(tx, person, { status: 'suspended' })
    await endMeant(tx, { by: 'person_id', value: person.id }, 'suspended')
    await withdrawInvitations(tx, person.id)
    await endCeremonies(tx, reEnrolment, person.id)
    await revokeTokensOf(tx, person.id, null)
    await tx.audit({ personId: null, action: 'person.suspended', thing: { type: 'person', id: person.id } })
  })
  return `${email} is suspended: all their sessions, links and API tokens have ended.`
}

/** @throws StoreError where no one would be left who can let others in */
async function requireOtherAdmin(tx: Transaction, { id }: PersonRow): Promise<void> {
  const isAdmin = (row: PersonRow) => row.status === 'active' && rightsIn(tx.encryption, row)?.roles.includes('admin')
  const admins = (await allPeople(tx.db)).filter(isAdmin)
  if (admins.length === 1 && admins[0]?.id === id)
    throw new StoreError('this is the last admin: first invite another one with npm run people -- invite-admin <email>')
}

async function active(tx: Transaction, email: string): Promise<PersonRow> {
  const person = await personByEmail(tx.db, email)
  if (person === undefined) throw new StoreError(`nobody here has the address ${email}: see npm run people -- list`)
  if (person.status !== 'active') throw new StoreError(`${email} is ${person.status}, not active`)
  return person
}

/** Where browsers find the server. */
function originOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return new URL(publicUrl ?? `http://localhost:${port}`).origin
}
