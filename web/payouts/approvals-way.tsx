import type { Payout } from '#shared/api/payout.ts'
import { t } from '../language/translate.ts'
import styles from './payout-page.module.css'

type ApprovalCounts = Pick<Payout, 'approvalsNeeded' | 'approvalsGiven'>

/** Where one approval is enough, as for most payouts, the state is sufficient. */
export function takesMore({ approvalsNeeded }: ApprovalCounts): boolean {
  return approvalsNeeded > 1
}

/** How many of several approvals a payout has, in three characters: "1/2". */
export function ApprovalsMark({ of }: { readonly of: ApprovalCounts }) {
  if (!takesMore(of)) return null
  const words = approvalsWords(of)
  return (
    <span className={styles.mark} title={words}>
      <span aria-hidden="true">{shortly(of)}</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

export function shortly({ approvalsNeeded, approvalsGiven }: ApprovalCounts): string {
  return `${approvalsGiven}/${approvalsNeeded}`
}

/** The same in words; undefined where one approval is enough. */
export function approvalsWords(counts: ApprovalCounts): string | undefined {
  if (!takesMore(counts)) return undefined
  return t('payouts.way.count', { given: counts.approvalsGiven, needed: counts.approvalsNeeded })
}
