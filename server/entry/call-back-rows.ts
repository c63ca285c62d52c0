import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod/mini'
import { Failure } from '../kernel/failure.ts'
import { callBackIn } from '../store/audit/call-backs.ts'
import { isIntact, rowMac } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader, Transaction } from '../store/store.ts'

/*
 * The calls that asked beneficiaries whether their bank details are right. What they decide is read in the audit log; the rows hold what people read.
 */

export type CallBackRow = Selectable<Tables['call_backs']>

const factsSchema = z.object({ number: z.string(), spokeTo: z.string(), words: z.string() })

/** What of a call-back may identify a person. */
type CallBackWords = z.infer<typeof factsSchema>

/** Details as the entry of a call-back names them: the hash of the row would outlive an erasure there. */
export function calledDetails({ encryption }: Pick<Reader, 'encryption'>, detailsHash: string): string {
  return encryption.hash('called back', detailsHash).slice(0, 16)
}

/** Writes a call-back, and its entry of the audit log. */
export async function addCallBack(
  tx: Transaction,
  given: Omit<CallBackRow, 'id' | 'facts_encrypted' | 'recorded_at' | 'row_mac'>,
  words: CallBackWords,
): Promise<void> {
  const id = randomUUID()
  const facts_encrypted = tx.encryption.encrypt(JSON.stringify(words), placeOf(id))
  const row = { ...given, id, facts_encrypted, recorded_at: tx.now().toISOString() }
  await tx.db
    .insertInto('call_backs')
    .values({ ...row, row_mac: rowMac(tx.encryption, 'call_backs', row) })
    .execute()
  await tx.audit({
    personId: row.recorded_by,
    action: 'beneficiary.called_back',
    thing: { type: 'beneficiary', id: row.beneficiary_id },
    facts: {
      callBack: id,
      result: row.result,
      details: calledDetails(tx, row.details_hash),
      counts: row.result === 'confirmed' && row.flaw === null,
    },
  })
}

/**
 * All call-backs of a beneficiary, the newest first.
 * @throws Failure TAMPERED where they are not what the app wrote
 */
export async function callBacksTo(reader: Reader, beneficiaryId: string): Promise<readonly CallBackRow[]> {
  const rows = await callBackRows(reader.db, beneficiaryId)
  const entries = await reader.entriesAbout([beneficiaryId])
  const isErased = entries.some(({ action }) => action === 'beneficiary.erased')
  const audited = isErased ? [] : entries.flatMap((entry) => callBackIn(entry)?.callBack ?? [])
  const isGenuine = rows.length === audited.length && rows.every(({ id }) => audited.includes(id))
  if (!isGenuine || !rows.every((row) => isIntact(reader.encryption, 'call_backs', row)))
    throw new Failure('TAMPERED', { ids: [beneficiaryId] })
  return rows
}

async function callBackRows(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly CallBackRow[]> {
  return await db
    .selectFrom('call_backs')
    .selectAll()
    .where('beneficiary_id', '=', beneficiaryId)
    .orderBy('recorded_at', 'desc')
    .orderBy('id')
    .execute()
}

export function wordsOf(
  { encryption }: Pick<Reader, 'encryption'>,
  { id, facts_encrypted }: CallBackRow,
): CallBackWords {
  return factsSchema.parse(JSON.parse(encryption.decrypt(facts_encrypted, placeOf(id))))
}

function placeOf(id: string) {
  return { table: 'call_backs', id, column: 'facts_encrypted' } as const
}
