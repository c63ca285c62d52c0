import type { Issue } from '#shared/api/issue.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import type { Written } from '../beneficiaries/written-entry.ts'
import { isIntact } from '../store/row-mac.ts'
import { payoutsOfDay } from '../store/same-payouts.ts'
import { payeeTerms } from '../store/search-terms.ts'
import type { Reader } from '../store/store.ts'
import { policyInForce } from './approval-policy.ts'
import { approvalsNeeded, atLeast, isSanctionsHit, type Need, sanctionsNeed } from './approvals-needed.ts'

/** A payout that is sent to review: its entry as it was read, and what stands against it. */
interface Sent {
  readonly id: string
  readonly written: Written
  readonly warnings: readonly Issue[]
}

/**
 * How many approvals a payout takes that is sent to review now.
 * @throws Failure TAMPERED where the policy is not the one that two admins agreed on
 */
export async function needOf(reader: Reader, { id, written, warnings }: Sent): Promise<Need> {
  const { currencies } = await policyInForce(reader)
  const { amount, currencyCode } = written.entry
  const rules = Object.hasOwn(currencies, currencyCode) ? (currencies[currencyCode] ?? []) : []
  const need = approvalsNeeded(rules, {
    amount,
    sumOfDay: rules.some(({ appliesTo }) => appliesTo === 'day') ? await sumOfDay(reader, id, written) : '0',
  })
  return warnings.some(isSanctionsHit) ? atLeast(sanctionsNeed(reader.sanctionsReviewers), need) : need
}

const dayMs = 24 * 60 * 60 * 1000

/** What goes to the same destination within a day, this payout with it; undefined where one of the others was changed past the app. */
async function sumOfDay(reader: Reader, id: string, { entry, reading }: Written): Promise<string | undefined> {
  const { db, encryption } = reader
  const { amount, currencyCode } = entry
  const others = await payoutsOfDay(db, {
    destinations: payeeTerms(reader, entry, reading.request),
    currencyCode,
    since: new Date(reader.now().getTime() - dayMs).toISOString(),
    exceptId: id,
  })
  if (!others.every((row) => isIntact(encryption, 'payouts', row))) return undefined
  const [total] = totalsOf([{ amount, currencyCode }, ...others.map((row) => ({ amount: row.amount, currencyCode }))])
  return total?.amount
}
