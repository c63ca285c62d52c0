import type { Overview } from '#shared/api/overview.ts'
import { type PayoutState, payoutStates } from '#shared/api/payout.ts'
import type { SampleDataState } from '#shared/api/sample-data.ts'
import type { Person } from '#shared/api/session.ts'
import { deletePayout } from '../entry/payout-rows.ts'
import { limitedReviewers } from '../payouts/search/limited-reviewers.ts'
import type { Actor } from '../people/member.ts'
import { samplePeople } from '../people/sample-people.ts'
import type { Event, Reader, Transaction } from '../store/store.ts'
import {
  beneficiariesEnteredBy,
  countEnteredBy,
  deleteBeneficiary,
  deleteExport,
  exportsWith,
  isSampleLoaded,
  payoutsEnteredBy,
  sampleData,
} from './sample-rows.ts'

/** Loaded sample data can be removed in every environment, also where it cannot be loaded. */
export async function sampleState(
  log: Pick<Reader, 'entriesAbout'>,
  environment: 'sandbox' | 'provider',
): Promise<SampleDataState> {
  if (await isSampleLoaded(log)) return 'loaded'
  return environment === 'sandbox' ? 'none' : 'notOffered'
}

/** Counts as the lists show them: without the sample data where there are other payouts, and what was left out. */
export async function withoutSamples(
  reader: Reader,
  person: Actor,
  counts: Omit<Overview, 'sampleData' | 'samples' | 'unread' | 'received'>,
): Promise<Omit<Overview, 'sampleData' | 'unread' | 'received'>> {
  if (!(await isSampleLoaded(reader))) return { ...counts, samples: null }
  const [reviewer = person] = await limitedReviewers(reader, [person])
  const { states, reviewable } = await countEnteredBy(reader.db, await samplePeople(reader), reviewer)
  const byState = (count: (state: PayoutState) => number) => ({
    ...counts.payouts,
    ...Object.fromEntries(payoutStates.map((state) => [state, count(state)])),
  })
  const samples = byState((state) => states.get(state) ?? 0)
  const own = byState((state) => counts.payouts[state] - samples[state])
  const isAny = (payouts: Overview['payouts']) => payoutStates.some((state) => payouts[state] > 0)
  if (!isAny(samples) || !isAny(own)) return { ...counts, samples: null }
  // A person who approves nothing has none of the sample data to review either.
  const toReview = Math.min(reviewable, counts.toReview)
  return { ...counts, payouts: own, toReview: counts.toReview - toReview, samples: { payouts: samples, toReview } }
}

/**
 * Deletes the sample data, whatever has been done with them. What members of staff made stays, with what it refers to: the payouts in an
 * export of theirs, and whom they have paid. Returns how many beneficiaries stay for that reason.
 */
export async function removeSample(tx: Transaction, person: Person): Promise<number> {
  if (!(await isSampleLoaded(tx))) return 0
  const people = await samplePeople(tx)
  const payouts = await removePayouts(tx, person, people)
  const beneficiaries = await beneficiariesEnteredBy(tx.db, people)
  for (const { id } of beneficiaries.filter(({ isPaid }) => !isPaid)) {
    await deleteBeneficiary(tx.db, id)
    await tx.audit(event(person, 'beneficiary.erased', { type: 'beneficiary', id }))
  }
  await tx.audit({ ...event(person, 'sample.removed', sampleData), facts: { payouts } })
  return beneficiaries.filter(({ isPaid }) => isPaid).length
}

/** Deletes the payouts with their exports; answers how many. */
async function removePayouts(tx: Transaction, person: Person, people: readonly string[]): Promise<number> {
  const payouts = await payoutsEnteredBy(tx.db, people)
  const places = await exportsWith(
    tx.db,
    payouts.map(({ id }) => id),
  )
  const idsWhere = (is: (place: (typeof places)[number]) => boolean) =>
    new Set(places.filter(is).map(({ payout_id }) => payout_id))
  const exportedByStaff = idsWhere(({ created_by }) => !people.includes(created_by))
  // An export stays whole: of one with a payout that stays, all do.
  const staying = new Set(
    places.filter((place) => exportedByStaff.has(place.payout_id)).map(({ export_id }) => export_id),
  )
  const kept = idsWhere(({ export_id }) => staying.has(export_id))
  const going = new Set(places.map(({ export_id }) => export_id).filter((id) => !staying.has(id)))
  for (const id of going) {
    await deleteExport(tx.db, id)
    await tx.audit(event(person, 'export.deleted', { type: 'export', id }))
  }
  const gone = payouts.filter(({ id }) => !kept.has(id))
  for (const { id } of gone) {
    await deletePayout(tx.db, id)
    await tx.audit(event(person, 'payout.deleted', { type: 'payout', id }))
  }
  return gone.length
}

function event({ id: personId }: Person, action: Event['action'], thing: Event['thing']): Event {
  return { personId, action, thing }
}
