import type { ProblemParams } from '#shared/api/problem.ts'
import { Failure } from '../failure.ts'
import { disagreement, payoutTrails } from '../store/audit/payout-trail.ts'
import { misnamed } from '../store/audit/person-names.ts'
import { refuseOtherKey } from '../store/encryption/encryption.ts'
import { approvalsIn } from '../store/payout-approvals.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import { approvalStateOf } from './approval-columns.ts'

/*
 * Whether payouts are what the app wrote. Nothing is done with one that was changed in the database, past the app.
 */

/** Those of the rows that are not as the app wrote them. */
export async function tamperedAmong(
  { db, encryption }: Reader,
  rows: readonly PayoutRow[],
): Promise<ReadonlySet<PayoutRow>> {
  const others = new Set(rows.filter((row) => !isIntact(encryption, 'payouts', row)))
  if (others.size > 0) await refuseOtherKey(db, encryption)
  return others
}

/** @throws Failure TAMPERED when a row is not as the app wrote it */
export async function requireIntact(reader: Reader, rows: readonly PayoutRow[]): Promise<void> {
  refuse([...(await tamperedAmong(reader, rows))], {})
}

/**
 * That rows are the newest that the audit log knows, and that it knows of their approval.
 * @throws Failure TAMPERED
 */
export async function requireAudited({ db, encryption }: Reader, rows: readonly PayoutRow[]): Promise<void> {
  const trails = await payoutTrails(
    db,
    rows.map(({ id }) => id),
  )
  refuse(
    rows.filter((row) => disagreement(row, approvalsIn(encryption, row), trails.get(row.id)) !== undefined),
    { why: 'audit' },
  )
}

/**
 * That those who entered and approved payouts have the names that they began with.
 * @throws Failure TAMPERED
 */
export async function requireNames({ db, encryption }: Reader, rows: readonly PayoutRow[]): Promise<void> {
  const peopleOf = (row: PayoutRow) => {
    const { enteredBy, approvals } = approvalStateOf(encryption, row)
    return [...enteredBy, ...approvals.map(({ by }) => by)]
  }
  const others = await misnamed(db, [...new Set(rows.flatMap(peopleOf))])
  refuse(
    rows.filter((row) => peopleOf(row).some((id) => others.has(id))),
    { why: 'name' },
  )
}

function refuse(rows: readonly PayoutRow[], params: ProblemParams): void {
  if (rows.length > 0) throw new Failure('TAMPERED', { params, ids: rows.map(({ id }) => id) })
}
