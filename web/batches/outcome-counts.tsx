import type { Batch } from '#shared/api/batch.ts'
import { outcomes } from '#shared/api/outcome.ts'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { OutcomeMark, outcomeLabel } from '../payouts/outcome-mark.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { paths } from '../screen/routes.ts'
import styles from './batch.module.css'

/** What people here have stated of the payouts that went out, in words that lead to them; nothing until one did. */
export function OutcomeCounts({ batch: { id, counts, outcomes: stated } }: { readonly batch: Batch }) {
  if (counts.exported === 0) return null
  const open = outcomes.reduce((left, outcome) => left - stated[outcome], counts.exported)
  return (
    <ul className={styles.states} aria-label={t('batches.page.byOutcome')}>
      {outcomes
        .filter((outcome) => stated[outcome] > 0)
        .map((outcome) => (
          <li key={outcome}>
            <AppLink to={`${paths.payouts}?batch=${encodeURIComponent(id)}&outcome=${outcome}`}>
              <span aria-hidden="true">
                <OutcomeMark of={{ outcome }} />
              </span>
              {outcomeLabel(outcome)} {numberWords(stated[outcome])}
            </AppLink>
          </li>
        ))}
      {open > 0 && <li className={styles.quiet}>{t('batches.page.nothingStated', { count: open })}</li>}
    </ul>
  )
}
