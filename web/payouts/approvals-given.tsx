import type { OnePayout } from '#shared/api/payout.ts'
import { t, tNode } from '../language/translate.ts'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import { Note } from '../ui/tone.tsx'
import { takesMore } from './approvals-way.tsx'
import styles from './payout-page.module.css'

/** Who has approved a payout that needs several approvals, who is missing, and why one approval is not enough. */
export function ApprovalsGiven({ payout }: { readonly payout: OnePayout }) {
  const { needed, why, given } = payout.approvals
  const nameOf = useStaffNames()
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
                  name: nameOf(by),
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
