import type { StaffMember } from '#shared/api/people.ts'
import { amountWords } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'

/** What a person may approve within a day: to one beneficiary, and in all. */
export function limitWords({ approveUpTo, approveUpToADay }: Pick<StaffMember, 'approveUpTo' | 'approveUpToADay'>) {
  const [toOne, inAll] = [amountsOf(approveUpTo), amountsOf(approveUpToADay)]
  if (toOne === 'none' && inAll === 'none') return t('people.limits.none')
  return t('people.limits.both', { toOne, inAll })
}

function amountsOf(limits: StaffMember['approveUpTo']): string {
  const amounts = Object.entries(limits).map(([currency, amount]) => amountWords(amount, currency))
  return amounts.length === 0 ? 'none' : amounts.join(', ')
}
