import type { PastValidation } from '#shared/api/beneficiary.ts'
import type { Overview } from '#shared/api/overview.ts'
import { type OnePayout, type Payout, payoutStates, type SavedPayout } from '#shared/api/payout.ts'
import { type PayoutPage, type PayoutSearch, usualDirections } from '#shared/api/payout-search.ts'
import { mayDo } from '#shared/api/permissions.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { sentRequest } from '#shared/payout/sent-request.ts'
import { countDrafts } from '../drafts/draft-rows.ts'
import { countActiveBeneficiaries } from '../entry/beneficiary-rows.ts'
import { payoutEntry, payoutValues } from '../entry/entry-columns.ts'
import { maskedRequest } from '../entry/masked.ts'
import { findPayout, type PayoutRow } from '../entry/payout-rows.ts'
import { revealableTo } from '../entry/revealed.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { detailsWarnings } from '../payout-state/details-warnings.ts'
import { noSuchPayout, payoutRow, savedRequest, writtenPayout } from '../payout-state/saved-payout.ts'
import { isHeld } from '../people/holds.ts'
import type { Actor, Member } from '../people/member.ts'
import { samplePeople } from '../people/sample-people.ts'
import { atLeast, type Need } from '../policy/approvals-needed.ts'
import { needByAuthors } from '../policy/need-of-payout.ts'
import { issueOnWire, warningOnWire } from '../problems/english-texts.ts'
import { readSearchText } from '../search/search-terms.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import { validationsOfEntry } from '../validations/saved-validations.ts'
import { detailsAuthors } from './facts.ts'
import { errorsOf, givenApprovals, presentPayout, presentPayouts } from './present-payout.ts'
import { replacements } from './replaced.ts'
import { countPayouts } from './search/kept-sums.ts'
import { limitedReviewers } from './search/limited-reviewers.ts'
import type { PayoutFilter } from './search/payout-filter.ts'
import { searchPayouts, sortKeyOf, sumPayouts } from './search/payout-search.ts'
import { countToFinish } from './search/to-finish.ts'
import { shownConfirmations } from './show-confirmations.ts'
import { approvableAmong, conditionsOf } from './who-may-approve.ts'

const usualLimit = 50

/**
 * One page of the payouts that match, in the order that is asked for, and what all of them add up to.
 * @throws Failure FIELDS_INVALID for a cursor that is none
 */
export async function findPayoutPage(reader: Reader, person: Actor, search: PayoutSearch): Promise<PayoutPage> {
  const { text, state, country, beneficiaryId, batchId, exportId, personId, from, to } = search
  const { cursor, limit = usualLimit, totals: wantsTotals = false, canApprove = false } = search
  const toReview = canApprove || search.toReview === true
  const isNone = (toReview && state !== undefined && state !== 'in_review') || (canApprove && !approves(reader, person))
  if (isNone) return { items: [], nextCursor: null, totals: wantsTotals ? [] : null }
  const [reviewer] = toReview ? await limitedReviewers(reader, [person]) : []
  const filter: PayoutFilter = {
    text: readSearchText(reader.encryption, text),
    state: toReview ? 'in_review' : state,
    country,
    beneficiaryId,
    batchId,
    exportId,
    personId,
    from,
    to,
    warnings: search.warnings,
    outcome: search.outcome,
    amount: canonicalAmounts(search.amount),
    reviewableBy: reviewer && (canApprove ? reviewer : { ...reviewer, approveUpTo: {} }),
    isAlone: search.alone,
    notEnteredBy: search.samples === false ? await samplePeople(reader) : undefined,
  }
  const order = orderOf(search)
  const list = `payouts by ${order.sort}` as const
  const after = readCursor(list, cursor)
  const { items, next } = await readPage(reader, person, { filter, order, after, limit, isApprovable: canApprove })
  return {
    items: [...items],
    nextCursor: next === undefined ? null : writeCursor(list, next.key, next.id),
    totals: wantsTotals && after === undefined ? [...(await sumPayouts(reader.db, filter))] : null,
  }
}

/** Whether a person approves anything now. */
function approves(reader: Reader, person: Actor): boolean {
  return mayDo(person.roles, 'approve') && !isHeld(person, reader.now())
}

interface PageToRead {
  readonly filter: PayoutFilter
  readonly order: ReturnType<typeof orderOf>
  readonly after: ReturnType<typeof readCursor>
  readonly limit: number
  /** Whether what the person cannot approve is left out, as its row alone did not say. */
  readonly isApprovable: boolean
}

/** So many times rows are looked at for one page, of which few may be wanted: a page can be short, and the next one goes on from there. */
const mostLooks = 4

async function readPage(reader: Reader, person: Actor, { filter, order, after, limit, isApprovable }: PageToRead) {
  const items: Payout[] = []
  let last = after
  for (let look = 0; look < mostLooks; look += 1) {
    const rows = await searchPayouts(reader.db, filter, { ...order, after: last, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const approvable = isApprovable ? await approvableAmong(reader, person, page) : new Set(page)
    const wanted = page.filter((row) => approvable.has(row)).slice(0, limit - items.length)
    const shown = new Map((await presentPayouts(reader, person, wanted)).map((payout) => [payout.id, payout]))
    for (const [place, row] of page.entries()) {
      last = { key: sortKeyOf(row, order.sort), id: row.id }
      items.push(...[shown.get(row.id)].filter((one) => one !== undefined))
      if (items.length === limit) return { items, next: place + 1 < rows.length ? last : undefined }
    }
    if (rows.length <= limit) return { items, next: undefined }
  }
  return { items, next: last }
}

function orderOf({ toReview, canApprove, direction, ...search }: PayoutSearch) {
  const { sort = toReview === true || canApprove === true ? 'submitted' : 'changed' } = search
  return { sort, direction: direction ?? usualDirections[sort] }
}

/** As amounts are saved: 1,500.50 is 1500.5. Up to fifteen digits are exact as a number. */
function canonicalAmounts(amount: PayoutSearch['amount']): PayoutFilter['amount'] {
  if (amount === undefined) return undefined
  const { currencyCode, min, max } = amount
  return {
    currencyCode,
    ...(min !== undefined && { min: decimalTextOf(Number(min)) }),
    ...(max !== undefined && { max: decimalTextOf(Number(max)) }),
  }
}

/** @throws Failure NOT_FOUND */
export async function findOnePayout(reader: Reader, person: Actor, id: string): Promise<Payout> {
  const row = await findPayout(reader.db, id)
  if (row === undefined) throw noSuchPayout()
  return presentPayout(reader, person, row)
}

/**
 * A payout with what speaks against its details.
 * @throws Failure NOT_FOUND
 */
export async function findWithChanges(
  reader: Reader,
  signIn: SignInMode,
  person: Member,
  id: string,
): Promise<OnePayout> {
  const row = await findPayout(reader.db, id)
  if (row === undefined) throw noSuchPayout()
  const isBelieved = isIntact(reader.encryption, 'payouts', row)
  const isOpen = isBelieved && row.state !== 'exported' && row.erased_at === null
  const need = isBelieved ? await needNow(reader, row) : { needed: row.approvals_needed, why: row.approvals_why }
  const paidId = isOpen ? row.beneficiary_id : null
  const warnings = paidId === null ? [] : await detailsWarnings(reader, writtenPayout(reader, row), paidId, id)
  return {
    ...(await presentPayout(reader, person, row)),
    approvalsNeeded: need.needed,
    detailsChanged: warnings.map(warningOnWire),
    revealable: isBelieved ? revealableTo(person, payoutValues(reader, row), reader) : [],
    confirmations: isBelieved ? await shownConfirmations(reader, row) : [],
    ...(await replacements(reader, row)),
    approvals: {
      ...need,
      given: isBelieved ? await givenApprovals(reader, row) : [],
    },
    toApprove: (await conditionsOf(reader, signIn, person, isBelieved ? [row] : [])).get(row) ?? null,
  }
}

/** As it is for who approves it next: names may have been taken on trust when it was sent to review. */
async function needNow(reader: Reader, row: PayoutRow): Promise<Need> {
  const { need, state, enteredBy } = approvalStateOf(reader.encryption, row)
  if (!reader.areNamesProven || state !== 'in_review' || row.erased_at !== null) return need
  const authors = await detailsAuthors(reader, [row])
  return atLeast(need, (await needByAuthors(reader))([...enteredBy, ...authors(row)]))
}

/**
 * A payout as it was saved, with its request: nothing of that is revealed.
 * @throws Failure NOT_FOUND
 */
export async function findSavedPayout(reader: Reader, person: Actor, id: string): Promise<SavedPayout> {
  const row = await payoutRow(reader, id)
  const request = savedRequest(reader, row)
  const payout = await presentPayout(reader, person, row)
  const { fields } = reader
  return {
    ...payout,
    request: request === undefined ? null : sentRequest(maskedRequest(request, fields), fields),
    errors: errorsOf(reader, row).map(issueOnWire),
  }
}

/**
 * The provider's validations of exactly the entry of a payout, as the saved beneficiary may have another by now.
 * @throws Failure NOT_FOUND
 */
export async function findPayoutValidations(reader: Reader, id: string): Promise<readonly PastValidation[]> {
  const row = await payoutRow(reader, id)
  return row.erased_at === null ? validationsOfEntry(reader, payoutEntry(reader, row)) : []
}

/** How much there is of everything, for the person who asks. */
export async function overviewFor(
  reader: Reader,
  person: Actor,
): Promise<Omit<Overview, 'sampleData' | 'samples' | 'unread' | 'received'>> {
  const { db } = reader
  const [reviewer = person] = await limitedReviewers(reader, [person])
  const { states, toReview, ofBatches } = await countPayouts(db, reviewer)
  const counted = payoutStates.map((state) => [state, states.get(state) ?? 0] as const)
  return {
    beneficiaries: await countActiveBeneficiaries(db),
    payouts: { draft: 0, in_review: 0, returned: 0, approved: 0, exported: 0, ...Object.fromEntries(counted) },
    toReview: mayDo(person.roles, 'approve') ? toReview : 0,
    toReviewInBatches: mayDo(person.roles, 'approve') ? ofBatches : 0,
    toFinish: await countToFinish(db, person.id),
    drafts: await countDrafts(db, person.id),
  }
}
