import type { Kysely, Selectable } from 'kysely'
import type { ActivityAction, ThingType } from '#shared/api/activity.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import type { CalledBack } from './audit/call-backs.ts'
import type { Finding } from './audit/findings.ts'
import type { Hosts } from './audit/hosts.ts'
import type { LoggedJobs } from './audit/logged-jobs.ts'
import type { PaymentToCompare } from './audit/paid-before.ts'
import type { ApprovedSince, PayoutUnderWay } from './audit/payouts-under-way.ts'
import type { RecentSignIns } from './audit/recent-sign-ins.ts'
import type { Encryption } from './encryption/encryption.ts'
import type { Tables } from './schema.ts'
import type { WriteQueue, WriterWait } from './write-queue.ts'

/** Something that happened, as it enters the audit log: ids, field names and codes, never personal data of beneficiaries. */
export interface Event {
  /** The member of staff; null where no one is signed in. */
  readonly personId: string | null
  readonly action: ActivityAction
  readonly thing: { readonly type: ThingType; readonly id: string }
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Reads what the audit log records of things. */
export interface AuditReader {
  /**
   * All entries about these things that decide something, those about one in their order.
   * @throws Failure TAMPERED where one is missing or is not what the app wrote
   */
  entriesAbout(thingIds: readonly string[]): Promise<readonly Selectable<Tables['audit']>[]>
  /**
   * What the entries about each thing add up to, which is another sum once there are more of them. Those of this transaction do not count.
   * @throws Failure TAMPERED
   */
  sumsOfEntries(thingIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /**
   * The payouts that wait for review or for their export, or were exported within a day, by the keyed hashes of whom they pay that their entries
   * have. Of this transaction only the approvals count.
   * @throws Failure TAMPERED
   */
  payoutsPaying(payees: readonly string[]): Promise<readonly PayoutUnderWay[]>
  /**
   * The ids of the payouts that wait for review or for their export with an approval of this person.
   * @throws Failure TAMPERED
   */
  payoutsAwaitingWith(personId: string): Promise<readonly string[]>
  /**
   * The sum of all that a person has approved in a currency since a time, to the minute, and that was not taken back; also in this transaction.
   * @throws Failure TAMPERED
   */
  approvedBy(approved: ApprovedSince): Promise<string>
  /**
   * What compliance has to look at, by the keyed hashes of questions that the entries of validations have. Those of this transaction do not count.
   * @throws Failure TAMPERED
   */
  findings(questions: readonly string[]): Promise<ReadonlyMap<string, Finding>>
  /**
   * Whether the last payment to the beneficiary of a payout was to other details, or others to its person were, and none to one of its destinations;
   * by the entries of exports. Those of this transaction do not count.
   * @throws Failure TAMPERED
   */
  paidOther(payment: PaymentToCompare): Promise<boolean>
  /**
   * Of these payouts, those in an export that was made. Entries of this transaction do not count.
   * @throws Failure TAMPERED
   */
  outAmong(payoutIds: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * What call-backs have brought to light of these beneficiaries, of those that were called. Entries of this transaction do not count.
   * @throws Failure TAMPERED
   */
  calledBack(beneficiaryIds: readonly string[]): Promise<ReadonlyMap<string, CalledBack>>
  /**
   * Who counts as one with whom. Entries of this transaction do not count.
   * @throws Failure TAMPERED
   */
  hosts(): Promise<Hosts>
  /**
   * How far long work is. Entries of this transaction do not count.
   * @throws Failure TAMPERED
   */
  loggedJobs(): Promise<LoggedJobs>
  /**
   * What the newest entries record of sessions and codes. Outside of a transaction it is what was followed, where the audit log is not what apps wrote.
   * @param newestSeq the number of the newest entry, where it was read already
   */
  recentSignIns(newestSeq?: number): Promise<RecentSignIns>
}

/** All that reading what is saved takes. */
export interface Reader extends AuditReader {
  readonly db: Kysely<Tables>
  readonly encryption: Encryption
  /** The fields that entries have. */
  readonly fields: FieldTable
  /** How many people must approve a payout with a sanctions hit. */
  readonly sanctionsReviewers: number
  /** Whether a name alone lets no one in, so that one which did before says nothing of who it was. */
  readonly areNamesProven: boolean
  /** The hosts to which the provider may report payouts without a warning. */
  readonly notificationHosts: ReadonlySet<string>
  /** The identity provider, where people sign in at one. */
  readonly issuer: string | undefined
  now(): Date
}

/** What it takes to read rows and verify their MACs. */
export type RowReader = Pick<Reader, 'db' | 'encryption'>

/** Reads and writes within one transaction: all of it happens, or nothing. */
export interface Transaction extends Reader {
  /** Appends to the audit log, in the same transaction as the change it records. */
  audit(...events: readonly Event[]): Promise<void>
  /** Marks the next entry of this transaction as a use of what counts once: {@link RecentSignIns.isUsed} from then on. */
  markUsed(mark: string): void
  /** The time of the database since when it has had its turn: one for all processes, however their own clocks go. */
  readonly beganAt: Date
}

/** Where everything is saved: SQLite in a file, or PostgreSQL; the same tables and queries. As a reader it is outside of transactions. */
export interface Store extends Reader {
  readonly kind: 'sqlite' | 'postgres'
  /**
   * One transaction that writes. Writers of SQLite come one after the other; on PostgreSQL the work may run again after a
   * conflict between two, so it does nothing but read, write and audit. Once this resolves, the write outlives a power cut.
   * @throws Failure STORE_BUSY where those before it take too long
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>, wait?: WriterWait): Promise<Result>
  /**
   * The same for short work that is often asked at once: what waits for its turn shares a transaction, and the wait for the disk; the work does
   * all that was asked of it, and answers in the same order. It may run again, as one that fails undoes those it shares with. What it audits is
   * appended after the last of them, so it does not read that. To be called once for each kind of work.
   */
  sharing<Given, Result>(
    work: (transaction: Transaction, all: readonly Given[]) => Promise<readonly Result[]>,
  ): (given: Given) => Promise<Result>
  /** A write like any other that shares transactions so: for what strangers can ask in crowds, so that other writers wait for few of them. */
  writeJointly<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** Those who wait for their turn to write. */
  readonly writers: Pick<WriteQueue, 'length' | 'refuse'>
  /**
   * Proves that it takes work: reads, and every ten seconds writes.
   * @throws whatever keeps it from that, as a Failure or as the database says it
   */
  check(): Promise<void>
  /** After an erasure: takes what was overwritten out of the database's own file and log, where that can be done; resolves once it is. */
  wipe(): Promise<void>
  /** The newest entry of the audit log that this store has verified; undefined until it has followed all of it once, and where there is none. */
  newestEntry(): Pick<Selectable<Tables['audit']>, 'seq' | 'mac' | 'at'> | undefined
  close(): Promise<void>
}
