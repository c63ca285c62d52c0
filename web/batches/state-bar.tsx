import type { CSSProperties } from 'react'
import type { Batch } from '#shared/api/batch.ts'
import { type PayoutState, payoutStates } from '#shared/api/payout.ts'
import { stateLabel, stateTones } from '../entry/payout-words.tsx'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { paths } from '../screen/routes.ts'
import { classNames } from '../ui/class-names.ts'
import { Badge, toneClass } from '../ui/tone.tsx'
import styles from './batch.module.css'

type BatchCounts = Batch['counts']

/** How many payouts of a batch are in each state: as a bar, and in words that link to them. */
export function StateBar({ id, counts }: Pick<Batch, 'id' | 'counts'>) {
  const states = payoutStates.filter((state) => counts[state] > 0)
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {states.map((state) => (
          <span key={state} className={classNames(styles.part, partClass(state))} style={share(counts[state])} />
        ))}
      </div>
      <ul className={styles.states} aria-label={t('batches.page.byState')}>
        {states.map((state) => (
          <li key={state}>
            <AppLink to={`${paths.payouts}?batch=${encodeURIComponent(id)}&state=${state}`}>
              <Badge tone={stateTones[state]}>{stateLabel(state)}</Badge> {numberWords(counts[state])}
            </AppLink>
          </li>
        ))}
        <li>
          <AppLink to={`${paths.payouts}?batch=${encodeURIComponent(id)}`}>
            {t('batches.page.allPayouts', { count: sumOf(counts) })}
          </AppLink>
        </li>
      </ul>
    </>
  )
}

/** Exported payouts are done; a draft has no progress yet. */
function partClass(state: PayoutState): string | undefined {
  if (state === 'exported') return styles.done
  return stateTones[state] === 'neutral' ? undefined : toneClass(stateTones[state])
}

function share(count: number): CSSProperties {
  return { flexGrow: count }
}

function sumOf(counts: BatchCounts): number {
  return payoutStates.reduce((sum, state) => sum + counts[state], 0)
}
