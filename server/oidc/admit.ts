import { randomUUID } from 'node:crypto'
import type { OidcError } from '#shared/api/oidc.ts'
import { arePowerful } from '#shared/api/permissions.ts'
import { Failure } from '../kernel/failure.ts'
import { endMeant } from '../people/audited-ends.ts'
import { heldFact, newHold } from '../people/holds.ts'
import { numberedName, type ReadName, readName } from '../people/people.ts'
import {
  addPerson,
  changePerson,
  type PersonRow,
  personByEmail,
  personByIdentity,
  rightsIn,
} from '../people/people-rows.ts'
import { auditedRoles } from '../people/rights-trail.ts'
import type { Sessions } from '../people/sessions.ts'
import { endByRoles } from '../people-admin/lost-roles.ts'
import type { Transaction } from '../store/store.ts'
import type { Identity } from './claims.ts'
import { hasEnded } from './provider-logout.ts'

interface Admission {
  readonly device: string
  /** The session that the browser had when it left, and whose; null: none. */
  readonly former: { readonly personId: string; readonly sessionId: string } | null
  /** Whether it left to prove who has that session. */
  readonly isProof: boolean
  /** When it left. */
  readonly begunAt: Date
}

type Admitted = { readonly token: string } | { readonly code: OidcError }

/**
 * Lets in whom the provider has identified, with the roles that it says they have now: a person of other roles than before, or of none, loses
 * every other session, and what an admin made and proposed as one. That is written even where the person is not let in.
 */
export async function admit(
  tx: Transaction,
  sessions: Pick<Sessions, 'begin' | 'proveById'>,
  identity: Identity,
  { device, former, isProof, begunAt }: Admission,
): Promise<Admitted> {
  const known = await personByIdentity(tx.db, identity.issuer, identity.subject)
  if (isProof && known?.id !== former?.personId) return { code: 'other_person' }
  if (known === undefined && identity.roles.length === 0) return { code: 'no_role' }
  if (known !== undefined && known.status !== 'active') return { code: 'suspended' }
  const found = known ?? (await addIdentified(tx, identity))
  const rights = rightsIn(tx.encryption, found)
  // The row was written past the app: its owner is unknown.
  if (rights === undefined) return { code: 'not_trusted' }
  const person = await withEmail(tx, found, identity)
  if (JSON.stringify(rights.roles) !== JSON.stringify(identity.roles))
    await changeRoles(tx, person, identity, isProof ? former?.sessionId : undefined)
  if (identity.roles.length === 0) return { code: 'no_role' }
  if (await hasEnded(tx, identity, begunAt)) return { code: 'expired' }
  const { providerSession } = identity
  const proof = { provenBy: 'oidc', provenAt: provenBefore(identity, tx.now()), providerSession } as const
  if (!isProof) {
    if (former !== null) await endMeant(tx, { by: 'id', value: former.sessionId }, 'replaced')
    return { token: await sessions.begin(tx, person.id, { ...proof, device }) }
  }
  const token = await sessions.proveById(tx, former?.sessionId ?? '', proof)
  return token === undefined ? { code: 'expired' } : { token }
}

/** A token without the time of authentication is no recent proof. */
function provenBefore({ provenAt }: Identity, now: Date): Date {
  return new Date(Math.min(provenAt?.getTime() ?? 0, now.getTime()))
}

async function changeRoles(
  tx: Transaction,
  person: PersonRow,
  { roles }: Identity,
  exceptId: string | undefined,
): Promise<void> {
  const had = await auditedRoles(tx, person.id)
  // Who had the role before does not begin a new day: groups at a provider come and go.
  const hold = arePowerful(roles.filter((role) => !had.has(role))) ? await newHold(tx) : null
  await changePerson(tx, person, { roles: JSON.stringify(roles), ...(hold !== null && { held_until: hold }) })
  const kept = roles.length === 0 ? undefined : exceptId
  const tokens = await endByRoles(tx, person, { roles, byId: null, exceptId: kept })
  const thing = { type: 'person', id: person.id } as const
  const facts = { roles, ...heldFact(hold), ...(tokens > 0 && { tokens }) }
  await tx.audit({ personId: null, action: 'person.changed', thing, facts })
}

async function addIdentified(tx: Transaction, identity: Identity): Promise<PersonRow> {
  const { issuer, subject, roles } = identity
  const id = randomUUID()
  const { name, key } = await freeName(tx, identity)
  const created_at = tx.now().toISOString()
  const email = await freeEmail(tx, identity, id)
  const held_until = arePowerful(roles) ? await newHold(tx) : null
  const rights = { roles: JSON.stringify(roles), issuer, subject, email, held_until }
  const person = await addPerson(tx, { id, name, name_key: key, created_at, ...rights })
  await tx.audit({
    personId: id,
    action: 'person.added',
    thing: { type: 'person', id },
    facts: { name, issuer, roles, ...heldFact(held_until) },
  })
  return person
}

/** Two people never look the same here, whatever they are called there: the second one has a number behind the name. */
async function freeName(tx: Transaction, { names }: Identity): Promise<ReadName> {
  const [wanted = readName('Person')] = names.flatMap((name) => readable(name) ?? [])
  return numberedName(tx, wanted)
}

const longestName = 56

/** A name as our lists take it; undefined where it has a letter that one could be misled by. */
function readable(name: string): ReadName | undefined {
  try {
    return readName([...name].slice(0, longestName).join(''))
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** For people to know each other by; an address that another person here has already is not shown as theirs. */
async function freeEmail(tx: Transaction, { email }: Identity, id: string): Promise<string | null> {
  const address = email?.toLowerCase()
  if (address === undefined || address.length > 254) return null
  const other = await personByEmail(tx.db, address)
  return other === undefined || other.id === id ? address : null
}

/** As the provider has it by now: addresses are given to others. */
async function withEmail(tx: Transaction, person: PersonRow, identity: Identity): Promise<PersonRow> {
  const email = await freeEmail(tx, identity, person.id)
  return email === person.email ? person : ((await changePerson(tx, person, { email })) ?? person)
}
