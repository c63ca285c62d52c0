import { type Kysely, sql } from 'kysely'
import type { Kind } from './database-kind.ts'
import { firstSchema } from './migrations/first-schema.ts'
import type { Tables } from './schema.ts'

/**
 * What is in the database that this app did not make, or that has another text by now: triggers, rules, functions, policies of rows, indexes and
 * views. A person who can add one need change no row: it hides rows, or changes what is written. Answers a few words for each.
 */
export async function foreignParts(db: Kysely<Tables>, kind: Kind): Promise<readonly string[]> {
  const made = new Map(firstSchema(kind).flatMap((command) => partOf(command)))
  const parts = kind === 'sqlite' ? await partsOfSqlite(db) : await partsOfPostgres(db)
  const isOurs = ({ type, name, text }: SchemaPart) => {
    const command = made.get(keyOf({ type, name }))
    return command !== undefined && (text === null || plain(command).includes(plain(text)))
  }
  return parts.filter((part) => !isOurs(part)).map(({ type, name }) => `the ${type} ${name}`)
}

interface SchemaPart {
  readonly type: string
  readonly name: string
  /** As much of what made it as the database keeps word for word; null where it keeps none. */
  readonly text: string | null
}

/** By its name what a command of the first schema makes, if it is one of these. */
function partOf(command: string): readonly (readonly [string, string])[] {
  const [, type = '', name] = /^create (?:or replace |unique )*(\w+) (?:public\.)?(\w+)/.exec(command) ?? []
  return name === undefined || type === 'table' ? [] : [[keyOf({ type, name }), command]]
}

function keyOf({ type, name }: Pick<SchemaPart, 'type' | 'name'>): string {
  return `${type} ${name}`
}

/** SQLite writes the first words in capitals. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** Its own indexes have no text. A process that gathers statistics makes a view for a moment. */
async function partsOfSqlite(db: Kysely<Tables>): Promise<readonly SchemaPart[]> {
  const { rows } = await sql<SchemaPart>`select type, name, sql as text from sqlite_schema
    where type <> 'table' and sql is not null
      and (type, name, sql) <> ('view', 'statistics_gathered', 'CREATE VIEW statistics_gathered as select 1')`.execute(
    db,
  )
  return rows
}

/** Less what belongs to an extension or to a constraint of a table. Of a trigger the function counts that it calls, and of a function its body. */
async function partsOfPostgres(db: Kysely<Tables>): Promise<readonly SchemaPart[]> {
  const { rows } = await sql<SchemaPart>`
    with ours as (select oid from pg_namespace where nspname = 'public'),
      extended as (select objid from pg_depend where deptype = 'e')
    select 'trigger' as type, tgname as name, 'function ' || nspname || '.' || proname as text
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid join pg_namespace on pg_namespace.oid = pronamespace
      where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace in (select oid from ours))
    union all select 'function', proname, prosrc from pg_proc
      where pronamespace in (select oid from ours) and oid not in (select objid from extended)
    union all select 'rule', rulename, null from pg_rules where schemaname = 'public'
    union all select 'policy', policyname, null from pg_policies where schemaname = 'public'
    union all select 'view', relname, null from pg_class
      where relkind in ('v', 'm') and relnamespace in (select oid from ours) and oid not in (select objid from extended)
    union all select 'index', relname, null from pg_class
      where relkind = 'i' and relnamespace in (select oid from ours)
        and oid not in (select conindid from pg_constraint) and oid not in (select objid from extended)`.execute(db)
  return rows
}
