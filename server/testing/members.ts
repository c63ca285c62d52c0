import { randomUUID } from 'node:crypto'
import type { Role } from '#shared/api/permissions.ts'
import type { Proof } from '#shared/api/session.ts'
import { createLog } from '../kernel/log.ts'
import { readName } from '../people/people.ts'
import { addPerson, changePerson, personByKey } from '../people/people-rows.ts'
import { createSessions } from '../people/sessions.ts'
import type { Config } from '../settings/config.ts'
import type { Store } from '../store/store.ts'

/** A person who can sign in where no name is taken on trust. */
export interface NewMember {
  readonly name: string
  readonly roles: readonly Role[]
  readonly email?: string
  readonly approveUpTo?: Readonly<Record<string, string>>
  readonly approveUpToADay?: Readonly<Record<string, string>>
  readonly heldUntil?: string
  readonly provenBy?: Exclude<Proof, 'name'>
  /** Left out: that of a program, which says nothing of itself. */
  readonly device?: string
}

/** Enters a member of staff, or gives them other roles, and begins a session for them, past HTTP; answers its token. */
export async function memberSession(
  store: Store,
  { signIn, sessionLife, oidc }: Pick<Config, 'signIn' | 'sessionLife'> & Partial<Pick<Config, 'oidc'>>,
  { name, roles, email, approveUpTo = {}, approveUpToADay = {}, heldUntil, provenBy, device = '' }: NewMember,
): Promise<string> {
  const sessions = createSessions(store, signIn, sessionLife, createLog('silent'))
  const { key } = readName(name)
  const rights = {
    roles: JSON.stringify(roles),
    ...(email !== undefined && { email }),
    approve_up_to: JSON.stringify(approveUpTo),
    approve_up_to_a_day: JSON.stringify(approveUpToADay),
    // Whom the app holds stays held: the audit log has it.
    ...(heldUntil !== undefined && { held_until: heldUntil }),
  }
  return store.write(async (tx) => {
    const known = await personByKey(tx.db, key)
    const id = known?.id ?? randomUUID()
    if (known !== undefined) await changePerson(tx, known, rights)
    else {
      const identity = oidc && { issuer: oidc.issuer.href, subject: id }
      await addPerson(tx, { id, name, name_key: key, created_at: tx.now().toISOString(), ...rights, ...identity })
      const thing = { type: 'person', id } as const
      await tx.audit({ personId: id, action: 'person.added', thing, facts: { name } })
    }
    return sessions.begin(tx, id, { provenBy: provenBy ?? (signIn === 'oidc' ? 'oidc' : 'passkey'), device })
  })
}
