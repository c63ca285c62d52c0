import { type Kysely, sql } from 'kysely'
import { addTo, rowsOfKeys } from '../store/by-keys.ts'
import type { Tables } from '../store/schema.ts'
import type { PayoutRow } from './payout-rows.ts'

/** Money that goes somewhere. */
interface PaymentToDestination {
  /** Search terms of where it goes. */
  readonly destinations: readonly string[]
  readonly amount: string
  readonly currencyCode: string
}

/** What makes a payout look like one that was entered before. */
interface Repetition extends PaymentToDestination {
  readonly since: string
}

type Same = Pick<PayoutRow, 'id' | 'created_at' | 'exported_at' | 'outcome'>

/** Payouts of the same money to the same place: those that were looked up, and those that were added since. */
export interface SamePayouts {
  /** The newest that were entered or exported since, but for the payout itself and the refused one that it pays in the place of. */
  of(payment: Repetition, except: { readonly id?: string; readonly replacedId?: string | null }): readonly Same[]
  add(payment: PaymentToDestination, payout: Same): void
}

/** More than a person compares. */
const mostSame = 5

/** What repeats any of these, of a hundred at most. */
export async function findSamePayouts(db: Kysely<Tables>, payments: readonly Repetition[]): Promise<SamePayouts> {
  const byPayment = new Map<string, Same[]>()
  for (const row of await sameRows(db, payments)) addTo(byPayment, keyOf(row.term, row.amount, row.currency_code), row)
  return {
    of({ destinations, amount, currencyCode, since }, { id, replacedId }) {
      const found = destinations.flatMap((term) => byPayment.get(keyOf(term, amount, currencyCode)) ?? [])
      const meant = found.filter(
        (row) =>
          row.id !== id &&
          // Once it is reported to be paid after all, it counts again.
          !(row.id === replacedId && row.outcome === 'refused') &&
          (row.created_at >= since || (row.exported_at ?? '') >= since),
      )
      return [...new Map(meant.map((row) => [row.id, row])).values()].toSorted(newestFirst).slice(0, mostSame)
    },
    add({ destinations, amount, currencyCode }, payout) {
      for (const term of destinations) addTo(byPayment, keyOf(term, amount, currencyCode), payout)
    },
  }
}

async function sameRows(db: Kysely<Tables>, payments: readonly Repetition[]) {
  const terms = payments.flatMap(({ destinations }) => destinations)
  if (terms.length === 0) return []
  const amounts = payments.map(({ amount }) => amount)
  const [since = ''] = payments.map((payment) => payment.since).toSorted()
  return await db
    .selectFrom('search_terms')
    .innerJoin('payouts', 'payouts.id', 'search_terms.thing_id')
    .select(['term', 'payouts.id', 'amount', 'currency_code', 'created_at', 'exported_at', 'outcome'])
    .where('kind', '=', 'payout')
    .where('term', 'in', [...new Set(terms)])
    .where('amount', 'in', [...new Set(amounts)])
    .where((is) => is.or([is('created_at', '>=', since), is('exported_at', '>=', since)]))
    .execute()
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}

function newestFirst(one: Same, other: Same): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1
  return one.id < other.id ? -1 : 1
}

/** Payouts that send money to one payee. */
interface ToOnePayee {
  /** Search terms of whom the money goes to. */
  readonly payees: readonly string[]
  readonly currencyCode: string
  readonly exceptId: string
}

interface PayoutsOfDay extends ToOnePayee {
  readonly since: string
  readonly batchId: string | null
}

/**
 * The payouts in a currency to a payee that wait for review or for their export, for however long, those that were exported since, and those of a
 * batch that are still to be sent to review: once for each term. Tests move no money.
 */
export async function payoutsOfDay(
  db: Kysely<Tables>,
  { since, batchId, payees, currencyCode, exceptId }: PayoutsOfDay,
): Promise<readonly PayoutWithTerm[]> {
  return await payoutsWith(db, payees)
    .where('currency_code', '=', currencyCode)
    .where('payouts.id', '!=', exceptId)
    .where((is) =>
      is.or([
        is('state', 'in', ['in_review', 'approved']),
        is.and([is('state', '=', 'exported'), is('exported_at', '>=', since)]),
        ...(batchId === null ? [] : [is('batch_id', '=', batchId)]),
      ]),
    )
    .execute()
}

/** The payouts of batches to these payees that were sent to review, wherever they are now: once for each term. Tests move no money. */
export async function payoutsOfBatches(
  db: Kysely<Tables>,
  batchIds: readonly string[],
  payees: readonly string[],
): Promise<readonly PayoutWithTerm[]> {
  return await rowsOfKeys(payees, (some) =>
    payoutsWith(db, some)
      // No index is of this: that of the batch would give all that it has, to any place.
      .where(sql`batch_id || ''`, 'in', batchIds)
      .where('state', 'in', ['in_review', 'approved', 'exported'])
      .execute(),
  )
}

/** A payout, with a term by which it was found. */
type PayoutWithTerm = PayoutRow & { readonly term: string }

function payoutsWith(db: Kysely<Tables>, terms: readonly string[]) {
  return db
    .selectFrom('search_terms')
    .innerJoin('payouts', 'payouts.id', 'search_terms.thing_id')
    .selectAll('payouts')
    .select('term')
    .where('kind', '=', 'payout')
    .where('term', 'in', terms)
    .where('test_mode', '=', 0)
}
