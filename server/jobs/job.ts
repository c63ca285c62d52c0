import type { Permission } from '#shared/api/permissions.ts'
import type { Failure } from '../kernel/failure.ts'
import type { Member } from '../people/member.ts'
import type { LostAuthority } from '../people/permitted.ts'
import type { Transaction } from '../store/store.ts'
import type { GroupPace } from '../writes/paced-groups.ts'
import type { Job } from './job-rows.ts'

/** What a piece has made of its job: whatever of it is another now. */
export interface PieceResult extends Partial<Pick<Job, 'state' | 'why' | 'done' | 'failed' | 'course' | 'problem'>> {
  /** What goes on beside further pieces once this one is written, such as calls of the provider. Never rejects. */
  readonly calls?: readonly (() => Promise<void>)[]
  /** After so long there is more to do, or once a call has ended. */
  readonly restMs?: number
}

/** Does about so many of the next things, within the transaction that saves how far the job is, for a person as they are now. */
export type DoPiece = (tx: Transaction, job: Job, person: Member, size: number) => Promise<PieceResult>

/** What a piece has written is to be undone, and this done in its place. */
export class InsteadOfPiece extends Error {
  readonly doPiece: DoPiece

  constructor(doPiece: DoPiece) {
    super('instead')
    this.doPiece = doPiece
  }
}

/** A job that a server has taken: what its pieces take was read. */
export interface JobPieces {
  readonly doPiece: DoPiece
  /** For how long nothing can be done, such as while the provider is busy; asked before each piece. */
  readonly waitMs?: (job: Job) => number
  /** The last piece, once all others are done; made of what is read outside of transactions. */
  readonly finish?: (job: Job) => Promise<DoPiece>
}

/** One kind of long work. */
export interface JobKind {
  /** What the person on whose authority it runs must still be permitted. */
  readonly permission: Permission | ((job: Job) => Permission)
  readonly pace: GroupPace
  /** After so many pieces it gives its place up to others that wait; left out: a few. More where getting ready to go on takes long. */
  readonly turnPieces?: number
  /** Whether the audit log has what begins, pauses and ends it, with its id: then it goes on only by these entries. */
  readonly isLogged?: true
  /** Its state after a failure that asking again does not fix. */
  readonly byFailure: 'failed' | 'undoing'
  /**
   * Gets ready to go on from where a job is, outside of transactions, each time that a server takes it.
   * @param renew is to be called now and then, where that takes long
   * @throws Failure for what speaks against the job as a whole
   */
  pieces(job: Job, renew: () => Promise<void>): Promise<JobPieces>
  /** What becomes of it once its person may do nothing more. */
  withoutAuthority(tx: Transaction, job: Job, why: LostAuthority): Promise<PieceResult>
  /** Takes the last things back that were done, on demand or after a failure; of a person who may do nothing more it says why. */
  undo?(tx: Transaction, job: Job, person: Member | LostAuthority, size: number): Promise<PieceResult>
  /** Called within the transaction that ends a job, however it does. */
  ended?(tx: Transaction, job: Job): Promise<void>
  /** Where taking back has failed, for which reason: what becomes of the job until that is tried again, and after how long. */
  stuck?(tx: Transaction, job: Job, problem: NonNullable<Job['problem']>): Promise<PieceResult>
  /** Called once a job has ended by a failure. */
  failed?(failure: Failure): Promise<void>
}

export type JobKinds = Readonly<Record<Job['kind'], JobKind>>
