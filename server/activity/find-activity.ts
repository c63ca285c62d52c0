import * as z from 'zod/mini'
import { type ActivityEntry, activityActions, thingTypes } from '#shared/api/activity.ts'
import { batchName, findBatches } from '../batches/batch-rows.ts'
import { findBeneficiaries } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry, payoutEntry } from '../entry/entry-columns.ts'
import { findPayouts } from '../entry/payout-rows.ts'
import { caught, caughtFailure, Failure } from '../kernel/failure.ts'
import { personNames } from '../people/people-rows.ts'
import { payeeName } from '../search/search-terms.ts'
import { requireGenuine } from '../store/audit/audit-log.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import { allEndpoints } from '../webhooks/webhook-rows.ts'
import { type ActivityFilter, type ActivityRow, activityRows } from './activity-rows.ts'

const pageSize = 50

/**
 * A page of the audit log, newest first, with the names that people and things have now.
 * @throws Failure TAMPERED rather than show an entry that the app did not write
 */
export async function findActivity(
  reader: Reader,
  filter: ActivityFilter,
): Promise<{ readonly items: readonly ActivityEntry[]; readonly nextCursor: string | null }> {
  const { db, encryption } = reader
  // One more, to know whether there is a page after this.
  const found = await activityRows(db, filter, pageSize + 1)
  requireGenuine(encryption, found)
  const rows = found.slice(0, pageSize)
  const personOf = await personNames(db, [...rows.map(({ person_id }) => person_id), ...idsOf(rows, 'person')])
  const nameOfThing = await thingNames(reader, rows)
  const items = rows.map((row): ActivityEntry => {
    const { name, reference } = nameOfThing(row)
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

/** Nothing is left of an erased one, and nothing is read of one that was changed past the app: the entries are shown all the same. */
async function thingNames(reader: Reader, rows: readonly ActivityRow[]): Promise<(row: ActivityRow) => ThingName> {
  const { db, fields } = reader
  const beneficiaries = (await findBeneficiaries(db, idsOf(rows, 'beneficiary'))).map((row) =>
    named('beneficiary', row, () => ({ name: payeeName(beneficiaryEntry(reader, row), fields) })),
  )
  const intact = (await findPayouts(db, idsOf(rows, 'payout'))).filter((row) =>
    isIntact(reader.encryption, 'payouts', row),
  )
  const payouts = intact.map((row) => {
    const entry = payoutEntry(reader, row)
    return [`payout ${row.id}`, { name: payeeName(entry, fields), reference: entry.externalReference }] as const
  })
  const batches = (await findBatches(db, idsOf(rows, 'batch'))).map((row) =>
    named('batch', row, () => ({ name: batchName(reader.encryption, row) })),
  )
  const isOfWebhooks = idsOf(rows, 'webhook').length > 0
  const endpoints = isOfWebhooks ? await allEndpoints(reader).catch(caughtFailure) : { endpoints: [] }
  const webhooks = (endpoints instanceof Failure ? [] : endpoints.endpoints).map(
    ({ id, url }) => [`webhook ${id}`, { name: new URL(url).host }] as const,
  )
  const found = new Map<string, ThingName>([...beneficiaries, ...payouts, ...batches, ...webhooks])
  return ({ thing_type, thing_id }) => {
    if (thing_type === 'bank') return { reference: thing_id.replace('-', ' ') }
    if (thing_type === 'currency') return { reference: thing_id }
    return found.get(`${thing_type} ${thing_id}`) ?? {}
  }
}

function named(type: string, { id }: { readonly id: string }, read: () => ThingName): readonly [string, ThingName] {
  const name = caught(read)
  return [`${type} ${id}`, name instanceof Failure ? {} : name]
}

function idsOf(rows: readonly ActivityRow[], type: string): readonly string[] {
  return [...new Set(rows.filter(({ thing_type }) => thing_type === type).map(({ thing_id }) => thing_id))]
}
