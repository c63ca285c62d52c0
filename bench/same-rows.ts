/** The rows that one validation leaves in our tables, of as many bytes, written by hand-made statements that the disk has at each commit. */
import { randomBytes, randomUUID } from 'node:crypto'
import SqliteFile from 'libsql'
import { Pool } from 'pg'
import { addPerson } from '../server/people/people-rows.ts'
import { sqliteFileIn } from '../server/store/database-kind.ts'
import { readKeyRing } from '../server/store/encryption/key-ring.ts'
import { openStore } from '../server/store/open-store.ts'
import { durable } from '../server/store/sqlite.ts'

interface Place {
  readonly dataDirectory: string
  readonly databaseUrl: string | undefined
}

/** The intent, before the provider is asked; what came of it, after; and both at once. */
export interface SameRows {
  begin(): Promise<Intent>
  end(intent: Intent): Promise<void>
  atOnce(): Promise<void>
}

interface Intent {
  readonly key: string
  readonly question: string
  readonly requestId: string
}

type Statement = readonly [sql: string, ...values: readonly (string | number | null)[]]

/** Makes the tables as the app does, and leaves them to statements of our own. */
export async function openSameRows(place: Place): Promise<SameRows> {
  const personId = randomUUID()
  await makeTables(place, personId)
  const transact = place.databaseUrl === undefined ? onSqlite(place.dataDirectory) : onPostgres(place.databaseUrl)
  const audited = { seq: 0 }
  const endOf = (intent: Intent): readonly Statement[] => {
    const [id, correlationId] = [randomUUID(), randomUUID()]
    const at = now()
    audited.seq += 1
    const { seq } = audited
    const hash = randomBytes(32).toString('hex')
    const facts = JSON.stringify({ correlationId, outcome: 'OK', service: 'identity' })
    const { question, requestId } = intent
    return [
      [validation, id, null, 'identity', question, 'OK', 1, null, correlationId, requestId, 1, 0, personId, at],
      [entry, seq, at, personId, 'validation.asked', 'validation', id, facts, hash, hash],
      [head, seq, hash, at, 1],
    ]
  }
  return {
    begin: async () => {
      const intent = newIntent(personId)
      await transact([reserved(intent.key, intent), reserved(`call:${intent.question}`, intent)])
      return intent
    },
    end: (intent) => transact([concluded(intent.key), concluded(`call:${intent.question}`), ...endOf(intent)]),
    atOnce: () => {
      const intent = newIntent(personId)
      const keys = [finished(intent.key, intent), finished(`call:${intent.question}`, intent)]
      return transact([...keys, ...endOf(intent)])
    },
  }
}

async function makeTables({ dataDirectory, databaseUrl }: Place, id: string): Promise<void> {
  const keyRing = databaseUrl === undefined ? undefined : readKeyRing(randomBytes(32).toString('base64'))
  const store = await openStore({ dataDirectory, databaseUrl, keyRing }, () => new Date())
  await store.write(async (tx) => {
    await addPerson(tx, { id, name: 'Ana Souza', name_key: 'ana souza', created_at: now() })
    await tx.audit({ personId: id, action: 'session.began', thing: { type: 'person', id } })
    await tx.db.deleteFrom('audit').execute()
  })
  await store.close()
}

function onSqlite(dataDirectory: string) {
  const file = new SqliteFile(sqliteFileIn(dataDirectory))
  for (const pragma of durable) file.exec(`pragma ${pragma}`)
  const prepared = new Map<string, SqliteFile.Statement>()
  return async (statements: readonly Statement[]) => {
    file.exec('begin immediate')
    for (const [sql, ...values] of statements) {
      const statement = prepared.get(sql) ?? file.prepare(sql)
      prepared.set(sql, statement)
      statement.run(values)
    }
    file.exec('commit')
  }
}

function onPostgres(databaseUrl: string) {
  const pool = new Pool({ connectionString: databaseUrl, max: 1, options: '-c synchronous_commit=on' })
  const named = new Map<string, { readonly name: string; readonly text: string }>()
  const query = (sql: string) => {
    const count = { values: 0 }
    const text = sql.replaceAll('?', () => {
      count.values += 1
      return `$${count.values}`
    })
    const made = named.get(sql) ?? { name: `s${named.size}`, text }
    named.set(sql, made)
    return made
  }
  return async (statements: readonly Statement[]) => {
    const client = await pool.connect()
    await client.query('begin')
    for (const [sql, ...values] of statements) await client.query({ ...query(sql), values: [...values] })
    await client.query('commit')
    client.release()
  }
}

function newIntent(personId: string): Intent {
  const [key, requestId] = [`validation:${personId}:${randomUUID()}`, `${randomUUID()}.1`]
  return { key, requestId, question: randomBytes(32).toString('base64url') }
}

function reserved(key: string, { question, requestId }: Intent): Statement {
  return [reservation, key, question, 'reserved', 'identity', requestId, now(), now()]
}

function concluded(key: string): Statement {
  return [conclusion, 'finished', 200, 1, answer, now(), now(), key]
}

function finished(key: string, { question, requestId }: Intent): Statement {
  return [whole, key, question, 'finished', 'identity', 200, 1, answer, requestId, now(), now(), now()]
}

function now(): string {
  return new Date().toISOString()
}

/** As long as an encrypted answer is. */
const answer = 'a'.repeat(439)

const reservation = `insert into idempotency (key, fingerprint, state, service, request_id, reserved_at, kept_until)
  values (?, ?, ?, ?, ?, ?, ?)`
const conclusion = `update idempotency set state = ?, status = ?, may_have_run = ?, answer_encrypted = ?, finished_at = ?,
  kept_until = ? where key = ?`
const whole = `insert into idempotency (key, fingerprint, state, service, status, may_have_run, answer_encrypted, request_id,
  reserved_at, finished_at, kept_until) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const validation = `insert into validations (id, beneficiary_id, service, question_hash, outcome, ran, reason_encrypted,
  correlation_id, request_id, attempts, test_mode, asked_by, asked_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const entry = `insert into audit (seq, at, person_id, action, thing_type, thing_id, facts, previous_hash, hash)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`
const head = 'update audit_head set seq = ?, hash = ?, at = ? where id = ?'
