import { createHash } from 'node:crypto'
import { canonicalJson } from '#shared/api/canonical-json.ts'

/** One entry of the audit log as its hash covers it: all of it, and through `previousHash` all that came before. */
export interface Entry {
  readonly seq: number
  readonly at: string
  readonly personId: string | null
  readonly action: string
  readonly thing: { readonly type: string; readonly id: string }
  readonly facts: unknown
  readonly previousHash: string
}

/** The newest entry of a record. */
export interface Head {
  readonly seq: number
  readonly hash: string
  readonly at: string
}

/** What the first entry follows. */
export const beforeAll: Head = { seq: 0, hash: '0'.repeat(64), at: '1970-01-01T00:00:00.000Z' }

/** SHA-256 over the canonical JSON of the entry, in hexadecimal. */
export function entryHash({ seq, at, personId, action, thing, facts, previousHash }: Entry): string {
  const covered = { seq, at, personId, action, thing: { type: thing.type, id: thing.id }, facts, previousHash }
  return createHash('sha256').update(canonicalJson(covered)).digest('hex')
}
