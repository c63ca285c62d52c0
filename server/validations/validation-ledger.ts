import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { problemSchema } from '#shared/api/problem.ts'
import { validationOutcomeSchema } from '#shared/api/validation.ts'
import { databaseTime } from '../store/database-time.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import type { Store, Transaction } from '../store/store.ts'
import {
  concludeKeys,
  createOldKeys,
  type IdempotencyRow,
  type KeyConclusion,
  keyRow,
  renewKey,
  takeKeys,
} from '../writes/idempotency-rows.ts'
import { lostAnswer, type ValidationAnswer } from './validation-answer.ts'

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

type TakenKey = { readonly state: 'taken'; readonly claim: Claim | undefined }

/** The one call for a question, over all processes. */
export interface Claim {
  readonly question: string
  readonly id: string
}

/** What is known under a key. */
export type KeyState =
  | {
      /** `lost`: the process that asked ended before an answer was saved, so that it is unknown whether the validation ran. */
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
  reserve(key: string, reservation: Reservation): Promise<KeyState | TakenKey | 'other-request'>
  /**
   * Claims the call for a question, before it is sent; undefined while one is under way in any process. A claim is lost when the answer
   * takes too long, and then makes room. The asker's key counts its time from now on.
   */
  claim(request: ClaimRequest): Promise<Claim | undefined>
  /** The state of the last call for a question; `requestId` is that of the asking request. */
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
  const read = (row: IdempotencyRow, now: Date) => keyStateOf(row, store.encryption, now.getTime() - longestMs)
  const reserve = store.sharing(async (tx, all: readonly KeyRequest[]) => {
    const { at, keptUntil } = times(tx.beganAt, keptMs)
    await forgetOld(tx, at)
    const keys = await takeKeys(
      tx.db,
      all.map(({ key, fingerprint, service, requestId }) => ({ key, fingerprint, service, requestId, at, keptUntil })),
    )
    const taken = all.filter(({ key }) => keys.has(key))
    const claims = await takeCalls(tx, taken, longestMs)
    const states: (KeyState | TakenKey | 'other-request')[] = []
    for (const request of all) {
      const { key, fingerprint } = request
      if (keys.has(key)) {
        states.push({ state: 'taken', claim: claims.get(request) })
        continue
      }
      const row = await keyRow(tx.db, key)
      states.push(row === undefined || row.fingerprint !== fingerprint ? 'other-request' : read(row, tx.beganAt))
    }
    return states
  })
  const claim = store.sharing(async (tx, all: readonly ClaimRequest[]) => {
    const at = tx.beganAt.toISOString()
    await forgetOld(tx, at)
    const claims = await takeCalls(tx, all, longestMs)
    for (const request of all)
      if (claims.has(request) && request.key !== undefined) await renewKey(tx.db, rowKey(request.key), at)
    return all.map((request) => claims.get(request))
  })
  const conclude = store.sharing(async (tx, all: readonly Concluding[]) => {
    await concludeKeys(
      tx.db,
      all.flatMap((concluding) => conclusionsOf(tx, concluding)),
    )
    for (const { alongside } of all) await alongside?.(tx)
    return all.map(() => undefined)
  })
  return {
    longestMs,
    reserve: (key, reservation) => reserve({ ...reservation, key: rowKey(key) }),
    claim,
    findCall: async (question, requestId) => {
      const row = await keyRow(store.db, callKey(question))
      const now = await present()
      // What became of it was here for a while, and is forgotten.
      return row === undefined ? forgotten(requestId, now) : read(row, now)
    },
    conclude: async ({ key, claim }, answer, alongside) => {
      if (key === undefined && claim === undefined && alongside === undefined) return
      await conclude({ key, claim, answer, alongside })
    },
    find: async (given) => {
      const row = await keyRow(store.db, rowKey(given))
      const now = await present()
      return row === undefined || (row.kept_until ?? '') <= now.toISOString() ? undefined : read(row, now)
    },
  }
}

interface KeyRequest extends Reservation {
  readonly key: string
}

/** Claims those calls that are free; of requests without a question none. */
async function takeCalls<Request extends Pick<Reservation, 'question' | 'service' | 'requestId'>>(
  { db, beganAt }: Pick<Transaction, 'db' | 'beganAt'>,
  requests: readonly Request[],
  longestMs: number,
): Promise<ReadonlyMap<Request, Claim>> {
  const { at, keptUntil } = times(beganAt, longestMs)
  const asked = requests.flatMap((request) =>
    request.question === undefined ? [] : [{ request, claim: { question: request.question, id: randomUUID() } }],
  )
  const calls = asked.map(({ request: { service, requestId }, claim: { question, id } }) => ({
    key: callKey(question),
    fingerprint: id,
    service,
    requestId,
    at,
    keptUntil,
  }))
  const taken = await takeKeys(db, calls, true)
  return new Map(
    asked
      .filter(({ claim: { question } }) => taken.has(callKey(question)))
      .map(({ request, claim }) => [request, claim]),
  )
}

interface Concluding {
  readonly key: string | undefined
  readonly claim: Claim | undefined
  readonly answer: ValidationAnswer
  readonly alongside: ((transaction: Transaction) => Promise<void>) | undefined
}

/** That of the key for a day, and that of the call for those who wait for it. */
function conclusionsOf(
  { encryption, beganAt }: Transaction,
  { key, claim, answer: { status, mayHaveRun, body } }: Concluding,
): readonly KeyConclusion[] {
  const text = JSON.stringify(body)
  const concluded = (row: string, keptForMs: number, fingerprint?: string) => ({
    key: row,
    fingerprint,
    status,
    mayHaveRun,
    answerEncrypted: encryption.encrypt(text, placeOf(row)),
    ...times(beganAt, keptForMs),
  })
  return [
    ...(key === undefined ? [] : [concluded(rowKey(key), keptMs)]),
    ...(claim === undefined ? [] : [concluded(callKey(claim.question), callKeptMs, claim.id)]),
  ]
}

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

const bodySchema = z.union([validationOutcomeSchema, problemSchema])

/** @param lostBefore what was reserved before this moment and is not concluded, in milliseconds since 1970 */
function keyStateOf(row: IdempotencyRow, encryption: Encryption, lostBefore: number): KeyState {
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
