import * as z from 'zod/mini'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import type { Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { Encryption } from '../store/encryption.ts'
import { concludeKey, keyRow, takeKey } from '../store/idempotency-rows.ts'
import { createOldKeys } from '../store/old-keys.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { WriteAnswer, Writes } from './writes.ts'

type Given = Awaited<ReturnType<Writes['once']>>
type Work = Parameters<Writes['once']>[1]

const keptMs = 24 * 60 * 60 * 1000

/** A write that is under way in this process; its repeats wait with it instead of in the writers' line. */
interface UnderWay {
  readonly fingerprint: string
  readonly given: Promise<Given>
}

/** Writes once a key, by the store: the key's row and the work are one transaction. */
export function createWrites(store: Store, clock: Clock): Writes {
  const underWay = new Map<string, UnderWay>()
  const forgetOld = createOldKeys()

  const begin = (key: string, fingerprint: string, work: Work): Promise<Given> => {
    const given = store
      .write(async (transaction) => {
        const now = clock.date()
        await forgetOld(transaction, now.toISOString())
        return writeUnder({ key, fingerprint, now, encryption: store.encryption }, transaction, work)
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

interface Key {
  readonly key: string
  readonly fingerprint: string
  readonly now: Date
  readonly encryption: Encryption
}

async function writeUnder(
  { key, fingerprint, now, encryption }: Key,
  transaction: Transaction,
  work: Work,
): Promise<Given> {
  const { db } = transaction
  const at = now.toISOString()
  const keptUntil = new Date(now.getTime() + keptMs).toISOString()
  if (!(await takeKey(db, { key, fingerprint, service: null, requestId: null, at, keptUntil }))) {
    const kept = await keyRow(db, key)
    // A key's row and its answer are one transaction: there is no row without an answer.
    if (kept?.fingerprint !== fingerprint || kept.answer_encrypted === null) throw reused()
    return { answer: savedAnswer(encryption, key, kept.answer_encrypted), isReplay: true }
  }
  const answer = await work(transaction)
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
  const { status, body, version, location } = answerSchema.parse(JSON.parse(encryption.open(encrypted, placeOf(key))))
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
