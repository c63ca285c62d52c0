import type { ProposalKind } from '#shared/api/proposals.ts'
import type { Person } from '#shared/api/session.ts'
import { putIntoForce } from '../policy/approval-policy.ts'
import type { ProposalRow } from '../proposals/proposal-rows.ts'
import { type ProposalConfirmer, takeProposal, withdrawProposal } from '../proposals/proposals.ts'
import type { Transaction } from '../store/store.ts'
import { admitToken, revokeToken } from '../tokens/tokens.ts'
import { admitEndpoint } from '../webhooks/endpoints.ts'
import { giveRights, letInAgain, type PeopleAdminDeps } from './people-admin.ts'
import { confirmInvitation, confirmReEnrolment, type MadeLink } from './people-links.ts'

/** A proposal that was confirmed, and the link that came of it. */
interface Confirmed {
  readonly thingId: string
  readonly made: MadeLink | undefined
}

/**
 * Confirms what an admin proposed, and does it; by another admin, or the command line.
 * @throws Failure NOT_FOUND, NOT_PERMITTED, PERSON_REFUSED, TAMPERED
 */
export async function confirmProposal(
  tx: Transaction,
  where: PeopleAdminDeps,
  by: ProposalConfirmer,
  id: string,
): Promise<Confirmed> {
  const row = await takeProposal(tx, where.signIn, by, id)
  return { thingId: row.thing_id, made: await acts[row.kind](tx, where, row, by) }
}

type Act = (
  tx: Transaction,
  where: PeopleAdminDeps,
  row: ProposalRow,
  confirmer: Person | null,
) => Promise<MadeLink | undefined>

const acts: Readonly<Record<ProposalKind, Act>> = {
  invitation: confirmInvitation,
  reEnrolment: confirmReEnrolment,
  rights: (tx, _, { thing_id, content }, confirmer) =>
    withoutLink(giveRights(tx, confirmer?.id ?? null, thing_id, content)),
  reinstatement: (tx, where, { thing_id }, confirmer) =>
    withoutLink(letInAgain(tx, where, confirmer?.id ?? null, thing_id)),
  policy: (tx, _, row, confirmer) => withoutLink(putIntoForce(tx, row, confirmer)),
  token: (tx, _, { thing_id }) => withoutLink(admitToken(tx, thing_id)),
  webhook: (tx, _, row, confirmer) => withoutLink(admitEndpoint(tx, row, confirmer?.id ?? null)),
}

async function withoutLink(work: Promise<void>): Promise<undefined> {
  await work
}

/** Takes a proposal back, one's own or another's; a token that was to be confirmed is revoked; a webhook is never called. @throws Failure NOT_FOUND */
export async function rejectProposal(tx: Transaction, by: Person, id: string): Promise<void> {
  const { kind, thing_id } = await withdrawProposal(tx, by, id)
  if (kind === 'token') await revokeToken(tx, by.id, thing_id)
}
