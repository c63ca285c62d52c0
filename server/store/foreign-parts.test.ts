import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyAudit } from '../programs/verify-audit.ts'
import { type Place, stores } from '../testing/stores.ts'
import { openDatabase } from './database.ts'

/** What is done to the schema, and how it is named then. */
type Changes = readonly (readonly [named: string, ...commands: readonly string[]])[]

const onBoth: Changes = [
  ['view seen was added', 'create view seen as select 1'],
  ['table more was added', 'create table more (name text)'],
  ['index more_actions was added', 'create index more_actions on audit (thing_type)'],
  ['index sheets_person was dropped (CREATE INDEX sheets_person ', 'drop index sheets_person'],
  [
    'index passkeys_person was changed',
    'drop index passkeys_person',
    'create index passkeys_person on passkeys (person_id) where removed_at is null',
  ],
  ['column misses.hidden was added', 'alter table misses add column hidden text'],
]

const onSqlite: Changes = [
  ...onBoth.filter(([named]) => !named.startsWith('column')),
  ['table misses was changed', 'alter table misses add column hidden text'],
  [
    'trigger hide was added',
    'create trigger hide after insert on search_terms begin delete from search_terms where term = new.term; end',
  ],
  [
    'trigger payouts_insert_counted was changed',
    'drop trigger payouts_insert_counted',
    'create trigger payouts_insert_counted after insert on payouts begin delete from search_terms; end',
  ],
  [
    'trigger statistics_gathered was added',
    'create trigger statistics_gathered after insert on search_terms begin delete from search_terms; end',
  ],
]

const nothing = 'returns trigger language plpgsql as $$ begin return null; end $$'

const onPostgres: Changes = [
  ...onBoth,
  [
    'trigger hide on search_terms was added',
    `create function hide() ${nothing}`,
    'create trigger hide before insert on search_terms for each row execute function hide()',
  ],
  ['function hide was added'],
  [
    // A trigger with the name of ours on another table.
    'trigger payouts_insert_counted on search_terms was added',
    'create trigger payouts_insert_counted before insert on search_terms for each row execute function hide()',
  ],
  [
    'trigger payouts_delete_counted on payouts was changed',
    'drop trigger payouts_delete_counted on payouts',
    'create trigger payouts_delete_counted before insert on payouts for each row execute function hide()',
  ],
  [
    'trigger payouts_update_counted on payouts was changed',
    'alter table payouts disable trigger payouts_update_counted',
  ],
  ['table sheets was changed', 'alter table sheets disable trigger all'],
  ['function count_payouts_insert was changed', `create or replace function count_payouts_insert() ${nothing}`],
  [
    'function lower(text, integer) was added',
    "create function lower(text, integer) returns text language sql as $$ select '' $$",
  ],
  [
    'constraint batches.batches_source_kind_check was dropped',
    'alter table batches drop constraint batches_source_kind_check',
  ],
  [
    'constraint tokens.tokens_scopes_check was added',
    "alter table tokens add constraint tokens_scopes_check check (scopes <> '') not valid",
  ],
  ['column sheets.bytes was changed', 'alter table sheets alter column bytes set default random()::integer'],
  [
    'column batches.name_twice was added',
    'alter table batches add column name_twice text generated always as (id || id) stored',
  ],
  [
    'parent hidden.parent of search_terms was added',
    'create schema hidden',
    'create table hidden.parent (term text collate "C" not null)',
    'alter table search_terms inherit hidden.parent',
  ],
  ['table passwords was changed', 'alter table passwords enable row level security'],
  ['policy few on audit was added', 'create policy few on audit using (false)'],
  ['rule quiet on misses was added', 'create rule quiet as on delete to misses do instead nothing'],
  ['operator = was added', 'create operator = (function = texteq, leftarg = text, rightarg = text)'],
  ['cast text to bigint was added', 'create cast (text as bigint) with inout as implicit'],
  [
    'trigger watching was added',
    'create function watch() returns event_trigger language plpgsql as $$ begin end $$',
    'create event trigger watching on ddl_command_end execute function watch()',
  ],
  ['setting transform_null_equals=on was added', settingOfDatabase('transform_null_equals = on')],
]

function settingOfDatabase(setting: string): string {
  return `do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`
}

describe.each(stores)('A database on $name', ({ name: kind, makePlace }) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace()
    await (await place.open()).close()
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await place.remove()
  })

  const run = async (...commands: readonly string[]) => {
    const database = await openDatabase(place, () => new Date())
    await database.transact(async (db) => {
      for (const command of commands) await sql.raw(command).execute(db)
    })
    await database.close()
  }

  it('does not start with a schema that was changed past the app: verify-audit and the start name each change', async () => {
    expect((await verifyAudit([])).text).not.toContain('not as Payout Desk made it')
    const changes = kind === 'SQLite' ? onSqlite : onPostgres
    await run(...changes.flatMap(([, ...commands]) => commands))
    const { isDone, text } = await verifyAudit([])
    expect(isDone).toBe(false)
    const lines = text.split('\n').filter((line) => line.startsWith('The database is not as Payout Desk made it: the '))
    const missed = changes.filter(([named]) => !lines.some((line) => line.includes(`: the ${named}`)))
    expect(missed.map(([named]) => named)).toEqual([])
    const error = await place.open().then(String, String)
    expect(changes.filter(([named]) => !error.includes(`the ${named}`)).map(([named]) => named)).toEqual([])
  })

  it.runIf(kind === 'SQLite')('is compared with what the app makes where a process opens it first, too', async () => {
    const { foreignParts } = await vi.importActual<typeof import('./foreign-parts.ts')>('./foreign-parts.ts?first')
    await run('create view seen as select 1')
    const database = await openDatabase(place, () => new Date())
    const parts = await foreignParts(database.db, place)
    await database.close()
    expect(parts).toEqual(['the view seen was added'])
  })

  it.runIf(kind === 'PostgreSQL')('writes to its own tables whatever search path the database has', async () => {
    await run(
      'create schema hidden',
      'create table hidden.search_terms (like public.search_terms)',
      settingOfDatabase('search_path = hidden, public'),
    )
    const store = await place.open()
    const reading = sql`select 'search_terms'::regclass = 'public.search_terms'::regclass as is_ours`
    expect((await reading.execute(store.db)).rows).toEqual([{ is_ours: true }])
    expect((await store.write(({ db }) => reading.execute(db))).rows).toEqual([{ is_ours: true }])
    await store.close()
  })
})
