import type { OnePayout, PayoutWrite } from '#shared/api/payout.ts'
import { findPayout, type PayoutRow, replacementOf } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import type { ActionOf } from '../payout-state/approval-state.ts'
import { payoutRow, payoutRowsOf } from '../payout-state/saved-payout.ts'
import { namesOnTrust } from '../people/names-on-trust.ts'
import { findPeople, rightsIn } from '../people/people-rows.ts'
import { distrustedAmong } from '../people/rights-trail.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader, RowReader, Transaction } from '../store/store.ts'
import { factsOf } from './outcome-facts.ts'

/**
 * The payout that a new one replaces: exported, and reported as refused. Each is replaced once; a further payment replaces the replacement.
 * @param unwritten the ids of payouts that are entered together with it, by those that they replace
 * @throws Failure NOT_FOUND, ERASED, TAMPERED, STATE_CONFLICT with the id of the one that replaces it already
 */
export async function replacedId(
  tx: Transaction,
  { replaces }: Pick<PayoutWrite, 'replaces'>,
  unwritten: ReadonlyMap<string, string>,
): Promise<string | null> {
  if (replaces === undefined) return null
  const row = await payoutRow(tx, replaces)
  if (row.erased_at !== null) throw new Failure('ERASED', { params: { what: 'payout' } })
  if (row.state !== 'exported' || row.outcome === null || row.outcome === 'paid')
    throw new Failure('STATE_CONFLICT', { params: { why: 'notRefused' }, ids: [row.id] })
  const other = unwritten.get(row.id) ?? (await replacementOf(tx.db, row.id))?.id
  if (other !== undefined) throw new Failure('STATE_CONFLICT', { params: { why: 'replaced' }, ids: [other] })
  return row.id
}

/**
 * Who reported that payouts were refused, by the ids of these: for each report the person, and whose token it was. A report that was changed outside
 * of the app is none, and none is that of a person who was, who is distrusted, or whose name was on trust.
 */
export async function refusalReports(
  reader: Reader,
  payoutIds: readonly string[],
): Promise<(payoutId: string) => readonly (readonly string[])[]> {
  if (payoutIds.length === 0) return () => []
  const { db, encryption } = reader
  const rows = await db.selectFrom('outcomes').selectAll().where('payout_id', 'in', payoutIds).execute()
  const refused = rows.filter((row) => row.outcome === 'refused' && isIntact(encryption, 'outcomes', row))
  const people = await findPeople(
    db,
    refused.map(({ stated_by }) => stated_by),
  )
  const distrusted = await distrustedAmong(
    reader,
    people.map(({ id }) => id),
  )
  const onTrust = await namesOnTrust(reader)
  const idsOf = new Map(
    people.flatMap((row) => {
      const rights = rightsIn(encryption, row)
      return rights === undefined || distrusted.has(row.id) || onTrust.has(row.id)
        ? []
        : [[row.id, [row.id, ...rights.ownerIds]] as const]
    }),
  )
  return (id) =>
    refused.flatMap(({ payout_id, stated_by }) => {
      const ids = payout_id === id ? idsOf.get(stated_by) : undefined
      return ids === undefined ? [] : [ids]
    })
}

/** Who reported the payouts as refused that these replace, and who entered those: as `transition` takes it of the ones that replace them. */
export async function refusalsOfReplaced(
  reader: Reader,
  rows: readonly PayoutRow[],
): Promise<(row: PayoutRow) => Pick<ActionOf<'approve'>, 'refusedBy' | 'refusedAuthors'>> {
  const ids = rows.flatMap(({ replaces_id }) => replaces_id ?? [])
  const reports = await refusalReports(reader, ids)
  const replaced = await payoutRowsOf(reader, ids)
  return ({ replaces_id: id }) => {
    if (id === null) return {}
    const row = replaced.get(id)
    if (row === undefined || row instanceof Failure) return { refusedBy: [] }
    return { refusedBy: reports(id), refusedAuthors: approvalStateOf(reader.encryption, row).enteredBy }
  }
}

/** The payouts that a payout replaces and is replaced by. */
export async function replacements(
  reader: Reader,
  row: PayoutRow,
): Promise<Pick<OnePayout, 'replaces' | 'replacedBy'>> {
  const before = row.replaces_id === null ? undefined : await findPayout(reader.db, row.replaces_id)
  const replaced = named(before)
  return {
    replaces: replaced && { ...replaced, words: (await refusalWords(reader, [replaced.id])).get(replaced.id) ?? null },
    replacedBy: named(await replacementOf(reader.db, row.id)),
  }
}

/** Why payouts were refused, in the newest words that were reported; left out where none were, or where the report was changed outside of the app. */
export async function refusalWords(
  { db, encryption }: RowReader,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (payoutIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('outcomes')
    .selectAll()
    .where('payout_id', 'in', payoutIds)
    .where('outcome', '=', 'refused')
    .orderBy('stated_at')
    .orderBy('id')
    .execute()
  const genuine = rows.filter((row) => isIntact(encryption, 'outcomes', row))
  return new Map(
    genuine.flatMap((row) => {
      const { words } = factsOf(encryption, row)
      return words === undefined ? [] : [[row.payout_id, words] as const]
    }),
  )
}

function named(row: PayoutRow | undefined): OnePayout['replacedBy'] {
  return row === undefined ? null : { id: row.id, externalReference: row.external_reference }
}
