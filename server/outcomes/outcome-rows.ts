import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Outcome } from '#shared/api/outcome.ts'
import { type PayoutRow, requireOwn } from '../entry/payout-rows.ts'
import { isIntact, rowMac } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { RowReader } from '../store/store.ts'

export type OutcomeRow = Selectable<Tables['outcomes']>

export async function addOutcome(
  { db, encryption }: RowReader,
  row: Omit<Insertable<Tables['outcomes']>, 'row_mac'>,
): Promise<void> {
  await db
    .insertInto('outcomes')
    .values({ ...row, row_mac: rowMac(encryption, 'outcomes', row) })
    .execute()
}

/** All statements on a payout, the newest first. */
export async function outcomesOf(db: Kysely<Tables>, payoutId: string): Promise<readonly OutcomeRow[]> {
  return await db
    .selectFrom('outcomes')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .orderBy('stated_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The column that lists are filtered by. The version stays, as nothing was edited. */
export async function setOutcome({ db, encryption }: RowReader, row: PayoutRow, outcome: Outcome): Promise<void> {
  requireOwn(encryption, row)
  const row_mac = rowMac(encryption, 'payouts', { ...row, outcome })
  await db.updateTable('payouts').set({ outcome, row_mac }).where('id', '=', row.id).execute()
  if (outcome !== row.outcome) await countInExports(db, row, outcome)
}

/** Counted as it is stated: adding up fifty thousand payouts for each look at an export would take too long. */
async function countInExports(db: Kysely<Tables>, { id, outcome: before }: PayoutRow, now: Outcome): Promise<void> {
  await db
    .updateTable('exports')
    .set(({ eb }) => ({
      [`stated_${now}`]: eb(`stated_${now}`, '+', 1),
      ...(before !== null && { [`stated_${before}`]: eb(`stated_${before}`, '-', 1) }),
    }))
    .where('id', 'in', db.selectFrom('export_payouts').select('export_id').where('payout_id', '=', id))
    .execute()
}

/** Removes what may identify a person from the statements on payouts; the outcomes stay. A new MAC would confirm rows changed outside of the app. */
export async function eraseOutcomes({ db, encryption }: RowReader, beneficiaryId: string): Promise<void> {
  const rows = await db
    .selectFrom('outcomes')
    .selectAll()
    .where('payout_id', 'in', db.selectFrom('payouts').select('id').where('beneficiary_id', '=', beneficiaryId))
    .execute()
  for (const row of rows) {
    const erased = { ...row, facts_encrypted: null, statement_hash: row.id }
    const row_mac = isIntact(encryption, 'outcomes', row) ? rowMac(encryption, 'outcomes', erased) : row.row_mac
    await db
      .updateTable('outcomes')
      .set({ ...erased, row_mac })
      .where('id', '=', row.id)
      .execute()
  }
}

interface RefusedPayoutQuery {
  readonly exportId?: string | undefined
  readonly batchId?: string | undefined
  readonly after: { readonly key: string; readonly id: string } | undefined
  readonly limit: number
}

/** Payouts that are stated to be refused and that none replaces, those entered first before the others. */
export async function refusedPayouts(
  db: Kysely<Tables>,
  { exportId, batchId, after, limit }: RefusedPayoutQuery,
): Promise<readonly Pick<PayoutRow, 'id' | 'created_at'>[]> {
  return await db
    .selectFrom('payouts')
    .select(['id', 'created_at'])
    .where('outcome', '=', 'refused')
    .where('erased_at', 'is', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('payouts as newer')
            .select('newer.id')
            .whereRef('newer.replaces_id', '=', 'payouts.id')
            .where('newer.replaces_id', 'is not', null),
        ),
      ),
    )
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .$if(exportId !== undefined, (query) =>
      query.where('id', 'in', (is) =>
        is
          .selectFrom('export_payouts')
          .select('payout_id')
          .where('export_id', '=', exportId ?? ''),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where((is) => is(is.refTuple('created_at', 'id'), '>', is.tuple(after?.key ?? '', after?.id ?? ''))),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
