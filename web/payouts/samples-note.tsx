import type { Overview } from '#shared/api/overview.ts'
import { payoutStates } from '#shared/api/payout.ts'
import type { PayoutSearch } from '#shared/api/payout-search.ts'
import { t } from '../language/translate.ts'
import type { Filter } from '../screen/list-state.ts'
import { Button } from '../ui/button.tsx'
import styles from './samples-note.module.css'

type Samples = NonNullable<Overview['samples']>

interface SamplesNoteProps extends Filter {
  readonly samples: Samples
  readonly wanted: PayoutSearch | undefined
}

export function SamplesNote({ value, choose, samples, wanted }: SamplesNoteProps) {
  const count = wanted && countIn(samples, wanted)
  if (count === 0) return null
  const isHiding = value === undefined
  const state = isHiding ? 'hidden' : 'shown'
  return (
    <p className={styles.note}>
      {count === undefined ? t('sample.among.some', { state }) : t('sample.among.listed', { count, state })}{' '}
      <Button kind="link" small onClick={() => choose(isHiding ? 'with' : undefined)}>
        {t(isHiding ? 'sample.among.show' : 'sample.among.hide')}
      </Button>
    </p>
  )
}

/** How many a list has; undefined where it is filtered by more than is counted. */
function countIn(samples: Samples, { state, toReview, samples: _, sort: _sort, ...filters }: PayoutSearch) {
  if (Object.keys(filters).length > 0) return undefined
  if (toReview === true) return samples.toReview
  return state === undefined ? payoutStates.reduce((sum, one) => sum + samples.payouts[one], 0) : samples.payouts[state]
}
