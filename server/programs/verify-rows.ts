import type { Kysely } from 'kysely'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { createDigest, exportParts } from '../exports/export-rows.ts'
import { type AuditedExport, exportIn, exportOfPayoutIn } from '../exports/export-trail.ts'
import { approvalsIn } from '../payout-state/payout-approvals.ts'
import { disagreement, follow, type PayoutTrail } from '../payout-state/payout-trail.ts'
import { nameIn } from '../people/person-name-trail.ts'
import { isPolicyGenuine, policiesInForce } from '../policy/policy-rows.ts'
import { type AuditedPolicy, policyIn } from '../policy/policy-trail.ts'
import { auditEntries } from '../store/audit/verify-audit-log.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import {
  compareBeneficiaries,
  noteBeneficiary,
  nothingTold,
  type ToldOfBeneficiaries,
} from './verify-beneficiary-rows.ts'
import { forgedStaff } from './verify-staff-rows.ts'

/**
 * Compares payouts, exports and the names of staff with what the audit log says of them, and verifies the rows of staff and what they sign
 * in with, in a database that nothing writes to. Answers a
 * line for each that does not agree.
 */
export async function verifyRows(db: Kysely<Tables>, encryption: Encryption): Promise<readonly string[]> {
  const told = await readEntries(db)
  return [
    ...(await comparePayouts(db, encryption, told.payouts)),
    ...(await compareStatements(db, encryption, told.payouts)),
    ...(await compareExports(db, told)),
    ...(await compareBeneficiaries(db, encryption, told)),
    ...(await compareNames(db, told.names)),
    ...(await forgedStaff(db, encryption)),
    ...(await comparePolicy(db, encryption, told.policy.at(-1))),
  ]
}

/** What the entries record, by the id of what they are about. */
interface Told extends ToldOfBeneficiaries {
  readonly payouts: Map<string, PayoutTrail>
  readonly exports: Map<string, AuditedExport>
  /** The payouts that went out with each export. */
  readonly sent: Map<string, Set<string>>
  readonly names: Map<string, string>
  /** The approval policies that came into force. */
  readonly policy: AuditedPolicy[]
}

async function readEntries(db: Kysely<Tables>): Promise<Told> {
  const told: Told = {
    payouts: new Map(),
    exports: new Map(),
    sent: new Map(),
    names: new Map(),
    ...nothingTold(),
    policy: [],
  }
  for await (const entry of auditEntries(db)) {
    const { thing_type, thing_id, action, facts } = entry
    if (thing_type === 'payout') told.payouts.set(thing_id, follow(told.payouts.get(thing_id), entry))
    const marked = exportOfPayoutIn(entry)
    if (marked !== undefined) noteSent(told.sent, marked.exportId, entry)
    if (thing_type === 'beneficiary') noteBeneficiary(told, entry)
    const name = thing_type === 'person' ? nameIn(facts) : undefined
    if (name !== undefined) told.names.set(thing_id, name)
    const made = action === 'export.created' ? exportIn(entry) : undefined
    if (made !== undefined) told.exports.set(thing_id, made)
    if (action === 'policy.confirmed') told.policy.push(...policyIn(facts))
    if (action === 'export.deleted') told.exports.delete(thing_id)
  }
  return told
}

function noteSent(
  sent: Told['sent'],
  exportId: string,
  { action, thing_id }: Pick<Tables['audit'], 'action' | 'thing_id'>,
): void {
  const ids = sent.get(exportId) ?? new Set()
  sent.set(exportId, ids)
  if (action === 'payout.exported') ids.add(thing_id)
  else ids.delete(thing_id)
}

async function comparePayouts(
  db: Kysely<Tables>,
  encryption: Encryption,
  trails: ReadonlyMap<string, PayoutTrail>,
): Promise<readonly string[]> {
  const lines: string[] = []
  const missing = new Map(trails)
  for await (const row of allPayouts(db)) {
    missing.delete(row.id)
    const found = isIntact(encryption, 'payouts', row)
      ? disagreement(row, approvalsIn(encryption, row), trails.get(row.id))
      : 'the app did not write its row'
    if (found !== undefined) lines.push(`Payout ${row.id}: ${found}.`)
  }
  for (const [id, { isDeleted, latest }] of missing)
    if (!isDeleted && latest !== undefined) lines.push(`Payout ${id}: it is missing, and was ${latest.state}.`)
  return lines
}

const batchSize = 500

async function* allPayouts(db: Kysely<Tables>): AsyncGenerator<PayoutRow> {
  for (let last = ''; ; ) {
    const batch = await db
      .selectFrom('payouts')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    yield* batch
    const end = batch.at(-1)
    if (end === undefined) return
    last = end.id
  }
}

/** Each is one that the app wrote, and there are as many as it has noted. */
async function compareStatements(
  db: Kysely<Tables>,
  encryption: Encryption,
  trails: ReadonlyMap<string, PayoutTrail>,
): Promise<readonly string[]> {
  const missing = new Map([...trails].map(([id, { statements }]) => [id, statements]))
  const forged = new Set<string>()
  for (const row of await db.selectFrom('outcomes').selectAll().execute()) {
    missing.set(row.payout_id, (missing.get(row.payout_id) ?? 0) - 1)
    if (!isIntact(encryption, 'outcomes', row)) forged.add(row.payout_id)
  }
  return [...missing]
    .filter(([id, count]) => count !== 0 || forged.has(id))
    .map(([id]) => `Payout ${id}: other things are stated of it than the app has written.`)
}

async function compareExports(
  db: Kysely<Tables>,
  { exports: told, sent }: Pick<Told, 'exports' | 'sent'>,
): Promise<readonly string[]> {
  const lines: string[] = []
  const missing = new Set(told.keys())
  for (const { id, format, count, again, created_by } of await madeExports(db)) {
    missing.delete(id)
    const entry = told.get(id)
    const isSame =
      entry !== undefined &&
      JSON.stringify([entry.format, entry.count, entry.again, entry.by]) ===
        JSON.stringify([format, count, again, created_by])
    if (!isSame) lines.push(`Export ${id}: the audit log does not know of it as it is.`)
    else if (!(await isAsSent(db, id, entry, sent.get(id) ?? new Set())))
      lines.push(`Export ${id}: other payouts stand in it than went out.`)
  }
  return [...lines, ...[...missing].map((id) => `Export ${id}: it is missing.`)]
}

/** It lists the payouts that were marked for it, each once, in the order of the file that went out. */
async function isAsSent(
  db: Kysely<Tables>,
  exportId: string,
  { digest, count }: AuditedExport,
  sent: ReadonlySet<string>,
): Promise<boolean> {
  const found = createDigest()
  const listed = new Set<string>()
  for await (const rows of exportParts(db, exportId))
    for (const row of rows) {
      if (!sent.has(row.id) || listed.has(row.id)) return false
      listed.add(row.id)
      found.add(row)
    }
  return listed.size === sent.size && listed.size === count && found.hex() === digest
}

/** No file was made of the others. */
function madeExports(db: Kysely<Tables>) {
  return db.selectFrom('exports').selectAll().where('state', '=', 'made').execute()
}

async function compareNames(db: Kysely<Tables>, told: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const people = await db.selectFrom('people').select(['id', 'name']).orderBy('id').execute()
  return people.flatMap(({ id, name }) => {
    const audited = told.get(id)
    if (audited === name) return []
    return [`Person ${id}: is called ${name}, and ${audited ?? 'nothing'} in the audit log.`]
  })
}

/** An older policy that was put back could make the second approval unnecessary. */
async function comparePolicy(
  db: Kysely<Tables>,
  encryption: Encryption,
  told: AuditedPolicy | undefined,
): Promise<readonly string[]> {
  const rows = await policiesInForce(db)
  return isPolicyGenuine(encryption, rows, told)
    ? []
    : ['The approval policy: another one is in force than the audit log says.']
}
