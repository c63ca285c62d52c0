import * as z from 'zod/mini'
import { type ActivityEntry, activityActions, thingTypes } from '#shared/api/activity.ts'
import { type ActivityFilter, type ActivityRow, activityRows, namedRows } from '../store/activity-rows.ts'
import { personNames } from '../store/person-names.ts'
import type { Store } from '../store/store.ts'

const pageSize = 50

/** A page of the record, newest first, with the names that people and things have now. */
export async function findActivity(
  { db }: Pick<Store, 'db'>,
  filter: ActivityFilter,
): Promise<{ readonly items: readonly ActivityEntry[]; readonly nextCursor: string | null }> {
  // One more, to know whether there is a page after this.
  const found = await activityRows(db, filter, pageSize + 1)
  const rows = found.slice(0, pageSize)
  const personOf = await personNames(db, [...rows.map(({ person_id }) => person_id), ...idsOf(rows, 'person')])
  const names = await thingNames(db, rows)
  const items = rows.map((row): ActivityEntry => {
    const isPerson = row.thing_type === 'person'
    const name = (isPerson ? personOf(row.thing_id).name : names.get(`${row.thing_type} ${row.thing_id}`)) || null
    return {
      seq: row.seq,
      at: row.at,
      by: row.person_id === null ? null : personOf(row.person_id),
      action: z.enum(activityActions).parse(row.action),
      thing: { type: z.enum(thingTypes).parse(row.thing_type), id: row.thing_id, name },
      facts: z.record(z.string(), z.unknown()).parse(JSON.parse(row.facts)),
    }
  })
  return { items, nextCursor: found.length > pageSize ? String(rows.at(-1)?.seq) : null }
}

async function thingNames(db: Store['db'], rows: readonly ActivityRow[]): Promise<ReadonlyMap<string, string>> {
  const beneficiaries = await namedRows(db, 'beneficiaries', idsOf(rows, 'beneficiary'))
  const payouts = await namedRows(db, 'payouts', idsOf(rows, 'payout'))
  const named = (type: string, found: typeof payouts) =>
    found
      .filter(({ erased_at }) => erased_at === null)
      .map(({ id, first_name, last_name }) => [`${type} ${id}`, `${first_name} ${last_name}`.trim()] as const)
  return new Map([...named('beneficiary', beneficiaries), ...named('payout', payouts)])
}

function idsOf(rows: readonly ActivityRow[], type: string): readonly string[] {
  return [...new Set(rows.filter(({ thing_type }) => thing_type === type).map(({ thing_id }) => thing_id))]
}
