import type { Overview, Payout, PayoutSearch } from '#shared/api/payout.ts'
import { payoutStates } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/person.ts'
import { readCursor, writeCursor } from '../page-cursor.ts'
import { countActiveBeneficiaries, countDrafts } from '../store/overview-counts.ts'
import { countPayouts, searchPayouts } from '../store/payout-search.ts'
import { readSearchText } from '../store/search-text.ts'
import type { Store } from '../store/store.ts'
import { payoutRow } from './current-payout.ts'
import { presentPayout, presentPayouts } from './present-payout.ts'
import { referenceKey } from './references.ts'

const usualLimit = 50

/**
 * One page of the payouts that match, the newest change first; of what is to review, what has waited longest.
 * @throws Failure FIELDS_INVALID for a cursor that is none
 */
export async function findPayoutPage(
  { db, encryption }: Store,
  person: Person,
  search: PayoutSearch,
): Promise<{ readonly items: readonly Payout[]; readonly nextCursor: string | null }> {
  const { text, state, country, beneficiaryId, toReview = false, cursor, limit = usualLimit } = search
  if (toReview && state !== undefined && state !== 'in_review') return { items: [], nextCursor: null }
  const after = readCursor(cursor)
  const asked = readSearchText(encryption, text)
  const rows = await searchPayouts(db, {
    text: asked && { ...asked, reference: referenceKey(text ?? '') },
    state: toReview ? 'in_review' : state,
    country,
    beneficiaryId,
    notEnteredBy: toReview ? person.id : undefined,
    order: toReview ? 'longest waiting' : 'newest change',
    after: after && { at: after.key, id: after.id },
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    items: await presentPayouts(db, encryption, person, page),
    nextCursor:
      last === undefined ? null : writeCursor((toReview ? last.submitted_at : null) ?? last.updated_at, last.id),
  }
}

/** @throws Failure NOT_FOUND */
export async function findOnePayout({ db, encryption }: Store, person: Person, id: string): Promise<Payout> {
  return presentPayout(db, encryption, person, await payoutRow(db, id))
}

/** How much there is of everything, for the person who asks. */
export async function overviewFor({ db }: Store, person: Person): Promise<Overview> {
  const { states, toReview } = await countPayouts(db, person.id)
  const counted = payoutStates.map((state) => [state, states.find((row) => row.state === state)?.count ?? 0] as const)
  return {
    beneficiaries: await countActiveBeneficiaries(db),
    payouts: { draft: 0, in_review: 0, returned: 0, approved: 0, exported: 0, ...Object.fromEntries(counted) },
    toReview,
    drafts: await countDrafts(db, person.id),
  }
}
