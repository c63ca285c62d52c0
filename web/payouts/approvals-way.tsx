import type { OnePayout, Payout } from '#shared/api/payout.ts'
import { t, tNode } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Note } from '../ui/tone.tsx'
import styles from './payout-page.module.css'

type ApprovalCounts = Pick<Payout, 'approvalsNeeded' | 'approvalsGiven'>

/** Where one approval is enough, as for most payouts, the state is sufficient. */
function takesMore({ approvalsNeeded }: ApprovalCounts): boolean {
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

/** Who has approved a payout that needs several approvals, who is missing, and why one approval is not enough. */
export function ApprovalsWay({ payout }: { readonly payout: OnePayout }) {
  const { needed, why, given } = payout.approvals
  if (!takesMore(payout) || payout.state === 'draft' || payout.state === 'returned') return null
  const missing = needed - given.length
  return (
    <section className={styles.way} aria-label={t('payouts.way.title')}>
      <p>
        {t('payouts.way.needs', { needed })}
        {given.length > 0 && (
          <>
            {' '}
            {given.map(({ by, at, isSigned }, place) => (
              <span key={by.id}>
                {place > 0 && ', '}
                {tNode('payouts.way.by', {
                  name: by.name,
                  isSigned: isSigned ? 'yes' : 'no',
                  ago: () => <Ago at={at} />,
                })}
              </span>
            ))}
          </>
        )}
        {missing > 0 && ` ${t('payouts.way.missing', { count: missing, given: given.length })}`}
      </p>
      {why !== null && <Note>{t('payouts.way.why', { why })}</Note>}
    </section>
  )
}
