import * as z from 'zod/mini'
import { type ActivityEntry, activityActions, thingTypes } from '#shared/api/activity.ts'
import {
  type ActivityFilter,
  type ActivityRow,
  activityRows,
  namedBeneficiaries,
  namedPayouts,
} from '../store/activity-rows.ts'
import { personNames } from '../store/person-names.ts'
import type { Store } from '../store/store.ts'

const pageSize = 50

/** A page of the audit log, newest first, with the names that people and things have now. */
export async function findActivity(
  { db }: Pick<Store, 'db'>,
  filter: ActivityFilter,
): Promise<{ readonly items: readonly ActivityEntry[]; readonly nextCursor: string | null }> {
  // One more, to know whether there is a page after this.
  const found = await activityRows(db, filter, pageSize + 1)
  const rows = found.slice(0, pageSize)
  const personOf = await personNames(db, [...rows.map(({ person_id }) => person_id), ...idsOf(rows, 'person')])
  const nameOf = await thingNames(db, rows)
  const items = rows.map((row): ActivityEntry => {
    const { name, reference } = nameOf(row)
    return {
      seq: row.seq,
      at: row.at,
      by: row.person_id === null ? null : personOf(row.person_id),
      action: z.enum(activityActions).parse(row.action),
      thing: {
        type: z.enum(thingTypes).parse(row.thing_type),
        id: row.thing_id,
        name: (row.thing_type === 'person' ? personOf(row.thing_id).name : name) || null,
        reference: reference || null,
      },
      facts: z.record(z.string(), z.unknown()).parse(JSON.parse(row.facts)),
    }
  })
  return { items, nextCursor: found.length > pageSize ? String(rows.at(-1)?.seq) : null }
}

interface ThingName {
  readonly name?: string
  readonly reference?: string
}

async function thingNames(db: Store['db'], rows: readonly ActivityRow[]): Promise<(row: ActivityRow) => ThingName> {
  const beneficiaries = await namedBeneficiaries(db, idsOf(rows, 'beneficiary'))
  const payouts = await namedPayouts(db, idsOf(rows, 'payout'))
  const found = new Map<string, ThingName>([
    ...beneficiaries.map((row) => [`beneficiary ${row.id}`, { name: nameIn(row) }] as const),
    ...payouts.map((row) => [`payout ${row.id}`, { name: nameIn(row), reference: row.external_reference }] as const),
  ])
  return ({ thing_type, thing_id }) => found.get(`${thing_type} ${thing_id}`) ?? {}
}

/** Nothing is left of an erased one. */
function nameIn({ first_name, last_name, erased_at }: Awaited<ReturnType<typeof namedBeneficiaries>>[number]): string {
  return erased_at === null ? `${first_name} ${last_name}`.trim() : ''
}

function idsOf(rows: readonly ActivityRow[], type: string): readonly string[] {
  return [...new Set(rows.filter(({ thing_type }) => thing_type === type).map(({ thing_id }) => thing_id))]
}
