import { randomUUID } from 'node:crypto'
import type { ProposalKind } from '#shared/api/proposals.ts'
import type { Person, SignInMode } from '#shared/api/session.ts'
import { Failure } from '../kernel/failure.ts'
import type { Member } from '../people/member.ts'
import { activeAdmins, type PersonRow } from '../people/people-rows.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { addProposal, endProposal, type ProposalRow, waitingProposals } from './proposal-rows.ts'
import { isProposalOpen } from './proposal-trail.ts'

/*
 * What gives or returns power takes two people: one admin proposes it, another one confirms it, or the command line does. What each kind then does
 * is in people-admin/confirm-proposal.ts.
 */

const weekMs = 7 * 24 * 60 * 60_000

interface NewProposal {
  readonly kind: ProposalKind
  readonly thingId: string
  /** What it is to make so. Audited with it. */
  readonly content: Readonly<Record<string, unknown>>
}

/** Proposes something, in place of what waits of this kind about the same thing; answers the id of the proposal. Audited. */
export async function propose(tx: Transaction, by: Person, { kind, thingId, content }: NewProposal): Promise<string> {
  await withdrawAll(tx, by.id, (row) => row.kind === kind && row.thing_id === thingId)
  const now = tx.now()
  const row = {
    id: randomUUID(),
    kind,
    thing_id: thingId,
    content: JSON.stringify(content),
    state: 'waiting',
    made_by: by.id,
    made_at: now.toISOString(),
    expires_at: new Date(now.getTime() + weekMs).toISOString(),
  } as const
  await addProposal(tx, row)
  await audit(tx, by.id, 'proposal.made', row, content)
  return row.id
}

/** Who confirms a proposal: an admin; null: the command line. */
export type ProposalConfirmer = Member | null

/**
 * Confirms a proposal that waits; the caller does what it says, in the same transaction. Audited.
 * @throws Failure NOT_FOUND, NOT_PERMITTED, TAMPERED
 */
export async function takeProposal(
  tx: Transaction,
  signIn: SignInMode,
  by: ProposalConfirmer,
  id: string,
): Promise<ProposalRow> {
  const row = await waiting(tx, id)
  if (!(await isProposalOpen(tx, row))) throw new Failure('TAMPERED', { params: { why: 'audit' } })
  const why = await whyNotConfirm(tx, signIn, row, by)
  if (why !== undefined) throw new Failure('NOT_PERMITTED', { params: { permission: 'manage', why } })
  await endProposal(tx, row, 'confirmed')
  await audit(tx, by?.id ?? null, 'proposal.confirmed', row, { proposedBy: row.made_by })
  return row
}

async function whyNotConfirm(reader: Reader, signIn: SignInMode, row: ProposalRow, by: ProposalConfirmer) {
  if (by === null) return undefined
  if (by.id === row.made_by || by.id === row.thing_id) return 'proposer'
  if (signIn === 'local') return undefined
  return (await confirmersOf(reader, [row])).get(row.id)?.some(({ id }) => id === by.id) ? undefined : 'dependent'
}

/** Which admins may confirm each of these proposals: none where its maker is no admin any more, or no admin is independent of them. @throws Failure TAMPERED */
export async function confirmersOf(
  reader: Reader,
  rows: readonly ProposalRow[],
): Promise<ReadonlyMap<string, readonly PersonRow[]>> {
  const now = reader.now().toISOString()
  const admins = (await activeAdmins(reader)).filter((row) => (row.held_until ?? '') <= now)
  const { groupOf } = await reader.hosts()
  const found = new Map<string, readonly PersonRow[]>()
  for (const { id, made_by, thing_id } of rows) {
    // A person asks for their own link by a recovery code.
    const isByAdmin = made_by === thing_id || admins.some((admin) => admin.id === made_by)
    const others = isByAdmin ? admins.filter((admin) => groupOf(admin.id) !== groupOf(made_by)) : []
    found.set(
      id,
      others.filter((admin) => admin.id !== thing_id),
    )
  }
  return found
}

/** Takes a proposal back, one's own or another's, and answers it. Audited. @throws Failure NOT_FOUND */
export async function withdrawProposal(tx: Transaction, by: Person, id: string): Promise<ProposalRow> {
  const row = await waiting(tx, id)
  await withdraw(tx, by.id, row)
  return row
}

/** Ends what waits of these; answers how many there were. Audited. */
export async function withdrawAll(
  tx: Transaction,
  byId: string | null,
  isMeant: (row: ProposalRow) => boolean,
): Promise<number> {
  const rows = (await waitingProposals(tx)).filter(isMeant)
  for (const row of rows) await withdraw(tx, byId, row)
  return rows.length
}

async function withdraw(tx: Transaction, byId: string | null, row: ProposalRow): Promise<void> {
  await endProposal(tx, row, 'withdrawn')
  await audit(tx, byId, 'proposal.withdrawn', row)
}

async function waiting(reader: Reader, id: string): Promise<ProposalRow> {
  const row = (await waitingProposals(reader)).find((one) => one.id === id)
  if (row === undefined) throw new Failure('NOT_FOUND', { params: { what: 'proposal' } })
  return row
}

function audit(
  tx: Transaction,
  personId: string | null,
  action: 'proposal.made' | 'proposal.confirmed' | 'proposal.withdrawn',
  { id: proposal, kind, thing_id }: Pick<ProposalRow, 'id' | 'kind' | 'thing_id'>,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const type = kind === 'policy' || kind === 'webhook' ? kind : 'person'
  const thing = { type, id: thing_id } as const
  return tx.audit({ personId, action, thing, facts: { proposal, kind, ...facts } })
}
