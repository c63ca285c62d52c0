import { type Outcome, outcomes } from '#shared/api/outcome.ts'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { paths } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import styles from './outcome-counts.module.css'
import { OutcomeMark, outcomeLabel } from './outcome-mark.tsx'

interface Props {
  /** The batch or export that is counted, as in the address of its list. */
  readonly of: { readonly batch: string } | { readonly export: string }
  readonly label: string
  readonly exported: number
  readonly stated: Readonly<Record<Outcome, number>>
  /** The words for payouts without a recorded outcome. */
  readonly openWords: (count: number) => string
}

/** The outcomes recorded for exported payouts, each a link to its payouts. */
export function OutcomeCounts({ of, label, exported, stated, openWords }: Props) {
  if (exported === 0) return null
  const query = new URLSearchParams(Object.entries(of)).toString()
  const open = outcomes.reduce((left, outcome) => left - stated[outcome], exported)
  return (
    <ul className={styles.counts} aria-label={label}>
      {outcomes
        .filter((outcome) => stated[outcome] > 0)
        .map((outcome) => (
          <li key={outcome}>
            <AppLink to={`${paths.payouts}?${query}&outcome=${outcome}`}>
              <span aria-hidden="true">
                <OutcomeMark of={{ outcome }} />
              </span>
              {outcomeLabel(outcome)} {numberWords(stated[outcome])}
            </AppLink>
          </li>
        ))}
      {open > 0 && (
        <li>
          <AppLink to={`${paths.payouts}?${query}&outcome=none`}>{openWords(open)}</AppLink>
        </li>
      )}
      {stated.refused > 0 && (
        <li>
          <PayRefusedAgain query={query} />
        </li>
      )}
    </ul>
  )
}

/** Starts a batch with the refused payouts, for people who may enter payouts. */
export function PayRefusedAgain({ query }: { readonly query: string }) {
  const mayEnter = useMay('enter')
  return mayEnter && <AppLink to={`${paths.importRefused}?${query}`}>{t('payouts.outcome.payAgain')}</AppLink>
}
