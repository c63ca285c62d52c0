import { awayDays, type ReviewCover } from '#shared/api/review-cover.ts'
import type { SignInMode } from '#shared/api/session.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { tamperedAmong } from '../payout-state/genuine.ts'
import { limitedReviewers } from '../payouts/search/limited-reviewers.ts'
import { replacementsInReview, uncoveredPayouts } from '../payouts/search/uncovered.ts'
import { conditionsOf } from '../payouts/who-may-approve.ts'
import { isHeld } from '../people/holds.ts'
import { activeReviewers, type Member } from '../people/member.ts'
import type { Reader } from '../store/store.ts'
import { lastSignIns } from './people-summary-rows.ts'

const mostShown = 10

/** So many of those that replace a refused payout are looked at. */
const mostReplacements = 100

const dayMs = 24 * 60 * 60_000

/** What waits for review and no reviewer who is here may approve, with why not: to see, as nothing here gives power. */
export async function reviewCover(reader: Reader, signIn: SignInMode, person: Member): Promise<ReviewCover> {
  const reviewers = await activeReviewers(reader, signIn)
  const signIns = await lastSignIns(reader.db)
  const since = new Date(reader.now().getTime() - awayDays * dayMs).toISOString()
  const away = reviewers.filter(({ id }) => (signIns.get(id) ?? '') < since)
  const here = reviewers.filter((one) => !away.includes(one) && !isHeld(one, reader.now()))
  const limited = await limitedReviewers(reader, here)
  const uncovered = await uncoveredPayouts(reader.db, limited, mostShown + 1)
  const known = new Set(uncovered.map(({ id }) => id))
  const paidAgain = (await replacementsInReview(reader.db, mostReplacements)).filter(({ id }) => !known.has(id))
  const tampered = await tamperedAmong(reader, [...uncovered, ...paidAgain])
  const believed = [...uncovered, ...paidAgain].filter((row) => !tampered.has(row))
  const conditions = await conditionsOf(reader, signIn, person, believed)
  const isOnOwnWord = (row: PayoutRow) =>
    conditions.get(row)?.reviewers.some(({ why }) => why.includes('refusedByAuthor')) === true
  const rows = [...uncovered, ...paidAgain.filter(isOnOwnWord)]
  const shown = rows.slice(0, mostShown)
  const payouts = shown.map((row) => ({
    id: row.id,
    externalReference: row.external_reference,
    amount: row.amount,
    currencyCode: row.currency_code,
    reviewers: conditions.get(row)?.reviewers ?? [],
  }))
  return { payouts, isMore: rows.length > mostShown, away: away.map(({ id, name }) => ({ id, name })) }
}
