import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type Problem, type ProblemCode, problemSchema } from '#shared/api/problem.ts'
import { type ValidationOutcome, validationOutcomeSchema } from '#shared/api/validation.ts'
import { Failure } from '../failure.ts'
import { problemOf } from '../problem-for.ts'
import type { ProviderAnswer } from '../provider/provider-client.ts'
import { databaseTime } from '../store/database-time.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { concludeKey, createOldKeys, type KeyConclusion, keyRow, renewKey, takeKey } from '../store/idempotency-rows.ts'
import type { Store, Transaction } from '../store/store.ts'

interface Reservation {
  /** Of the request as it was understood; two bodies that mean the same have the same. */
  readonly fingerprint: string
  readonly service: 'identity' | 'bank'
  /** Names the request that asks. */
  readonly requestId: string
  /** The hash of what is asked, where the call for it is to be claimed with the key. */
  readonly question?: string | undefined
}

export interface ClaimRequest extends Pick<Reservation, 'service' | 'requestId'> {
  /** The hash of what is asked. */
  readonly question: string
  readonly key: string | undefined
}

type Taken = { readonly state: 'taken'; readonly claim: Claim | undefined }

/** The one call for a question, over all processes. */
export interface Claim {
  readonly question: string
  readonly id: string
}

/** What is known under a key. */
export type KeyState =
  | {
      /** `lost`: the process that asked ended before an answer was kept, so that nobody knows whether the validation ran. */
      readonly state: 'finished' | 'lost'
      readonly service: Reservation['service']
      readonly answer: ValidationAnswer
      readonly finishedAt: Date
    }
  /** Asked for and not concluded; where this process knows nothing of it, another one is at it. */
  | { readonly state: 'reserved'; readonly service: Reservation['service']; readonly startedAt: Date }

/**
 * What was asked for under which Idempotency-Key, and what came of it; kept for a day by the clock of the database, over restarts and
 * between processes.
 */
export interface ValidationLedger {
  /**
   * Takes the key for this request before a call is spent. Gives back what is known under it already; a conclusion that
   * certainly did not run makes room. `other-request` when the key is another request's.
   */
  reserve(key: string, reservation: Reservation): Promise<KeyState | Taken | 'other-request'>
  /**
   * Claims the call for a question, before it is sent; undefined while one is under way in any process. A claim is lost when the answer
   * takes too long, and then makes room. The asker's key counts its time from now on.
   */
  claim(request: ClaimRequest): Promise<Claim | undefined>
  /** How the last call for a question stands; `requestId` names the request that wants to know. */
  findCall(question: string, requestId: string): Promise<KeyState>
  /** After so long, what is reserved or claimed and has no answer is lost. */
  readonly longestMs: number
  /** Keeps the answer under key and claim, and in the same transaction what `alongside` writes. */
  conclude(
    of: { readonly key?: string | undefined; readonly claim?: Claim | undefined },
    answer: ValidationAnswer,
    alongside?: (transaction: Transaction) => Promise<void>,
  ): Promise<void>
  find(key: string): Promise<KeyState | undefined>
}

const keptMs = 24 * 60 * 60 * 1000

/** For so long who waits in another process finds the answer of a call. */
const callKeptMs = 60_000

/** The ledger in the store. A reservation that is older than `longestMs` and has no conclusion is lost: no call takes that long. */
export function createValidationLedger(store: Store, longestMs: number): ValidationLedger {
  const forgetOld = createOldKeys()
  const present = () => databaseTime(store.db, store.kind)
  const read = (row: Row, now: Date) => keyStateOf(row, store.encryption, now.getTime() - longestMs)
  const takeCall = async (db: Transaction['db'], { question, service, requestId }: ClaimRequest, now: Date) => {
    const id = randomUUID()
    const { at, keptUntil } = times(now, longestMs)
    const call = { key: callKey(question), fingerprint: id, service, requestId, at, keptUntil }
    return (await takeKey(db, { ...call, endsWithAnswer: true })) ? { question, id } : undefined
  }
  return {
    longestMs,
    reserve: (given, { fingerprint, service, requestId, question }) =>
      store.writeWithOthers(async (transaction) => {
        const { db, beganAt: now } = transaction
        const key = rowKey(given)
        const { at, keptUntil } = times(now, keptMs)
        await forgetOld(transaction, at)
        if (await takeKey(db, { key, fingerprint, service, requestId, at, keptUntil })) {
          const call = question === undefined ? undefined : { question, service, requestId, key }
          const claim = call && (await takeCall(db, call, now))
          return { state: 'taken', claim }
        }
        const row = await keyRow(db, key)
        return row === undefined || row.fingerprint !== fingerprint ? 'other-request' : read(row, now)
      }),
    claim: (request) =>
      store.writeWithOthers(async (transaction) => {
        const { db, beganAt: now } = transaction
        await forgetOld(transaction, now.toISOString())
        const claim = await takeCall(db, request, now)
        if (claim && request.key !== undefined) await renewKey(db, rowKey(request.key), now.toISOString())
        return claim
      }),
    findCall: async (question, requestId) => {
      const row = await keyRow(store.db, callKey(question))
      const now = await present()
      // What became of it was here for a while, and is forgotten.
      return row === undefined ? forgotten(requestId, now) : read(row, now)
    },
    conclude: async ({ key, claim }, answer, alongside) => {
      if (key === undefined && claim === undefined && alongside === undefined) return
      await store.writeWithOthers(async (transaction) => {
        const now = transaction.beganAt
        const day = times(now, keptMs)
        if (key !== undefined) await concludeRow(transaction, { key: rowKey(key), ...day }, answer)
        const fingerprint = claim?.id
        const call = { key: callKey(claim?.question ?? ''), fingerprint, ...times(now, callKeptMs) }
        if (claim !== undefined) await concludeRow(transaction, call, answer)
        await alongside?.(transaction)
      })
    },
    find: async (given) => {
      const row = await keyRow(store.db, rowKey(given))
      const now = await present()
      return row === undefined || (row.kept_until ?? '') <= now.toISOString() ? undefined : read(row, now)
    },
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof keyRow>>>

function rowKey(key: string): string {
  return `validation:${key}`
}

function callKey(question: string): string {
  return `call:${question}`
}

function placeOf(key: string) {
  return { table: 'idempotency', id: key, column: 'answer_encrypted' } as const
}

function times(now: Date, keptForMs: number) {
  return { at: now.toISOString(), keptUntil: new Date(now.getTime() + keptForMs).toISOString() }
}

function concludeRow(
  { db, encryption }: Transaction,
  of: Pick<KeyConclusion, 'key' | 'fingerprint' | 'at' | 'keptUntil'>,
  { status, mayHaveRun, body }: ValidationAnswer,
): Promise<void> {
  const answerEncrypted = encryption.encrypt(JSON.stringify(body), placeOf(of.key))
  return concludeKey(db, { ...of, status, mayHaveRun, answerEncrypted })
}

const bodySchema = z.union([validationOutcomeSchema, problemSchema])

/** @param lostBefore what was reserved before this moment and is not concluded, in milliseconds since 1970 */
function keyStateOf(row: Row, encryption: Encryption, lostBefore: number): KeyState {
  const service = row.service === 'bank' ? 'bank' : 'identity'
  const startedAt = new Date(row.reserved_at)
  if (row.state === 'finished' && row.answer_encrypted !== null) {
    const body = bodySchema.parse(JSON.parse(encryption.decrypt(row.answer_encrypted, placeOf(row.key))))
    const answer = { status: row.status ?? 0, body, mayHaveRun: row.may_have_run === 1 }
    return { state: 'finished', service, answer, finishedAt: new Date(row.finished_at ?? row.reserved_at) }
  }
  if (startedAt.getTime() >= lostBefore) return { state: 'reserved', service, startedAt }
  return { state: 'lost', service, answer: lostAnswer(row.request_id ?? ''), finishedAt: startedAt }
}

function forgotten(requestId: string, finishedAt: Date): KeyState {
  return { state: 'lost', service: 'identity', answer: lostAnswer(requestId), finishedAt }
}

/** How a validation is answered, no matter who asks for it and however often: an outcome, or a problem. */
export interface ValidationAnswer {
  readonly status: number
  readonly body: ValidationOutcome | Problem
  /** False only where it is certain that the provider did not run the validation: then it may be asked for again. */
  readonly mayHaveRun: boolean
}

export function outcomeAnswer(outcome: ValidationOutcome): ValidationAnswer {
  return { status: 200, body: outcome, mayHaveRun: true }
}

export function problemAnswer(problem: Problem, error: unknown): ValidationAnswer {
  const mayHaveRun = !(error instanceof Failure) || unknownWhetherRun.has(error.code)
  return { status: problem.status, body: problem, mayHaveRun }
}

/**
 * What is known of a validation whose asker ended before an answer was kept. `requestId` is of the request that asked: it
 * begins the trace identifiers at the provider.
 */
export function lostAnswer(requestId: string): ValidationAnswer {
  const trace = `${requestId}.1`
  const failure = new Failure('PROVIDER_TIMEOUT', { params: { trace } })
  return problemAnswer(problemOf(failure, requestId), failure)
}

/**
 * After these the provider may have run the validation. All other failures come before a request was sent, or with a
 * status that the interface ties to a validation that did not run (only HTTP 200 means that it ran).
 */
const unknownWhetherRun: ReadonlySet<ProblemCode> = new Set([
  'PROVIDER_TIMEOUT',
  'PROVIDER_PROTOCOL_ERROR',
  'INTERNAL_ERROR',
])

/**
 * What a validation that ran is answered with.
 * @throws Failure VALIDATION_NOT_RUN when the provider says that it did not run: never an outcome, even with a NOK in it
 */
export function validationOutcome(answer: ProviderAnswer, testMode: boolean, at: Date): ValidationOutcome {
  const { reply, correlationId, requestId, attempts } = answer
  if (!reply.ran) throw notRun(answer)
  return {
    ran: true,
    status: reply.status,
    reason: reply.reason,
    correlationId,
    requestId,
    attempts,
    testMode,
    at: at.toISOString(),
  }
}

function notRun({ reply, requestId }: ProviderAnswer): Failure {
  const provider = { status: reply.status, reason: reply.reason }
  return new Failure('VALIDATION_NOT_RUN', { params: { trace: requestId }, provider })
}
