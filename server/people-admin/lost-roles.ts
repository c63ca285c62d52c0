import type { Role } from '#shared/api/permissions.ts'
import { endMeant } from '../people/audited-ends.ts'
import type { PersonRow } from '../people/people-rows.ts'
import type { ProposalRow } from '../proposals/proposal-rows.ts'
import { withdrawAll } from '../proposals/proposals.ts'
import type { Transaction } from '../store/store.ts'
import { revokeAll } from '../tokens/tokens.ts'

interface NewRoles {
  readonly roles: readonly Role[]
  /** Who gave them; null: an identity provider, or the command line. */
  readonly byId: string | null
  /** The id of a session that goes on. */
  readonly exceptId?: string | undefined
}

/**
 * Ends what a person has by other roles than these, in whichever way they are given: their sessions, and what was proposed of their rights; of who is no
 * admin, what they proposed and the tokens that they made; and of who has no role, the tokens that they keep. Answers how many tokens. Long work of
 * theirs ends by the entry of the change.
 */
export async function endByRoles(
  tx: Transaction,
  { id }: Pick<PersonRow, 'id'>,
  { roles, byId, exceptId }: NewRoles,
): Promise<number> {
  const isAdmin = roles.includes('admin')
  const isOutdated = ({ kind, thing_id, made_by }: ProposalRow) =>
    thing_id === id ? kind === 'rights' || kind === 'invitation' : !isAdmin && made_by === id
  await withdrawAll(tx, byId, isOutdated)
  await endMeant(tx, { by: 'person_id', value: id, exceptId }, 'roles_changed', byId ?? undefined)
  const isLost = (owner: string | null, isKept: boolean) => owner === id && !isKept
  return revokeAll(
    tx,
    byId,
    ({ maker_id, holder_id }) => isLost(maker_id, isAdmin) || isLost(holder_id, roles.length > 0),
  )
}
