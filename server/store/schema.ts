import type { ApprovalReason } from '#shared/api/approval.ts'
import type { Outcome } from '#shared/api/outcome.ts'
import type { BatchesTable, SheetPartsTable, SheetsTable } from './batch-tables.ts'
import type { CallBacksTable, DetailsChangesTable, PhoneNumbersTable } from './beneficiary-tables.ts'
import type {
  ApprovalSignaturesTable,
  InvitationsTable,
  MissesTable,
  PasskeysTable,
  PasswordsTable,
  RecoveryCodesTable,
} from './credential-tables.ts'
import type { DetailsTables } from './details-tables.ts'
import type { ExportPayoutsTable, ExportsTable, OutcomesTable } from './export-tables.ts'
import type { JobTables } from './job-tables.ts'
import type { AmountLimitsTable, ApprovalPolicyTable, BankNamesTable, BankUsesTable } from './merchant-tables.ts'
import type { NotificationTables } from './notification-tables.ts'
import type {
  CeremoniesTable,
  LogoutTokensTable,
  PeopleTable,
  ProposalsTable,
  SessionsTable,
  SignInsTable,
  TokensTable,
} from './people-tables.ts'
import type {
  AuditHeadTable,
  AuditTable,
  BackupsTable,
  DataKeysTable,
  EpochsTable,
  IdempotencyTable,
  MigrationsTable,
} from './program-tables.ts'
import type { ValidationItemsTable, ValidationsTable } from './validation-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

/**
 * The tables, the same in SQLite and PostgreSQL: text, integers (below 2³¹, yes and no as 1 and 0). Times are ISO 8601 in UTC with milliseconds,
 * so that their order is that of the text. What ends in `_encrypted` is encrypted, see encryption.ts; what ends in `_hash` is a keyed hash. The
 * database itself refuses a word that a state cannot be, and the id of a row that does not exist: see migrations/first/.
 */
export interface Tables extends DetailsTables, JobTables, NotificationTables, WebhookTables {
  readonly people: PeopleTable
  readonly sessions: SessionsTable
  readonly ceremonies: CeremoniesTable
  readonly passkeys: PasskeysTable
  readonly passwords: PasswordsTable
  readonly recovery_codes: RecoveryCodesTable
  readonly invitations: InvitationsTable
  readonly misses: MissesTable
  readonly sign_ins: SignInsTable
  readonly approval_signatures: ApprovalSignaturesTable
  readonly logout_tokens: LogoutTokensTable
  readonly tokens: TokensTable
  readonly proposals: ProposalsTable
  readonly backups: BackupsTable
  readonly batches: BatchesTable
  readonly sheets: SheetsTable
  readonly sheet_parts: SheetPartsTable
  readonly beneficiaries: BeneficiariesTable
  readonly payouts: PayoutsTable
  readonly payout_sums: PayoutSumsTable
  readonly details_changes: DetailsChangesTable
  readonly phone_numbers: PhoneNumbersTable
  readonly call_backs: CallBacksTable
  readonly search_terms: SearchTermsTable
  readonly exports: ExportsTable
  readonly export_payouts: ExportPayoutsTable
  readonly outcomes: OutcomesTable
  readonly validations: ValidationsTable
  readonly validation_items: ValidationItemsTable
  readonly idempotency: IdempotencyTable
  readonly drafts: DraftsTable
  readonly bank_names: BankNamesTable
  readonly bank_uses: BankUsesTable
  readonly amount_limits: AmountLimitsTable
  readonly approval_policy: ApprovalPolicyTable
  readonly audit: AuditTable
  readonly audit_head: AuditHeadTable
  readonly data_keys: DataKeysTable
  readonly epochs: EpochsTable
  readonly migrations: MigrationsTable
}

/** What holds an entry: all of it in one encrypted document, and in clear what rows are found, ordered or summed by. */
export interface EntryColumns {
  readonly country: string
  readonly method: string
  /** JSON of its filled fields, with who typed those that are secret: see typed-by.ts. Null once erased. */
  readonly entry_encrypted: string | null
}

/** What of a payment is in clear text; of an erased payout it stays. */
export interface PaymentColumns {
  /** Decimal text as it is sent, never a number that is rounded. */
  readonly amount: string
  readonly currency_code: string
  readonly external_reference: string
  /** Unique, in place of the reference itself: that may be longer than an index of PostgreSQL takes. */
  readonly reference_hash: string
  readonly test_mode: number
  /** What amounts are sorted by: their currency, how many digits they have before the point, in two digits, and the amounts themselves. */
  readonly amount_key: string
}

interface BeneficiariesTable extends EntryColumns {
  readonly id: string
  readonly version: number
  readonly status: 'active' | 'archived'
  /** The name folded, for the order of names. */
  readonly name_key: string
  readonly created_at: string
  readonly created_by: string
  readonly updated_at: string
  readonly updated_by: string
  readonly last_payout_at: string | null
  readonly erased_at: string | null
  /** The unfinished form that it was entered from, or the row of a sheet as `batch.row`: each is entered once. */
  readonly draft_id: string | null
  /** The id that the merchant's own system has for them: see external-ids.ts. */
  readonly external_id_hash: string | null
  readonly external_id_encrypted: string | null
}

/** How many payouts are alike in all this, and what they add up to as payout-sums.ts has it: kept by the database itself, by triggers. */
interface PayoutSumsTable {
  /** Blank for those without a batch. */
  readonly batch_id: string
  readonly state: PayoutsTable['state']
  /** Blank where nothing was stated. */
  readonly outcome: Outcome | ''
  readonly country: string
  readonly currency_code: string
  readonly rest: number
  /** Of those in review; else blank. */
  readonly entered_by: string
  /** Who gave the one approval that a payout in review has; else blank. */
  readonly approver: string
  /** 1 for those with a warning of any grade. */
  readonly warned: number
  readonly count: number
  readonly millions: number
  readonly units: number
}

interface PayoutsTable extends EntryColumns, PaymentColumns {
  readonly id: string
  readonly version: number
  readonly state: 'draft' | 'in_review' | 'returned' | 'approved' | 'exported'
  /** Null in a draft whose beneficiary is new and has errors: no one is saved until these are fixed. */
  readonly beneficiary_id: string | null
  /** Of which version of the beneficiary its entry is. */
  readonly beneficiary_version: number | null
  /** The name of the beneficiary folded, for the order of names; blank once erased. */
  readonly name_key: string
  /** The batch that it came with, and from which of its rows; null for one that was entered by itself. */
  readonly batch_id: string | null
  readonly batch_row: number | null
  /** Names what that row held, so that a repeat of it is known; null once erased. */
  readonly batch_hash: string | null
  /** JSON: the confirmed warnings, each with who, when and why: see confirmations.ts. */
  readonly confirmed_encrypted: string | null
  /** How many of them who entered it confirmed. */
  readonly confirmed_count: number
  /** How many warnings it had when it was last saved or approved, by grade; and how many of all those were unconfirmed. */
  readonly warnings_compliance: number
  readonly warnings_serious: number
  readonly warnings_minor: number
  readonly warnings_unconfirmed: number
  /** The canonical JSON of the exact request; null once erased. */
  readonly request_encrypted: string | null
  readonly request_hash: string
  /** The hash that was approved; null unless approved or exported. */
  readonly approved_hash: string | null
  /** JSON: who approved the request that it holds, and when: see payout-approvals.ts. Null without approvals. */
  readonly approvals_encrypted: string | null
  readonly approvals_count: number
  /** How many it takes, and why more than one: fixed when it was sent to review. */
  readonly approvals_needed: number
  readonly approvals_why: ApprovalReason | null
  readonly comment_encrypted: string | null
  /** JSON: what the newest decision took the place of; null once anything else was done. */
  readonly undo_encrypted: string | null
  /** Names its identifying details, the same in every payout and beneficiary that has them; null once erased. */
  readonly details_hash: string | null
  /** JSON: ids of all who entered or changed it, and of `details_by`. */
  readonly entered_by: string
  /** JSON: ids of the people involved only by a change of the saved beneficiary's identifying details; null without any. */
  readonly details_by: string | null
  readonly created_at: string
  readonly created_by: string
  readonly updated_at: string
  readonly updated_by: string
  readonly submitted_at: string | null
  readonly submitted_by: string | null
  readonly decided_at: string | null
  readonly decided_by: string | null
  readonly exported_at: string | null
  /** Which version its beneficiary had when it was first exported. A version, as clocks can go back. */
  readonly exported_version: number | null
  readonly erased_at: string | null
  /** The unfinished form that it was entered from: each is entered once. */
  readonly draft_id: string | null
  /** The refused payout that it pays in the place of. */
  readonly replaces_id: string | null
  /** The outcome that all reports on it give together, so that lists can be filtered by it; null without a report. */
  readonly outcome: Outcome | null
  /** Over all other columns but those that lists alone are sorted and filtered by: see row-mac.ts. */
  readonly row_mac: string
}

/**
 * What a beneficiary or payout is found by: `p:` a beginning of a folded word of the beneficiary's name, `w:` a whole word in a payout,
 * `n:` the hash of a whole number and `t:` that of its last four characters (fields.ts declares which fields are numbers), `d:` the
 * hash of country and document number, `a:` the hash of where money goes (an account or a Pix key, each its own), `b:` for sums what makes a
 * payee the same, however it was spelt ([payee-terms.ts](../search/payee-terms.ts)), `r:` a folded reference. Of an erased one nothing is left. An unfinished form has those `d:` and `a:` that can be read of it, and `i:` the id of
 * the saved beneficiary that it is about.
 * The rest repeats the row that is found, so that the index alone answers which rows make a page; blank where no query needs it.
 */
interface SearchTermsTable {
  readonly kind: 'beneficiary' | 'payout' | 'draft'
  readonly term: string
  readonly sort_key: string
  readonly thing_id: string
  readonly country: string
  readonly status: string
}

interface DraftsTable {
  readonly id: string
  readonly person_id: string
  readonly kind: 'payout' | 'beneficiary'
  readonly subject_id: string | null
  readonly revision: number
  readonly content_encrypted: string
  readonly created_at: string
  readonly updated_at: string
}
