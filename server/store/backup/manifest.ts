import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, createReadStream, createWriteStream, fstatSync, openSync, readSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { programVersion } from '../../kernel/version.ts'
import { type Kind, StoreError } from '../database-kind.ts'
import { ageOf, migrations, noUpdate } from '../migrate.ts'

/**
 * The manifest of a backup. It follows the copy of the database, as one line of JSON, and a last line of fixed length vouches
 * for it: so no bit of the file can change, and no byte can go or come, without being noticed. SQLite and pg_restore read a copy whatever
 * follows it, should this program be gone.
 */
const manifestSchema = z.strictObject({
  kind: z.enum(['sqlite', 'postgres']),
  madeAt: z.string(),
  /** The version of the program, with commit and day, and the migrations of the tables, with blanks between. */
  program: z.string(),
  schema: z.string(),
  /** Which data key it is encrypted with. */
  dataKey: z.string(),
  /** Rows of each table. */
  counts: z.record(z.string(), z.number()),
  /** The newest entry of the audit log. */
  head: z.strictObject({ seq: z.number(), mac: z.string(), at: z.string() }),
  /** Of the copy of the database. */
  bytes: z.number(),
  sha256: z.string(),
})

export type Manifest = z.infer<typeof manifestSchema>

/** What was found in the copy: counts of rows may be of more tables than this program has. */
type CopyContent = Pick<Manifest, 'counts' | 'head' | 'dataKey' | 'schema'>

/** Makes a backup of a copy that was checked. */
export async function seal(
  copy: string,
  kind: Kind,
  { counts, head, dataKey, schema }: CopyContent,
  at: Date,
): Promise<Manifest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(copy)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  const about = { kind, madeAt: at.toISOString(), program: programVersion, schema, dataKey, counts, head }
  const manifest = { ...about, bytes, sha256: hash.digest('hex') }
  const line = `${canonicalJson(manifest)}\n`
  appendFileSync(copy, `${line}${lastLine(line)}`)
  return manifest
}

function lastLine(line: string): string {
  return `payout-desk-backup 1 ${String(line.length).padStart(8, '0')} ${sha256(line)}\n`
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex')
}

/**
 * Reads what a backup says of itself, and no more.
 * @throws StoreError when it is damaged, cut off, or no backup
 */
export function readManifest(backup: string): Manifest {
  const { size, start, end } = readEnds(backup)
  const [whole, length] = /payout-desk-backup 1 (\d{8}) [0-9a-f]{64}\n$/.exec(end) ?? []
  if (whole === undefined) {
    throw new StoreError(
      /^(?:SQLite format 3|PGDMP)/.test(start)
        ? `${backup} is cut off, or was not made by npm run backup: what that writes at the end is not there`
        : `${backup} is no backup of Payout Desk`,
    )
  }
  const line = end.slice(-whole.length - Number(length), -whole.length)
  const damaged = () => new StoreError(`${backup} is damaged: what it says of itself does not fit together`)
  if (lastLine(line) !== whole) throw damaged()
  const manifest = manifestSchema.safeParse(JSON.parse(line))
  if (!manifest.success || manifest.data.bytes + line.length + whole.length !== size) throw damaged()
  return manifest.data
}

/** @throws StoreError where this program does not know the tables of a backup */
export function refuseOtherVersion(backup: string, { schema, program }: Manifest, known = migrations): void {
  const age = ageOf(schema.split(' '), known)
  if (age === 'newer') {
    throw new StoreError(`${backup} was made by a newer version of Payout Desk, ${program}: restore it with that one`)
  }
  if (age === 'strange') {
    throw new StoreError(
      `${backup} was made by another version of Payout Desk, and ${noUpdate}: restore it with that version, or start over without it`,
    )
  }
}

/** More than a manifest ever has. */
const mostBytes = 16_384

function readEnds(path: string): { readonly size: number; readonly start: string; readonly end: string } {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const length = Math.min(size, mostBytes)
      return { size, start: readAt(file, 0, Math.min(size, 16)), end: readAt(file, size - length, length) }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw new StoreError(`there is no ${path}`)
    const remedy = code === 'EACCES' ? ': let the user of this program read it' : ''
    throw new StoreError(`${path} cannot be read (${code ?? 'no reason given'})${remedy}`)
  }
}

function readAt(file: number, position: number, length: number): string {
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, position)
  return bytes.toString('latin1')
}

/**
 * Reads a backup to its end, and takes the copy of the database out of it, if a file for that is named.
 * @throws StoreError when it is damaged, cut off, or no backup
 */
export async function readBackup(backup: string, copyTo?: string): Promise<Manifest> {
  const manifest = readManifest(backup)
  const hash = createHash('sha256')
  const copy = copyTo === undefined ? nowhere() : createWriteStream(copyTo, { mode: 0o600, flush: true })
  const content = createReadStream(backup, { end: manifest.bytes - 1 })
  content.on('data', (chunk) => hash.update(chunk))
  await pipeline(content, copy)
  if (hash.digest('hex') === manifest.sha256) return manifest
  throw new StoreError(`${backup} is damaged: its content is not what was backed up`)
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
