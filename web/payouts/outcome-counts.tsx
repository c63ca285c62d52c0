import { type Outcome, outcomes } from '#shared/api/outcome.ts'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { paths } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import styles from './outcome-counts.module.css'
import { OutcomeMark, outcomeLabel } from './outcome-mark.tsx'

interface Props {
  /** Whose they are, as the address of their list says it. */
  readonly of: { readonly batch: string } | { readonly export: string }
  readonly label: string
  readonly exported: number
  readonly stated: Readonly<Record<Outcome, number>>
  /** Says of how many nobody has stated anything. */
  readonly openWords: (count: number) => string
}

/** What people here have stated of payouts that went out, in words that lead to them. */
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

/** Leads to a batch of the refused payouts, for who may enter them. */
export function PayRefusedAgain({ query }: { readonly query: string }) {
  const mayEnter = useMay('enter')
  return mayEnter && <AppLink to={`${paths.importRefused}?${query}`}>{t('payouts.outcome.payAgain')}</AppLink>
}
