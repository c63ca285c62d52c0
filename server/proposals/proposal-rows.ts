import type { Selectable } from 'kysely'
import type { ProposalsTable } from '../store/people-tables.ts'
import { isIntact, rowMac } from '../store/row-mac.ts'
import type { Reader, RowReader } from '../store/store.ts'

export type ProposalRow = Selectable<ProposalsTable>

/** Those that wait and were written by the app, the oldest first. */
export async function waitingProposals({ db, encryption, now }: Reader): Promise<readonly ProposalRow[]> {
  const rows = await db
    .selectFrom('proposals')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now().toISOString())
    .orderBy('made_at')
    .orderBy('id')
    .execute()
  return rows.filter((row) => isIntact(encryption, 'proposals', row))
}

export async function addProposal({ db, encryption }: RowReader, row: Omit<ProposalRow, 'row_mac'>): Promise<void> {
  await db
    .insertInto('proposals')
    .values({ ...row, row_mac: rowMac(encryption, 'proposals', row) })
    .execute()
}

export async function endProposal(
  { db, encryption }: RowReader,
  row: ProposalRow,
  state: 'confirmed' | 'withdrawn',
): Promise<void> {
  const row_mac = rowMac(encryption, 'proposals', { ...row, state })
  await db.updateTable('proposals').set({ state, row_mac }).where('id', '=', row.id).execute()
}
