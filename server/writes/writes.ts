import * as z from 'zod/mini'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { Failure } from '../failure.ts'
import type { Encryption } from '../store/encryption.ts'
import { concludeKey, createOldKeys, keyRow, takeKey } from '../store/idempotency-rows.ts'
import type { Store, Transaction } from '../store/store.ts'

/** How a write is answered, and answered again under the same key. */
export interface WriteAnswer {
  readonly status: 200 | 201 | 204
  /** Kept for a day, so it names what was made and holds no personal data: a route presents that again each time. */
  readonly body: unknown
  readonly version?: number
  /** Where what was made can be found. */
  readonly location?: string
}

/** One intent of a person: the same key with the same body is the same intent. */
export interface Intent {
  readonly key: string | undefined
  readonly personId: string
  /** What for, such as `POST /api/payouts`. */
  readonly route: string
  readonly body: unknown
}

/** Writes that happen once however often they are sent, over restarts and processes, for a day. */
export interface Writes {
  /**
   * Does the work in one transaction, with its answer under the key; a repeat gets that answer.
   * @throws Failure IDEMPOTENCY_KEY_REUSED when the person used the key for another body or route (each person has keys of their
   * own); whatever the work throws, and then nothing is kept under the key
   */
  once(
    intent: Intent,
    work: (transaction: Transaction) => Promise<WriteAnswer>,
  ): Promise<{ readonly answer: WriteAnswer; readonly isReplay: boolean }>
}

type Given = Awaited<ReturnType<Writes['once']>>
type Work = Parameters<Writes['once']>[1]

const keptMs = 24 * 60 * 60 * 1000

/** A write that is under way in this process; its repeats wait with it instead of in the writers' line. */
interface UnderWay {
  readonly fingerprint: string
  readonly given: Promise<Given>
}

/** Writes once a key, by the store: the key's row and the work are one transaction. */
export function createWrites(store: Store): Writes {
  const underWay = new Map<string, UnderWay>()
  const forgetOld = createOldKeys()

  const begin = (key: string, fingerprint: string, work: Work): Promise<Given> => {
    const given = store
      .write(async (tx) => {
        await forgetOld(tx, tx.now().toISOString())
        return writeUnder(tx, { key, fingerprint }, work)
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, { fingerprint, given })
    return given
  }
  return {
    async once({ key: chosen, personId, route, body }, work) {
      if (chosen === undefined) return { answer: await store.write(work), isReplay: false }
      const key = `write:${personId}:${chosen}`
      const fingerprint = store.encryption.hash('write', canonicalJson({ route, body }))
      const running = underWay.get(key)
      if (running === undefined) return begin(key, fingerprint, work)
      if (running.fingerprint !== fingerprint) throw reused()
      return { answer: (await running.given).answer, isReplay: true }
    },
  }
}

interface IdempotencyKey {
  readonly key: string
  readonly fingerprint: string
}

async function writeUnder(tx: Transaction, { key, fingerprint }: IdempotencyKey, work: Work): Promise<Given> {
  const { db, encryption } = tx
  const now = tx.now()
  const at = now.toISOString()
  const keptUntil = new Date(now.getTime() + keptMs).toISOString()
  if (!(await takeKey(db, { key, fingerprint, service: null, requestId: null, at, keptUntil }))) {
    const saved = await keyRow(db, key)
    // A key's row and its answer are one transaction: there is no row without an answer.
    if (saved?.fingerprint !== fingerprint || saved.answer_encrypted === null) throw reused()
    return { answer: savedAnswer(encryption, key, saved.answer_encrypted), isReplay: true }
  }
  const answer = await work(tx)
  const answerEncrypted = encryption.encrypt(JSON.stringify(answer), placeOf(key))
  const { status } = answer
  await concludeKey(db, { key, status, mayHaveRun: true, answerEncrypted, at, keptUntil })
  return { answer, isReplay: false }
}

function placeOf(key: string) {
  return { table: 'idempotency', id: key, column: 'answer_encrypted' } as const
}

const answerSchema = z.object({
  status: z.union([z.literal(200), z.literal(201), z.literal(204)]),
  body: z.unknown(),
  version: z.optional(z.number()),
  location: z.optional(z.string()),
})

function savedAnswer(encryption: Encryption, key: string, encrypted: string): WriteAnswer {
  const { status, body, version, location } = answerSchema.parse(
    JSON.parse(encryption.decrypt(encrypted, placeOf(key))),
  )
  return {
    status,
    body,
    ...(version !== undefined && { version }),
    ...(location !== undefined && { location }),
  }
}

function reused(): Failure {
  return new Failure(
    'IDEMPOTENCY_KEY_REUSED',
    'You used the key for something else in the last 24 hours. Send a new key for a new intent.',
  )
}
