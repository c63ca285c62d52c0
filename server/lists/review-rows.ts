import { type Kysely, sql } from 'kysely'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { Tables } from '../store/schema.ts'

/** The columns that decide the position of a payout in review within its batch. */
export type WeighedRow = Pick<
  PayoutRow,
  | 'id'
  | 'country'
  | 'method'
  | 'amount'
  | 'currency_code'
  | 'updated_at'
  | 'warnings_compliance'
  | 'warnings_serious'
  | 'warnings_unconfirmed'
> & {
  /** Whether anything was ever exported to the beneficiary, and to exactly these details of theirs. Tests move no money. */
  readonly is_paid: number | boolean
  readonly is_known: number | boolean
}

/** Equal as long as no app has changed anything at all: where it is, no {@link reviewStamp} is another, which takes longer. */
export async function changeStamp(db: Kysely<Tables>): Promise<number | undefined> {
  return (await db.selectFrom('audit_head').select('seq').executeTakeFirst())?.seq
}

/** Equal as long as no payout of a batch has entered or left review, or changed there. */
export async function reviewStamp(db: Kysely<Tables>, batchId: string): Promise<string> {
  const { count, newest } = await db
    .selectFrom('payouts')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('newest')])
    .where('batch_id', '=', batchId)
    .where('state', '=', 'in_review')
    .executeTakeFirstOrThrow()
  return `${count} ${newest}`
}

/** The next payouts in review of a batch, in the order of its index. */
export async function weighedRows(
  db: Kysely<Tables>,
  batchId: string,
  after: Pick<WeighedRow, 'updated_at' | 'id'> | undefined,
  limit: number,
): Promise<readonly WeighedRow[]> {
  return await weighed(db)
    .where('batch_id', '=', batchId)
    .where('state', '=', 'in_review')
    .$if(after !== undefined, (query) =>
      query.where((is) => is(is.refTuple('updated_at', 'id'), '>', is.tuple(after?.updated_at ?? '', after?.id ?? ''))),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Those of the ids. */
export function weighedOf(db: Kysely<Tables>, ids: readonly string[]): Promise<readonly WeighedRow[]> {
  return weighed(db).where('id', 'in', ids).execute()
}

function weighed(db: Kysely<Tables>) {
  return db
    .selectFrom('payouts')
    .select([
      'id',
      'country',
      'method',
      'amount',
      'currency_code',
      'updated_at',
      'warnings_compliance',
      'warnings_serious',
      'warnings_unconfirmed',
      (is) => is.exists(exportedTo(db).where('exported.state', '=', 'exported')).as('is_paid'),
      (is) =>
        is
          .exists(
            exportedTo(db)
              .whereRef('exported.details_hash', '=', sql.ref('payouts.details_hash'))
              .where('exported.exported_version', 'is not', null),
          )
          .as('is_known'),
    ])
}

function exportedTo(db: Kysely<Tables>) {
  return db
    .selectFrom('payouts as exported')
    .select(sql`1`.as('one'))
    .whereRef('exported.beneficiary_id', '=', sql.ref('payouts.beneficiary_id'))
    .where('exported.test_mode', '=', 0)
}

/** Those of the ids that are payouts of a batch. */
export async function idsInBatch(
  db: Kysely<Tables>,
  batchId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = await db.selectFrom('payouts').select(['id', 'batch_id']).where('id', 'in', ids).execute()
  return found.filter(({ batch_id }) => batch_id === batchId).map(({ id }) => id)
}
