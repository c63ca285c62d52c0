import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, it, vi } from 'vitest'
import { backup, rotateKey, runMigrate, runRestore } from '../programs/data-programs.ts'
import { verifyAudit } from '../programs/verify-audit.ts'
import { keyRingOf, keyRingText, makeKey } from '../store/encryption/key-ring.ts'
import { analyzeGrown } from '../store/postgres-statistics.ts'
import { newJourney, travel } from '../testing/payout-journey.ts'
import { describeOnPostgres } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'

const programs = inject('postgresPrograms') ?? ''

/** What would undo that the audit log only grows, or change what the database does with it. */
const refused = [
  "update audit set person_id = 'p2'",
  'delete from audit',
  'truncate audit',
  'create trigger hidden before insert on audit for each row execute function suppress_redundant_updates_trigger()',
  'alter table audit disable trigger all',
  'alter table payouts add column hidden text',
  'create rule hidden as on insert to search_terms do instead nothing',
  'create policy hidden on audit using (false)',
  'create index hidden on audit (facts)',
  'create table hidden (name text)',
  'create schema hidden',
  "create or replace function count_payouts_insert() returns trigger language plpgsql as 'begin return null; end'",
  'drop table audit_head',
  "insert into migrations values ('0002', '')",
  'set session_replication_role = replica',
]

describeOnPostgres('a server whose role of PostgreSQL owns nothing', ({ makeEmptyPlace }) => {
  it('enters, approves, exports, erases and backs up, and can change neither the audit log nor the tables; restore and migrate have a role of their own', async () => {
    const place = await makeEmptyPlace()
    const [app, admin] = ['app', 'admin'].map((name) => `${name}-${randomBytes(6).toString('hex')}`)
    const as = (role = '') => Object.assign(new URL(place.databaseUrl ?? ''), { username: role }).href
    const words = ['-X', '-q', `--dbname=${place.databaseUrl}`, '-v', `app=${app}`, '-v', `admin=${admin}`]
    execFileSync(join(programs, 'psql'), [...words, '-f', 'deploy/postgres-roles.sql'], {
      env: { PAYOUT_DESK_PASSWORD: 'of the test', PAYOUT_DESK_ADMIN_PASSWORD: 'of the test' },
    })
    const environment: Record<string, string | undefined> = { ...place.environment, DATABASE_URL: as(app) }
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)

    await expect(startTestApp(environment)).rejects.toThrow(/^the tables are not up to date, .*run npm run migrate, /)
    vi.stubEnv('DATABASE_ADMIN_URL', as(admin))
    expect(await runMigrate()).toEqual({
      isDone: true,
      text: `The tables are up to date. ${app} reads and writes their rows; to the audit log it adds alone.`,
    })
    vi.stubEnv('DATABASE_ADMIN_URL', '')

    const name = new URL(as()).pathname.slice(1)
    const command = (text: string) => execFileSync(join(programs, 'psql'), [...words, '-c', text])
    command(`revoke temporary on database ${name} from "${app}"`)
    await expect(startTestApp(environment)).rejects.toThrow(/may make no temporary tables, .*: .*grant temporary on it/)
    command(`grant temporary on database ${name} to "${app}"`)

    const work = async (number: number) => {
      const server = await startTestApp(environment)
      const done = new Map<string, string>()
      await travel(server.as, newJourney(number), (deed, id) => void done.set(deed, id))
      const person = `/api/beneficiaries/${done.get('beneficiary')}`
      const erased = await server.post(`${person}/erase`, { confirm: true }, { 'if-match': '"2"' })
      await analyzeGrown((await server.openStore()).db)
      await server.stop()
      return erased.status
    }
    expect(await work(1)).toBe(200)

    const client = new Client({ connectionString: as(app) })
    await client.connect()
    for (const command of refused) await expect(client.query(command), command).rejects.toMatchObject({ code: '42501' })
    expect((await client.query('select count(*) > 5 as is_there from audit')).rows).toEqual([{ is_there: true }])
    // As it may not analyze a table itself, it has that done.
    await client.query("select analyze_table('audit')")
    const known = await client.query("select reltuples > 5 as is_known from pg_class where oid = 'audit'::regclass")
    expect(known.rows).toEqual([{ is_known: true }])
    await client.end()

    const file = join(place.dataDirectory, 'backup')
    expect(await backup([file], { postgresPrograms: programs })).toMatchObject({ isDone: true })
    expect(await runRestore([file], { postgresPrograms: programs })).toMatchObject({ isDone: false })
    vi.stubEnv('DATABASE_ADMIN_URL', as(admin))
    expect(await runRestore([file], { postgresPrograms: programs })).toMatchObject({ isDone: true })
    vi.stubEnv('DATABASE_ADMIN_URL', '')
    const key = keyRingText(keyRingOf([makeKey()])).trim()
    vi.stubEnv('DATA_KEY_NEW', key)
    expect(await rotateKey()).toMatchObject({ isDone: true })
    environment.DATA_KEY = key
    vi.stubEnv('DATA_KEY', key)
    expect(await work(2)).toBe(200)
    expect(await verifyAudit([])).toMatchObject({ isDone: true })
    vi.unstubAllEnvs()
    await place.remove()
  })
})
