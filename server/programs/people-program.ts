import { randomUUID } from 'node:crypto'
import { type Role, roles } from '#shared/api/permissions.ts'
import { foldEmail } from '../accounts/guessing.ts'
import { enrolmentLink, invite, linkLifeMs } from '../accounts/invitations.ts'
import { systemClock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import { readName } from '../people/people.ts'
import {
  activeAdmins,
  addPerson,
  allPeople,
  changePerson,
  ownerOfAddress,
  type PersonRow,
  personByEmail,
  personByKey,
  rightsIn,
} from '../people/people-rows.ts'
import { confirmProposal } from '../people-admin/confirm-proposal.ts'
import { listProposals } from '../people-admin/list-proposals.ts'
import { suspendOthers } from '../people-admin/other-issuers.ts'
import {
  letInAgain,
  type PeopleAdminDeps,
  rightsOf,
  setRights,
  suspend as suspendPerson,
} from '../people-admin/people-admin.ts'
import { waiveHold } from '../people-admin/waive-hold.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { StoreError } from '../store/database-kind.ts'
import { openStore } from '../store/open-store.ts'
import type { Store, Transaction } from '../store/store.ts'
import { type ProgramAnswer, programAnswer } from './program-answer.ts'

/**
 * The program behind `npm run people`: the first admin comes from here, as no page lets the first visitor set anything up, and so does help where
 * no admin can give any. Who may start it on this machine needs no second person; the audit log says that it was the command line. It works while
 * the server runs.
 */
export function people([name = '', about = '', ...rest]: readonly string[]): Promise<ProgramAnswer> {
  return programAnswer(async () => {
    const command = commands.get(name)
    if (command === undefined || rest.length > 0 || !shapes[command.about].test(about))
      throw new StoreError(`say what to do: npm run people -- ${peopleCommands}`)
    const config = readConfig()
    if (config.signIn === 'local')
      throw new StoreError(
        'where names are taken on trust there are no people to keep: set SIGN_IN as the server has it',
      )
    if (command.onlyAccounts === true && config.signIn !== 'accounts')
      throw new StoreError(`your identity provider says who is here: ${name} is for SIGN_IN=accounts`)
    const store = await openStore(
      { ...config.data, areNamesProven: true, issuer: config.oidc?.issuer.href },
      systemClock.date,
    )
    try {
      const origin = originOf(config)
      const where = { store, origin, signIn: config.signIn, publicOrigin: () => origin }
      return await command.act(where, command.about === 'email' ? foldEmail(about) : about)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { code, particulars } = error
      throw new StoreError(`it was refused: ${[code, particulars.params?.why ?? []].flat().join(', ')}`)
    } finally {
      await store.close()
    }
  })
}

const shapes = {
  none: /^$/,
  /** Enough to catch a slip: only a delivered link proves an address. */
  email: /^[^\s@]+@[^\s@]+$/,
  /** By e-mail address or name. */
  person: /^\S/,
  issuer: /^https?:\/\/\S+$/,
  proposal: /^[0-9a-f-]{36}$/,
} as const

interface PeopleProgramDeps extends PeopleAdminDeps {
  readonly store: Store
  readonly origin: string
}

interface Command {
  readonly about: keyof typeof shapes
  readonly act: (where: PeopleProgramDeps, about: string) => Promise<string>
  /** Whether it is about what people sign in with here. */
  readonly onlyAccounts?: true
}

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['invite-admin', { about: 'email', act: inviteAdmin, onlyAccounts: true }],
  ['list', { about: 'none', act: list }],
  ['re-enrol', { about: 'email', act: reEnrol, onlyAccounts: true }],
  ['suspend', { about: 'person', act: suspend }],
  ['reinstate', { about: 'person', act: reinstate }],
  ['waive', { about: 'person', act: waive }],
  ['keep-only', { about: 'issuer', act: keepOnly }],
  ['proposals', { about: 'none', act: proposals }],
  ['confirm', { about: 'proposal', act: confirm }],
])

export const peopleCommands = [...commands]
  .map(([name, { about }]) => (about === 'none' ? name : `${name} <${about}>`))
  .join(', ')

async function inviteAdmin({ store, origin }: PeopleProgramDeps, email: string): Promise<string> {
  const token = await store.write(async (tx) => {
    const known = await ownerOfAddress(tx, email)
    if (known?.status === 'active' && (await makeAdmin(tx, known))) return undefined
    if (known !== undefined && known.status !== 'invited')
      throw new StoreError(`${email} is here already, ${known.status}: see npm run people -- list`)
    const personId = known === undefined ? await addAdmin(tx, email) : known.id
    if (known !== undefined) {
      await changePerson(tx, known, { roles: JSON.stringify(['admin'] satisfies Role[]) })
      const thing = { type: 'person', id: known.id } as const
      await tx.audit({ personId: null, action: 'person.changed', thing, facts: { roles: ['admin'] } })
    }
    return (await invite(tx, { personId, kind: 'invitation', email, lifeMs: linkLifeMs.short })).token
  })
  if (token === undefined)
    return `${email} is an admin again, and signs in as before. They administer nothing for a day, but suspend: npm run people -- waive ${email} ends that.`
  return [
    `${email} is invited as admin. Within 30 minutes, open this link once, in the browser that is to sign in:`,
    enrolmentLink(origin, token),
  ].join('\n')
}

/** Gives a person who is here the role of an admin beside their others; false where they have it. @throws Failure TAMPERED */
async function makeAdmin(tx: Transaction, person: PersonRow): Promise<boolean> {
  const before = rightsOf(tx, person)
  if (before.roles.includes('admin')) return false
  await setRights(tx, null, person, {
    ...before,
    roles: roles.filter((one) => one === 'admin' || before.roles.includes(one)),
  })
  return true
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
    const roles = rights === undefined ? 'changed outside the app' : rights.roles.join(', ') || 'no role'
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

/** Even the last admin: otherwise one who took the roles of all others could not be stopped. */
async function suspend({ store, signIn }: PeopleProgramDeps, email: string): Promise<string> {
  const admins = await store.write(async (tx) => {
    await suspendPerson(tx, null, await active(tx, email), false)
    return activeAdmins(tx)
  })
  const ended = `${email} is suspended: all their sessions, links and API tokens have ended.`
  if (admins.length > 0 || signIn === 'oidc') return ended
  return `${ended} No admin is left: npm run people -- invite-admin <email> invites one, or gives a person who is here the role.`
}

/** @throws StoreError for another issuer than the one in force: a slip would suspend everyone */
async function keepOnly({ store }: PeopleProgramDeps, about: string): Promise<string> {
  const { issuer } = store
  if (issuer === undefined || new URL(about).href !== issuer)
    throw new StoreError(`${about} is not OIDC_ISSUER as the server has it, with SIGN_IN=oidc`)
  const count = await store.write((tx) => suspendOthers(tx, issuer))
  return `${count} people are suspended, and their approvals of what was not exported yet are taken back. Who is of ${issuer} stays.`
}

async function reinstate({ store, signIn }: PeopleProgramDeps, email: string): Promise<string> {
  await store.write(async (tx) => letInAgain(tx, { signIn }, null, (await known(tx, email)).id))
  return `${email} is let in again. What ended with the suspension stays ended.`
}

async function waive({ store }: PeopleProgramDeps, email: string): Promise<string> {
  await store.write(async (tx) => waiveHold(tx, null, (await known(tx, email)).id))
  return `${email} can approve and administer from now on.`
}

async function proposals({ store, signIn }: PeopleProgramDeps): Promise<string> {
  const lines = (await listProposals(store, signIn, null)).map(({ id, kind, by, at, person, confirmers, ...what }) => {
    const { roles, approveUpTo, approveUpToADay, currencies, token, letInBy } = what
    const who =
      confirmers.length === 0 ? 'no admin may confirm it' : `${confirmers.map(({ name }) => name).join(' or ')} may`
    const content = JSON.stringify({ roles, approveUpTo, approveUpToADay, currencies, token })
    const hosts = letInBy.map(({ name }) => `given access within 30 days by ${name} alone`)
    return [id, kind, person?.name ?? 'all payouts', content, ...hosts, `by ${by.name}, ${at}`, who].join(' · ')
  })
  return lines.length === 0 ? 'Nothing waits to be confirmed.' : lines.join('\n')
}

async function confirm({ store, origin, ...where }: PeopleProgramDeps, id: string): Promise<string> {
  const { made } = await store.write((tx) => confirmProposal(tx, where, null, id))
  if (made?.link == null) return 'Confirmed.'
  return [
    'Confirmed. With this link the person sets up a passkey or password, once. Make sure that it reaches nobody else:',
    made.link,
  ].join('\n')
}

async function known(tx: Transaction, about: string): Promise<PersonRow> {
  const person = (await personByEmail(tx.db, foldEmail(about))) ?? (await personByKey(tx.db, readName(about).key))
  if (person === undefined || person.maker_id !== null || person.is_sample === 1)
    throw new StoreError(`nobody here is ${about}: see npm run people -- list`)
  return person
}

async function active(tx: Transaction, email: string): Promise<PersonRow> {
  const person = await known(tx, email)
  if (person.status !== 'active') throw new StoreError(`${email} is ${person.status}, not active`)
  return person
}

/** Where browsers find the server. */
function originOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return new URL(publicUrl ?? `http://localhost:${port}`).origin
}
