import type { ProblemParams } from '#shared/api/problem.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { misnamed } from '../people/person-name-trail.ts'
import { refuseOtherKey } from '../store/encryption/encryption.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import { approvalStateOf } from './approval-columns.ts'
import { approvalsIn } from './payout-approvals.ts'
import { disagreement, payoutTrails } from './payout-trail.ts'

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
export async function requireAudited(reader: Reader, rows: readonly PayoutRow[]): Promise<void> {
  refuse(await unaudited(reader, rows), { why: 'audit' })
}

/** Those of the rows that are not the newest that the audit log knows, or were not approved as it says. */
export async function unaudited(reader: Reader, rows: readonly PayoutRow[]): Promise<readonly PayoutRow[]> {
  const trails = await payoutTrails(
    reader,
    rows.map(({ id }) => id),
  )
  return rows.filter((row) => disagreement(row, approvalsIn(reader.encryption, row), trails.get(row.id)) !== undefined)
}

/** Those of the rows with which nothing is done, each with why: not as the app wrote them, or not what the audit log says. */
export async function untrue(reader: Reader, rows: readonly PayoutRow[]): Promise<ReadonlyMap<PayoutRow, Failure>> {
  const tampered = await tamperedAmong(reader, rows)
  const intact = rows.filter((row) => !tampered.has(row))
  const others = await unaudited(reader, intact)
  return new Map([
    ...[...tampered].map((row) => [row, asTampered([row], {})] as const),
    ...others.map((row) => [row, asTampered([row], { why: 'audit' })] as const),
  ])
}

/**
 * That those who entered and approved payouts have the names that they began with.
 * @throws Failure TAMPERED
 */
export async function requireNames(reader: Reader, rows: readonly PayoutRow[]): Promise<void> {
  const peopleOf = (row: PayoutRow) => {
    const { enteredBy, approvals } = approvalStateOf(reader.encryption, row)
    return [...enteredBy, ...approvals.map(({ by }) => by)]
  }
  const others = await misnamed(reader, [...new Set(rows.flatMap(peopleOf))])
  refuse(
    rows.filter((row) => peopleOf(row).some((id) => others.has(id))),
    { why: 'name' },
  )
}

function refuse(rows: readonly PayoutRow[], params: ProblemParams): void {
  if (rows.length > 0) throw asTampered(rows, params)
}

function asTampered(rows: readonly PayoutRow[], params: ProblemParams): Failure {
  return new Failure('TAMPERED', { params, ids: rows.map(({ id }) => id) })
}
