import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from './schema.ts'

/** By database, as each writes placeholders in its own way. */
const statements = new WeakMap<object, Map<string, string>>()

/** The text of a statement of many values, composed once: that takes longer than running it. */
export function composed(db: Kysely<Tables>, key: string, compose: () => RawBuilder<unknown>): string {
  const { adapter } = db.getExecutor()
  const known = statements.get(adapter) ?? new Map<string, string>()
  statements.set(adapter, known)
  const text = known.get(key) ?? compose().compile(db).sql
  known.set(key, text)
  return text
}
