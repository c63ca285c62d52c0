import type { CallBackScope } from '#shared/api/policy.ts'
import { compareAmounts } from '#shared/payout/totals.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { EntryWithReading } from '../entry/written-entry.ts'
import { goesElsewhere } from '../policy/audited-payees.ts'
import { type CalledBack, neverCalled } from '../store/audit/call-backs.ts'
import type { Hosts } from '../store/audit/hosts.ts'
import type { Reader } from '../store/store.ts'
import type { ComparedAmounts } from './compared-amounts.ts'

/** What was looked up of call-backs, by the audit log. */
export interface CallBackFacts {
  of(beneficiaryId: string): CalledBack
  /** Those of the payouts that are large enough to be called back and go elsewhere than those before. */
  readonly elsewhere: ReadonlySet<EntryWithReading>
  readonly groupOf: Hosts['groupOf']
}

interface PayoutToCall {
  readonly written: EntryWithReading
  readonly beneficiaryId: string | undefined
  readonly payout: Partial<Pick<PayoutRow, 'approvals_why'>> | undefined
}

export async function callBackFacts(
  reader: Reader,
  payouts: readonly PayoutToCall[],
  amounts: Pick<ComparedAmounts, 'callBack' | 'twoApprove'>,
): Promise<CallBackFacts> {
  const ids = payouts.flatMap(({ beneficiaryId }) => beneficiaryId ?? [])
  const found = await reader.calledBack([...new Set(ids)])
  const elsewhere = new Set<EntryWithReading>()
  for (const payout of payouts) {
    const { written, beneficiaryId = null } = payout
    const isLarge = calledAbove(amounts, 'calledIfChanged', payout) !== undefined
    if (isLarge && (await goesElsewhere(reader, { written, beneficiaryId }))) elsewhere.add(written)
  }
  return { of: (id) => found.get(id) ?? neverCalled, elsewhere, groupOf: (await reader.hosts()).groupOf }
}

/**
 * The amount above which a payout is. Where that of two approvals counts, as no rule of call-backs names another, a payout which is a part of what two
 * people approve in a day is above it too. Tests move no money.
 */
export function calledAbove(
  { callBack, twoApprove }: Pick<ComparedAmounts, 'callBack' | 'twoApprove'>,
  scope: CallBackScope,
  { written: { entry, reading }, payout }: PayoutToCall,
): string | undefined {
  const above = reading.request.amount === undefined ? undefined : callBack[scope].get(entry.currencyCode)
  if (above === undefined || entry.testMode) return undefined
  const isOfTwo = scope === 'calledIfChanged' && above === twoApprove.get(entry.currencyCode)
  const isPart = isOfTwo && payout?.approvals_why === 'day'
  return isPart || compareAmounts(entry.amount, above) > 0 ? above : undefined
}
