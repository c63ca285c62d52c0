import type { Kind } from '../../database-kind.ts'

/**
 * How many payouts there are and what they add up to, which triggers keep up to date: counting 100,000 for each look at the overview takes longer
 * than all else that it shows. A migration that creates `payouts` again on SQLite creates these triggers again.
 */
export function payoutSums(kind: Kind): readonly string[] {
  return [table(), ...(kind === 'postgres' ? [...countingFunctions(), ...ofStatements()] : ofRows())]
}

/** Who entered and approved a payout matters in review alone: a reviewer is shown what is left for them. Lines of a batch are together. */
const keys = ['batch_id', 'state', 'outcome', 'country', 'currency_code', 'rest', 'entered_by', 'approver', 'warned']

function table(): string {
  return `create table payout_sums (
    batch_id text not null,
    state text not null,
    outcome text not null,
    country text not null,
    currency_code text not null,
    rest bigint not null,
    entered_by text not null,
    approver text not null,
    warned bigint not null,
    count bigint not null,
    millions bigint not null,
    units bigint not null,
    primary key (${keys.join(', ')})
  )`
}

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

/** A line without payouts is deleted: a batch would leave one for each state that it went through. */
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
      `create or replace function count_payouts_${event}() returns trigger language plpgsql as $$ begin ${commands.join('; ')}; return null; end $$`,
  )
}

function ofStatements(): readonly string[] {
  return Object.entries(events).map(
    ([event, { tables }]) => `create trigger payouts_${event}_counted after ${event} on payouts referencing ${tables}
      for each statement execute function count_payouts_${event}()`,
  )
}
