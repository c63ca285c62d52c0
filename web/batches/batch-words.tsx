import type { Batch, BatchState } from '#shared/api/batch.ts'
import { Amount } from '../entry/payout-words.tsx'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { Name } from '../ui/name.tsx'
import { Badge, type Tone } from '../ui/tone.tsx'
import styles from './batch.module.css'

const tones: Readonly<Record<BatchState, Tone>> = {
  draft: 'neutral',
  ready: 'warning',
  in_review: 'info',
  approved: 'success',
  exported: 'neutral',
}

/** The state of a batch in words. */
export function BatchStateBadge({ state }: Pick<Batch, 'state'>) {
  return <Badge tone={tones[state]}>{t(`batches.state.${state}`)}</Badge>
}

/** The source of its rows: the name of the file, else the kind. */
export function BatchSource({ source: { kind, name } }: Pick<Batch, 'source'>) {
  return (
    <>
      {t(`batches.source.${kind}`)}
      {name !== null && (
        <>
          {' '}
          <Name>{name}</Name>
        </>
      )}
    </>
  )
}

/** How many rows the file had; while that is unknown, how many are saved. */
export function rowsWords({ rows: { given, saved } }: Pick<Batch, 'rows'>): string {
  if (given === null) return numberWords(saved)
  return given === saved ? numberWords(given) : t('batches.rows.savedOf', { saved, given })
}

/** With more than two currencies, the one with the most payouts; the line has no space for the others, which are counted. */
export function MainTotals({ totals }: Pick<Batch, 'totals'>) {
  const ordered = totals.toSorted((a, b) => b.count - a.count)
  const shown = ordered.length > 2 ? ordered.slice(0, 1) : ordered
  return (
    <span className={styles.totals}>
      {shown.map((total) => (
        <Amount key={total.currencyCode} {...total} />
      ))}
      {ordered.length > shown.length && (
        <span>{t('batches.totals.more', { count: ordered.length - shown.length })}</span>
      )}
    </span>
  )
}
