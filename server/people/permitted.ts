import { type Permission, permissions } from '#shared/api/permissions.ts'
import type { SignInMode } from '#shared/api/session.ts'
import type { TokenScope } from '#shared/api/tokens.ts'
import { Failure } from '../kernel/failure.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { isHeld } from './holds.ts'
import { type LiveSession, type Member, may, memberIn } from './member.ts'
import { findPerson } from './people-rows.ts'
import { areRightsAudited } from './rights-trail.ts'
import { findSession } from './session-rows.ts'

/** Who asks, and with which session. */
export interface Asker {
  readonly person: Member
  readonly session: LiveSession
  /** Of an API token: what it is for. */
  readonly scopes?: readonly TokenScope[]
}

/**
 * Each route declares whether API tokens may use it: the rest is for people.
 * @throws Failure SCOPE_MISSING
 */
export function requireScope(
  scopes: readonly TokenScope[],
  permission: Permission,
  scope: TokenScope | readonly TokenScope[] | 'any' = [],
): void {
  const wanted = scope === 'any' ? [] : [scope].flat()
  const isOpen = scope === 'any' || wanted.some((one) => scopes.includes(one))
  if (isOpen && permissions[permission].isForMachines) return
  throw new Failure('SCOPE_MISSING', { params: wanted[0] === undefined ? {} : { scope: wanted[0] } })
}

/** @throws Failure NOT_PERMITTED also while the person is held, STEP_UP_REQUIRED */
export function requirePermission({ person, session }: Asker, permission: Permission, now: Date): void {
  if (!may(person, permission)) throw notPermitted(permission)
  if (permissions[permission].isHeld === true && isHeld(person, now))
    throw new Failure('NOT_PERMITTED', { params: { permission, why: 'held' } })
  if (permissions[permission].needsProof) requireProof(session, now)
}

/** @throws Failure STEP_UP_REQUIRED where the person proved who they are too long ago */
function requireProof({ provenUntil }: LiveSession, now: Date): void {
  if (provenUntil <= now.toISOString()) throw new Failure('STEP_UP_REQUIRED')
}

/**
 * Requires that a person may do the same as when the request began, and that the audit log has nothing newer.
 * @throws Failure SIGN_IN_REQUIRED, TAMPERED
 */
export async function requireSame(reader: Reader, signIn: SignInMode, person: Member): Promise<void> {
  const row = await findPerson(reader.db, person.id)
  const now = row && memberIn(reader, signIn, row)
  if (now === undefined) throw new Failure('SIGN_IN_REQUIRED', { params: { why: 'suspended' } })
  if (JSON.stringify(now) !== JSON.stringify(person))
    throw new Failure('SIGN_IN_REQUIRED', { params: { why: 'roles_changed' } })
  if (signIn !== 'local' && !(await areRightsAudited(reader, now)))
    throw new Failure('TAMPERED', { params: { why: 'person' } })
}

/** Requires that a session has not ended since the request began. @throws Failure SIGN_IN_REQUIRED */
export async function requireLiveSession(tx: Transaction, id: string): Promise<void> {
  const { session } = (await findSession(tx.db, id, 'sessions.id')) ?? {}
  const isOver = session === undefined || session.ended_at !== null || (await tx.recentSignIns()).hasEnded(session)
  if (isOver) throw new Failure('SIGN_IN_REQUIRED', { params: { why: session?.ended_why ?? 'unknown' } })
}

/** Why work may no longer go on in the name of who asked for it. */
export type LostAuthority = 'suspended' | 'not_permitted' | 'withdrawn'

/**
 * The person in whose name work goes on without a request of theirs, as they are now; or why it may not: they were suspended, lost the role, or power
 * was taken from them since they asked. That they signed out takes nothing back.
 */
export async function authorityOf(
  reader: Reader,
  signIn: SignInMode,
  { personId, authority }: { readonly personId: string; readonly authority: number },
  permission: Permission,
): Promise<Member | LostAuthority> {
  const row = await findPerson(reader.db, personId)
  const now = row && memberIn(reader, signIn, row)
  if (now === undefined || (signIn !== 'local' && !(await areRightsAudited(reader, now)))) return 'suspended'
  if (!may(now, permission)) return 'not_permitted'
  return (await reader.recentSignIns()).withdrawals(personId) === authority ? now : 'withdrawn'
}

export function notPermitted(permission: Permission): Failure {
  return new Failure('NOT_PERMITTED', { params: { permission } })
}
