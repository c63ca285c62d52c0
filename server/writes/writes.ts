import * as z from 'zod/mini'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { Failure, SenderGone } from '../kernel/failure.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import type { Store, Transaction } from '../store/store.ts'
import { concludeKeys, keyRow, takeKey } from './idempotency-rows.ts'

/** How a write is answered, and answered again under the same key. */
interface WriteAnswer<Body = unknown> {
  /** Saved for good, so it names what was made and holds no personal data: a route presents that again each time. */
  readonly body: Body
  readonly version?: number | undefined
  /** Where what was made can be found. */
  readonly location?: string | undefined
}

/** The result of the work. */
export interface WriteResult extends WriteAnswer {
  /** Whether an earlier write had made the same: then nothing has happened. */
  readonly isRepeat?: boolean
}

export interface GivenAnswer<Body = unknown> extends WriteAnswer<Body> {
  readonly isReplay: boolean
}

/** One intent of a person: the same key with the same body is the same intent. */
export interface Intent {
  readonly key: string | undefined
  readonly personId: string
  /** What for, such as `POST /api/payouts`. */
  readonly route: string
  readonly body: unknown
}

/** Writes that happen once however often and however late they are sent, over restarts and processes: their keys never end. */
export interface Writes {
  /**
   * Does the work in one transaction, with its answer under the key; a repeat gets that answer, its body read by the schema.
   * @throws Failure IDEMPOTENCY_KEY_REUSED when the person used the key for another body or route (each person has keys of their
   * own); whatever the work throws, and then nothing is kept under the key
   */
  once<Body>(intent: Intent, bodySchema: z.ZodMiniType<Body>, work: Work): Promise<GivenAnswer<Body>>
  /**
   * The answer that an earlier write was given under the key, where there is one.
   * @throws Failure IDEMPOTENCY_KEY_REUSED
   */
  earlier<Body>(intent: Intent, bodySchema: z.ZodMiniType<Body>): Promise<GivenAnswer<Body> | undefined>
}

/** The name under which the answer to an intent is kept. */
export function keyOf({ key, personId }: Pick<Intent, 'key' | 'personId'>): string | null {
  return key === undefined ? null : `write:${personId}:${key}`
}

type Work = (transaction: Transaction) => Promise<WriteResult>

/** A write that is under way in this process; its repeats wait with it instead of for the write lock. */
interface UnderWay {
  readonly fingerprint: string
  readonly given: Promise<GivenAnswer>
}

/** Writes once a key, by the store: the key's row and the work are one transaction. */
export function createWrites(store: Store): Writes {
  const underWay = new Map<string, UnderWay>()

  const begin = (key: string, fingerprint: string, work: Work): Promise<GivenAnswer> => {
    const given = store.write((tx) => writeUnder(tx, { key, fingerprint }, work)).finally(() => underWay.delete(key))
    underWay.set(key, { fingerprint, given })
    return given
  }
  const give = async (intent: Intent, work: Work): Promise<GivenAnswer> => {
    const key = keyOf(intent)
    if (key === null) return first(await store.write(work))
    const fingerprint = fingerprintOf(store.encryption, intent)
    const running = underWay.get(key)
    if (running === undefined) return begin(key, fingerprint, work)
    if (running.fingerprint !== fingerprint) throw reused()
    try {
      return { ...(await running.given), isReplay: true }
    } catch (error) {
      if (error instanceof SenderGone) return give(intent, work)
      throw error
    }
  }
  return {
    async once(intent, bodySchema, work) {
      const { body, ...rest } = await give(intent, work)
      return { body: bodySchema.parse(body), ...rest }
    },
    async earlier(intent, bodySchema) {
      const key = keyOf(intent)
      const saved = key === null ? undefined : await keyRow(store.db, key)
      if (key === null || saved === undefined) return undefined
      const { body, ...rest } = replayed(
        store.encryption,
        { key, fingerprint: fingerprintOf(store.encryption, intent) },
        saved,
      )
      return { body: bodySchema.parse(body), ...rest }
    },
  }
}

/**
 * For work that takes several transactions, each part of which knows by itself whether it was done before: takes the key for this body in the
 * first of them, or finds it taken for the same.
 * @throws Failure IDEMPOTENCY_KEY_REUSED
 */
export function claiming(encryption: Encryption, intent: Intent) {
  const key = keyOf(intent)
  const fingerprint = fingerprintOf(encryption, intent)
  return async (tx: Transaction): Promise<void> => {
    if (key !== null) await writeUnder(tx, { key, fingerprint }, async () => ({ body: {} }))
  }
}

function fingerprintOf(encryption: Encryption, { route, body }: Intent): string {
  return encryption.hash('write', canonicalJson({ route, body }))
}

function first({ isRepeat = false, ...answer }: WriteResult): GivenAnswer {
  return { ...answer, isReplay: isRepeat }
}

interface IdempotencyKey {
  readonly key: string
  readonly fingerprint: string
}

async function writeUnder(tx: Transaction, { key, fingerprint }: IdempotencyKey, work: Work): Promise<GivenAnswer> {
  const { db, encryption } = tx
  const at = tx.now().toISOString()
  if (!(await takeKey(db, { key, fingerprint, service: null, requestId: null, at, keptUntil: null }))) {
    return replayed(encryption, { key, fingerprint }, await keyRow(db, key))
  }
  const { isReplay, ...answer } = first(await work(tx))
  const answerEncrypted = encryption.encrypt(JSON.stringify(answer), placeOf(key))
  await concludeKeys(db, [{ key, status: madeStatus, mayHaveRun: true, answerEncrypted, at, keptUntil: null }])
  return { ...answer, isReplay }
}

/** A key's row and its answer are one transaction: there is no row without an answer. */
function replayed(
  encryption: Encryption,
  { key, fingerprint }: IdempotencyKey,
  saved: Awaited<ReturnType<typeof keyRow>>,
): GivenAnswer {
  if (saved?.fingerprint !== fingerprint || saved.answer_encrypted === null) throw reused()
  return { ...savedAnswer(encryption, key, saved.answer_encrypted), isReplay: true }
}

function placeOf(key: string) {
  return { table: 'idempotency', id: key, column: 'answer_encrypted' } as const
}

/** What is written once is made by that. */
const madeStatus = 201

const answerSchema = z.object({ body: z.unknown(), version: z.optional(z.number()), location: z.optional(z.string()) })

function savedAnswer(encryption: Encryption, key: string, encrypted: string): WriteAnswer {
  return answerSchema.parse(JSON.parse(encryption.decrypt(encrypted, placeOf(key))))
}

function reused(): Failure {
  return new Failure('IDEMPOTENCY_KEY_REUSED')
}
