import { type Kysely, sql } from 'kysely'
import type { Head } from '../audit/audit-log.ts'
import { verifyAuditLog } from '../audit/verify-audit-log.ts'
import { type Kind, StoreError } from '../database-kind.ts'
import { readEncryption } from '../encryption/encryption.ts'
import type { KeyRing } from '../encryption/key-ring.ts'
import { migrations, readMigrations } from '../migrate.ts'
import type { Tables } from '../schema.ts'
import { damaged } from '../trouble.ts'
import { refuseUnreadableTexts } from '../unreadable-texts.ts'

/** How many rows each table has. */
export type Counts = Readonly<Record<keyof Tables, number>>

/** All tables, empty; the compiler holds them against the schema. */
const nothing: Counts = {
  people: 0,
  sessions: 0,
  ceremonies: 0,
  passkeys: 0,
  passwords: 0,
  recovery_codes: 0,
  invitations: 0,
  misses: 0,
  sign_ins: 0,
  approval_signatures: 0,
  logout_tokens: 0,
  tokens: 0,
  batches: 0,
  details_links: 0,
  sheets: 0,
  sheet_parts: 0,
  beneficiaries: 0,
  payouts: 0,
  payout_sums: 0,
  details_changes: 0,
  phone_numbers: 0,
  call_backs: 0,
  search_terms: 0,
  exports: 0,
  export_payouts: 0,
  outcomes: 0,
  validations: 0,
  jobs: 0,
  job_parts: 0,
  validation_items: 0,
  idempotency: 0,
  drafts: 0,
  bank_names: 0,
  bank_uses: 0,
  amount_limits: 0,
  approval_policy: 0,
  proposals: 0,
  audit: 0,
  audit_head: 0,
  data_keys: 0,
  epochs: 0,
  backups: 0,
  webhooks: 0,
  deliveries: 0,
  delivery_turn: 0,
  notifications: 0,
  notification_settings: 0,
  notification_reading: 0,
  migrations: 0,
}

export const tableNames = Object.keys(nothing).filter((name): name is keyof Tables => name in nothing)

/** What a whole database looks like from outside. */
export interface Soundness {
  readonly counts: Counts
  /** The newest entry of the audit log. */
  readonly head: Head
  /** Which data key it is encrypted with. */
  readonly dataKey: string
  /** Its migrations, with blanks between. */
  readonly schema: string
}

/** {@link checkDatabase} with the keys that are at hand. */
export type DatabaseCheck = (db: Kysely<Tables>, kind: Kind) => Promise<Soundness>

/**
 * Reads a whole database: that its file is sound, that its audit log holds, and how much there is.
 * @throws StoreError when something is wrong with it, or its data key is not at hand
 */
export async function checkDatabase(
  db: Kysely<Tables>,
  kind: Kind,
  ring: KeyRing,
  known = migrations,
): Promise<Soundness> {
  if (kind === 'sqlite') await checkFile(db)
  const schema = (await readMigrations(db, known)).join(' ')
  const encryption = await readEncryption(db, ring)
  if (encryption === undefined) throw new StoreError('nothing is encrypted yet: start the server once')
  const verdict = await verifyAuditLog(db, encryption, [])
  if (!verdict.holds) throw new StoreError(`the audit log does not hold: entry ${verdict.seq} ${verdict.error}`)
  return { counts: await countRows(db), head: verdict.head, dataKey: encryption.keyId, schema }
}

async function checkFile(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const [found] = rows
  if (found?.integrity_check !== 'ok')
    throw new StoreError(`${damaged} (${found?.integrity_check.replaceAll('\n', ' ') ?? 'unreadable'})`)
  await refuseUnreadableTexts(db)
}

async function countRows(db: Kysely<Tables>): Promise<Counts> {
  const counts: Record<keyof Tables, number> = { ...nothing }
  for (const name of tableNames) {
    const { count } = await db
      .selectFrom(name)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[name] = count
  }
  return counts
}

/** For a person, such as "12 beneficiaries, 30 payouts, 214 entries in the audit log". */
export function amountOf({ counts }: { readonly counts: Readonly<Record<string, number>> }): string {
  const { beneficiaries = 0, payouts = 0, audit = 0 } = counts
  const people = beneficiaries === 1 ? 'beneficiary' : 'beneficiaries'
  const entries = audit === 1 ? 'entry' : 'entries'
  return `${beneficiaries} ${people}, ${payouts} payout${payouts === 1 ? '' : 's'}, ${audit} ${entries} in the audit log`
}
