import type { RevealedPayout } from '#shared/api/payout.ts'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/callout.tsx'
import styles from './review.module.css'

/** What speaks against it as it stands now, and who has looked at it. */
export function ConfirmedWarnings({ warnings }: Pick<RevealedPayout, 'warnings'>) {
  if (warnings.length === 0) return <p className={styles.quiet}>No warnings.</p>
  const title = warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`
  return (
    <Callout tone="warning" title={title}>
      <ul className={styles.warnings}>
        {warnings.map(({ field, code, detail, confirmedBy, confirmedAt }) => (
          <li key={`${field} ${code} ${detail}`}>
            {detail}{' '}
            <span className={styles.quiet}>
              {confirmedBy === null
                ? 'New since it was sent: nobody has confirmed it.'
                : `Confirmed by ${confirmedBy.name}`}
              {confirmedAt !== null && (
                <>
                  {' '}
                  <Ago at={confirmedAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
