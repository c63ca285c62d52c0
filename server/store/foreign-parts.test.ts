import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyAudit } from '../programs/verify-audit.ts'
import { type Place, stores } from '../testing/stores.ts'
import { openDatabase } from './database.ts'

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

  const hiding =
    kind === 'SQLite'
      ? ['create trigger hide after insert on search_terms begin delete from search_terms where term = new.term; end']
      : [
          'create function hide() returns trigger language plpgsql as $$ begin return null; end $$',
          'create trigger hide before insert on search_terms for each row execute function hide()',
        ]

  it.each<readonly [string, readonly string[], string]>([
    ['trigger that hides rows', hiding, 'the trigger hide'],
    ['view', ['create view seen as select 1'], 'the view seen'],
    ['index', ['create index more on audit (thing_type)'], 'the index more'],
    ...(kind === 'SQLite'
      ? [
          [
            'trigger of ours with another text',
            [
              'drop trigger payouts_insert_counted',
              'create trigger payouts_insert_counted after insert on payouts begin delete from search_terms; end',
            ],
            'the trigger payouts_insert_counted',
          ] as const,
          [
            'trigger with the name of the view of statistics',
            ['create trigger statistics_gathered after insert on search_terms begin delete from search_terms; end'],
            'the trigger statistics_gathered',
          ] as const,
        ]
      : [
          [
            'function of ours with another body',
            [
              'create or replace function count_payouts_insert() returns trigger language plpgsql as $$ begin return null; end $$',
            ],
            'the function count_payouts_insert',
          ] as const,
          ['rule', ['create rule quiet as on delete to misses do instead nothing'], 'the rule quiet'] as const,
          ['policy of rows', ['create policy few on audit using (false)'], 'the policy few'] as const,
        ]),
  ])('does not start with a %s that the app did not make, and verify-audit names it', async (_, commands, named) => {
    expect((await verifyAudit([])).text).not.toContain('did not make')
    await run(...commands)
    await expect(place.open()).rejects.toThrow(named)
    expect(await verifyAudit([])).toMatchObject({
      isDone: false,
      text: expect.stringContaining(`Payout Desk did not make ${named} of the database.`),
    })
  })
})
