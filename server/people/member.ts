import { mayDo, type Permission, type Role, roles } from '#shared/api/permissions.ts'
import type { Person, Proof, SessionEnd, SignInMode } from '#shared/api/session.ts'
import type { TokenScope } from '#shared/api/tokens.ts'
import type { Reader } from '../store/store.ts'
import { allPeople, type PersonRow, rightsIn } from './people-rows.ts'

/** A signed-in person, with what decides what they may do. */
export interface Member extends Person {
  readonly roles: readonly Role[]
  /** The most that they may approve to one payee within a day, decimal text by currency. A currency that is not there has no limit. */
  readonly approveUpTo: Readonly<Record<string, string>>
  /** The same to all payees together. */
  readonly approveUpToADay: Readonly<Record<string, string>>
  /** Until when they approve nothing, as they recovered their account. ISO 8601. */
  readonly heldUntil: string | null
  /** Of an API token: who made it and who keeps it, each an author of all that it enters; of a person none. */
  readonly ownerIds: readonly string[]
}

/** The person who acts on a payout, with what decides whether they may. */
export type Actor = Pick<Member, 'id' | 'roles' | 'approveUpTo' | 'approveUpToADay' | 'ownerIds' | 'heldUntil'>

/** A session that goes on, as a request comes with it. */
export interface LiveSession {
  readonly id: string
  readonly provenBy: Proof
  /** Until when what takes a proof needs no other. ISO 8601, as the rest. */
  readonly provenUntil: string
  readonly idleEndsAt: string
  readonly endsAt: string
}

/** Whose a session is; or what ended it, as far as that is still known. */
export type CheckedSession =
  | { readonly person: Member; readonly session: LiveSession }
  | { readonly ended: SessionEnd | 'unknown' }

/** The token that a request came with: a person of its own; or why it opens nothing, and which one it is, where that is known. */
export type CheckedToken =
  | { readonly person: Member; readonly scopes: readonly TokenScope[]; readonly expiresAt: string }
  | {
      readonly refused: 'unknown' | 'proposed' | 'revoked' | 'expired' | 'maker' | 'unseen' | 'address'
      readonly person?: Person
    }

/**
 * Who may do what: everything where names are taken on trust; else as the row says, if the app wrote it and the person is active; at an identity
 * provider only of whom this one identified, as they are another person to any other; and without one, of whom none did, as no group ends their roles.
 */
export function memberIn({ encryption, issuer }: Reader, signIn: SignInMode, row: PersonRow): Member | undefined {
  const { id, name } = row
  if (signIn === 'local')
    return { id, name, roles, approveUpTo: {}, approveUpToADay: {}, heldUntil: null, ownerIds: [] }
  // An API token is of no provider.
  if (row.maker_id === null && (signIn === 'oidc' ? !isOf(issuer, row) : row.issuer !== null)) return undefined
  const rights = row.status === 'active' ? rightsIn(encryption, row) : undefined
  return rights && { id, name, ...rights }
}

/** Whether the identity provider is the one that a person was identified by. */
export function isOf(issuer: string | undefined, row: Pick<PersonRow, 'issuer'>): boolean {
  return issuer === undefined || issuerInOneSpelling(row.issuer ?? '') === issuer
}

/** A provider that puts a slash behind its address one day is the same, and so are its people. */
export function issuerInOneSpelling(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).href : issuer
}

export function may({ roles }: Member, permission: Permission): boolean {
  return mayDo(roles, permission)
}

/** Everyone who may review at present, by name: who is held or limited is among them. */
export async function activeReviewers(reader: Reader, signIn: SignInMode): Promise<readonly Member[]> {
  const members = (await allPeople(reader.db)).flatMap((row) => memberIn(reader, signIn, row) ?? [])
  return members.filter((member) => may(member, 'approve'))
}
