import type { Payout } from '#shared/api/payout.ts'
import { AppLink } from '../app/app-link.tsx'
import { addressOf } from '../app/routes.ts'
import { countryName } from '../payouts/country-options.ts'
import { amountWords } from '../payouts/payout-words.ts'
import { Ago } from '../ui/ago.tsx'
import styles from './review.module.css'
import { t } from './words.ts'

/** What waits, a line each. */
export function Queue({ items }: { readonly items: readonly Payout[] }) {
  return (
    <ul className={styles.queue} aria-label={t('queue.label')}>
      {items.map((item) => (
        <li key={item.id}>
          <AppLink className={styles.item} to={addressOf.reviewPayout(item.id)}>
            <span className={styles.name}>{item.name}</span>
            <span className={styles.amount}>{amountWords(item.amount, item.currencyCode)}</span>
            <span className={styles.meta}>
              <span>{countryName(item.country)}</span>
              {item.submittedAt !== null && <Ago at={item.submittedAt} />}
              {item.warnings > 0 && <span>{t('warnings.count', { count: item.warnings })}</span>}
              {item.comment !== null && <span>{t('queue.returnedBefore')}</span>}
              {item.testMode && <span>{t('queue.testMode')}</span>}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
