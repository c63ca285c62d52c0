import { type Kysely, type RawBuilder, sql } from 'kysely'
import { StoreError } from './database-kind.ts'
import { migrate } from './migrate.ts'
import { connectPostgres, refusedRight } from './postgres.ts'
import type { Tables } from './schema.ts'
import { type BothSchemas, type Schema, type SchemaPart, schemaOf } from './schema-parts.ts'

/** Reads the schema of a PostgreSQL, and the same as the app makes it. @throws StoreError */
export async function readPostgresSchemas(databaseUrl: string): Promise<BothSchemas> {
  const pool = connectPostgres(databaseUrl, { max: 1 })
  try {
    return await pool.connection().execute(async (db) => {
      const here = await schemaOfPostgres(db, sql`'public'::regnamespace`)
      const around = await aroundPostgres(db)
      const { username, host } = new URL(databaseUrl)
      const server = `${username}@${host}`
      const made = madeOn.get(server) ?? (await makeAgain(db))
      madeOn.set(server, made)
      return { here: new Map([...here, ...around]), made }
    })
  } finally {
    await pool.destroy()
  }
}

/** By user and address of a server, which shows the same schema alike in each of its databases. */
const madeOn = new Map<string, Schema>()

/**
 * PostgreSQL shows definitions in words of its own, which differ from version to version: so the app makes its schema again for the session alone,
 * in a transaction that is undone.
 * @throws StoreError where the user may not
 */
async function makeAgain(db: Kysely<Tables>): Promise<Schema> {
  await sql`begin`.execute(db)
  try {
    await sql`set local search_path = pg_temp, public`.execute(db)
    await migrate(db, 'postgres', '')
    return await schemaOfPostgres(db, sql`pg_my_temp_schema()`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === refusedRight) throw new StoreError(notAllowed)
    if (code === missingFunction) throw new StoreError(`the database is not as Payout Desk made it: ${error}`)
    throw error
  } finally {
    await sql`rollback`.execute(db)
  }
}

/** A trigger calls the function of the tables in use: one for a session alone is not looked up. */
const missingFunction = '42883'

const notAllowed =
  'the user of DATABASE_URL may make no temporary tables, with which it would see whether the tables are as Payout Desk made them: ' +
  'as the owner of the database, grant temporary on it to that user'

/**
 * Each schema is shown with itself at the front of the search path, so that names of its own have none before them, and all others do. Names of
 * tables for a session alone are not looked up as functions.
 */
async function schemaOfPostgres(db: Kysely<Tables>, schema: RawBuilder<unknown>): Promise<Schema> {
  const { rows } = await sql<SchemaPart>`
    with here as (select ${schema}::oid as schema),
      extended as (select classid, objid from pg_depend where deptype = 'e'),
      relations as (select pg_class.* from pg_class, here where relnamespace = schema
        and ('pg_class'::regclass, oid) not in (select classid, objid from extended)),
      tables as (select * from relations where relkind = 'r')
    select case relkind when 'r' then 'table ' when 'v' then 'view ' when 'm' then 'view ' else 'relation ' end || relname as name,
      concat_ws(' ', relkind, relpersistence = 'u', relrowsecurity, relforcerowsecurity, relispartition, reloftype,
        (select string_agg(distinct tgenabled::text, '') from pg_trigger where tgrelid = relations.oid and tgisinternal)) as definition
      from relations where relkind not in ('i', 'I')
    union all select 'column ' || relname || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod), attcollation::regcollation,
        attnotnull, attgenerated, attidentity, pg_get_expr(adbin, adrelid))
      from tables join pg_attribute on attrelid = tables.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
    union all select 'constraint ' || concat_ws('.', relname, conname), concat_ws(' ', pg_get_constraintdef(pg_constraint.oid, true), convalidated)
      from here join pg_constraint on connamespace = schema left join pg_class on pg_class.oid = conrelid
    union all select 'index ' || relname, concat_ws(' ', pg_get_indexdef(indexrelid, 0, true), nullif(indisvalid and indisready, true))
      from relations join pg_index on indexrelid = oid
    union all select 'trigger ' || tgname || ' on ' || relname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid, true), nullif(tgenabled, 'O'))
      from relations join pg_trigger on tgrelid = relations.oid where not tgisinternal
    union all select 'rule ' || rulename || ' on ' || relname, pg_get_ruledef(pg_rewrite.oid, true)
      from relations join pg_rewrite on ev_class = relations.oid where rulename <> '_RETURN'
    union all select 'policy ' || polname || ' on ' || relname, pg_get_expr(polqual, polrelid) from relations join pg_policy on polrelid = relations.oid
    union all select 'parent ' || inhparent::regclass || ' of ' || inhrelid::regclass, '' from pg_inherits
      where inhparent in (select oid from relations) or inhrelid in (select oid from relations)
    union all select 'operator ' || oprname, '' from pg_operator, here where oprnamespace = schema
    union all select 'function ' || proname || coalesce('(' || nullif(pg_get_function_identity_arguments(oid), '') || ')', ''),
        concat_ws(' ', prokind, prolang, provolatile, prosecdef, proleakproof, proisstrict, proconfig, pg_get_function_result(oid), prosrc)
      from pg_proc own, here where pronamespace = schema
        and (('pg_proc'::regclass, oid) not in (select classid, objid from extended)
          or exists (select from pg_proc other where other.proname = own.proname and other.pronamespace = 'pg_catalog'::regnamespace))`.execute(
    db,
  )
  return schemaOf(rows)
}

/** What works on the tables from outside of their schema. A search path does not: each connection sets its own. */
async function aroundPostgres(db: Kysely<Tables>): Promise<Schema> {
  const { rows } = await sql<SchemaPart>`
    with extended as (select classid, objid from pg_depend where deptype = 'e')
    select 'trigger ' || evtname as name, evtevent as definition from pg_event_trigger
      where ('pg_event_trigger'::regclass, oid) not in (select classid, objid from extended)
    union all select 'cast ' || format_type(castsource, null) || ' to ' || format_type(casttarget, null), '' from pg_cast
      where oid >= ${firstOwnId} and ('pg_cast'::regclass, oid) not in (select classid, objid from extended)
    union all select 'setting ' || entry, '' from pg_db_role_setting, unnest(setconfig) as entry
      where setdatabase in (0, (select oid from pg_database where datname = current_database()))
        and setrole in (0, (select oid from pg_roles where rolname = current_user))
        and split_part(entry, '=', 1) in (${sql.join(harmful)})`.execute(db)
  return schemaOf(rows)
}

/** PostgreSQL's own objects have lower ids. */
const firstOwnId = 16_384

/** Settings of a database or a user by which PostgreSQL leaves triggers out, or does other than what a query says. */
const harmful = [
  'session_replication_role',
  'session_preload_libraries',
  'local_preload_libraries',
  'transform_null_equals',
  'row_security',
  'role',
]
