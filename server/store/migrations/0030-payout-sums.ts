import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import { text } from './0001-first.ts'

/**
 * How many payouts there are and what they add up to, which the database keeps up by itself, whoever writes: counting 100,000 for each look at
 * the overview takes longer than all else that it shows. A migration that makes `payouts` anew makes these triggers again.
 */
export async function payoutSumsTable(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const words = ['batch_id', 'state', 'outcome', 'country', 'currency_code', 'entered_by', 'approver'] as const
  const numbers = ['rest', 'warned', 'count', 'millions', 'units'] as const
  let table: CreateTableBuilder<string, string> = db.schema.createTable('payout_sums')
  for (const name of words) table = table.addColumn(name, text(kind), (column) => column.notNull())
  for (const name of numbers) table = table.addColumn(name, 'bigint', (column) => column.notNull())
  await table.addPrimaryKeyConstraint('payout_sums_pkey', [...keys]).execute()
  await sql.raw(adding(`${partsOf('payouts', 1)} from payouts`)).execute(db)
  const triggers = kind === 'postgres' ? [...countingFunctions(), ...ofStatements()] : ofRows()
  for (const command of triggers) await sql.raw(command).execute(db)
}

/** By whom it was entered and approved matters in review alone: who looks is told what is left for them. Lines of a batch stand together. */
const keys = [
  ...(['batch_id', 'state', 'outcome', 'country', 'currency_code'] as const),
  ...(['rest', 'entered_by', 'approver', 'warned'] as const),
]

/** The line of a payout, added or taken away; amounts as payout-sums.ts adds them. */
function partsOf(row: string, sign: 1 | -1): string {
  const digits = `coalesce(cast(nullif(replace(substr(${row}.amount_key, 6), '.', ''), '') as bigint), 0)`
  const before = `coalesce(cast(nullif(substr(${row}.amount_key, 4, 2), '') as integer), 0)`
  const inReview = `${row}.state = 'in_review'`
  return `select coalesce(${row}.batch_id, '') as batch_id, ${row}.state as state, coalesce(${row}.outcome, '') as outcome,
    ${row}.country as country, substr(${row}.amount_key, 1, 3) as currency_code,
    length(${row}.amount_key) - ${before} as rest,
    case when ${inReview} then ${row}.entered_by else '' end as entered_by,
    case when ${inReview} and ${row}.approvals_count > 0 then coalesce(${row}.decided_by, '') else '' end as approver,
    case when ${row}.warnings_compliance + ${row}.warnings_serious + ${row}.warnings_minor > 0 then 1 else 0 end as warned,
    ${sign} as count, ${sign} * (${digits} / 1000000) as millions, ${sign} * (${digits} % 1000000) as units`
}

function adding(parts: string): string {
  const names = keys.join(', ')
  return `insert into payout_sums (${names}, count, millions, units)
    select ${names}, sum(count), sum(millions), sum(units) from (${parts}) parts where true
    group by ${names} having sum(count) <> 0 or sum(millions) <> 0 or sum(units) <> 0
    on conflict (${names}) do update set count = payout_sums.count + excluded.count,
      millions = payout_sums.millions + excluded.millions, units = payout_sums.units + excluded.units`
}

/** What nobody has any more goes: a batch would leave a line for each state that it went through. */
function emptied(of: string): string {
  return `delete from payout_sums where count = 0 and batch_id in (${of})`
}

/** SQLite hands triggers one row after the other. */
function ofRows(): readonly string[] {
  const counted = [
    ...['state', 'country', 'amount_key', 'entered_by', 'approvals_count', 'decided_by', 'batch_id', 'outcome'],
    ...['warnings_compliance', 'warnings_serious', 'warnings_minor'],
  ]
  const differs = counted.map((name) => `old.${name} is not new.${name}`).join(' or ')
  const trigger = (event: string, ...commands: readonly string[]) =>
    `create trigger payouts_${event.split(' ')[0]}_counted after ${event} begin ${commands.join('; ')}; end`
  const emptiedOfOld = emptied("coalesce(old.batch_id, '')")
  return [
    trigger('insert on payouts', adding(partsOf('new', 1))),
    trigger('delete on payouts', adding(partsOf('old', -1)), emptiedOfOld),
    trigger(
      `update of ${counted.join(', ')} on payouts when ${differs}`,
      adding(`${partsOf('old', -1)} union all ${partsOf('new', 1)}`),
      emptiedOfOld,
    ),
  ]
}

const added = `${partsOf('added', 1)} from added`
const removed = `${partsOf('removed', -1)} from removed`

/** PostgreSQL hands triggers all rows of a statement at once, as tables. */
const emptiedOfRemoved = emptied("select coalesce(batch_id, '') from removed")
const events = {
  insert: { tables: 'new table as added', commands: [adding(added)] },
  delete: { tables: 'old table as removed', commands: [adding(removed), emptiedOfRemoved] },
  update: {
    tables: 'old table as removed new table as added',
    commands: [adding(`${removed} union all ${added}`), emptiedOfRemoved],
  },
}

/** What its triggers call: a backup holds tables and their triggers alone, so a restore makes these again. */
export function countingFunctions(): readonly string[] {
  return Object.entries(events).map(
    ([event, { commands }]) =>
      `create or replace function public.count_payouts_${event}() returns trigger language plpgsql as $$ begin ${commands.join('; ')}; return null; end $$`,
  )
}

function ofStatements(): readonly string[] {
  return Object.entries(events).map(
    ([event, { tables }]) => `create trigger payouts_${event}_counted after ${event} on payouts referencing ${tables}
      for each statement execute function public.count_payouts_${event}()`,
  )
}
