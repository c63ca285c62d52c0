import { compareAmounts } from '#shared/payout/totals.ts'
import { caughtFailure, Failure } from '../../kernel/failure.ts'
import type { Actor } from '../../people/member.ts'
import type { Reader } from '../../store/store.ts'
import type { LimitedReviewer } from './payout-filter.ts'

/** What searches ask of people who review; where the audit log does not hold, no one approves anything anyway. */
export async function limitedReviewers(reader: Reader, people: readonly Actor[]): Promise<readonly LimitedReviewer[]> {
  const hosts = await reader.hosts().catch(caughtFailure)
  return people.map((person) => ({
    id: person.id,
    approveUpTo: lowestLimits(person),
    asOne: hosts instanceof Failure ? [] : hosts.groupWith(person.id),
  }))
}

/** What one payout may come to at most, by currency. */
function lowestLimits({
  approveUpTo,
  approveUpToADay,
}: Pick<Actor, 'approveUpTo' | 'approveUpToADay'>): Actor['approveUpTo'] {
  const both = Object.keys(approveUpTo).filter((currency) => Object.hasOwn(approveUpToADay, currency))
  const lower = both.map((currency) => {
    const [one = '', other = ''] = [approveUpTo[currency], approveUpToADay[currency]]
    return [currency, compareAmounts(one, other) < 0 ? one : other] as const
  })
  return { ...approveUpToADay, ...approveUpTo, ...Object.fromEntries(lower) }
}
