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

/** How far a batch is. */
export function BatchStateBadge({ state }: Pick<Batch, 'state'>) {
  return <Badge tone={tones[state]}>{t(`batches.state.${state}`)}</Badge>
}

/** Where its rows come from: the file by its name, else the kind. */
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

/** How many rows came, or, while nobody knows, how many are saved. */
export function rowsWords({ rows: { given, saved } }: Pick<Batch, 'rows'>): string {
  if (given === null) return numberWords(saved)
  return given === saved ? numberWords(given) : t('batches.rows.savedOf', { saved, given })
}

/** The largest numbers of payouts first; what no line has space for is only counted. */
export function BatchTotals({ totals, most }: Pick<Batch, 'totals'> & { readonly most: number }) {
  const ordered = totals.toSorted((a, b) => b.count - a.count)
  return (
    <span className={styles.totals}>
      {ordered.slice(0, most).map((total) => (
        <Amount key={total.currencyCode} {...total} />
      ))}
      {ordered.length > most && <span>{t('batches.totals.more', { count: ordered.length - most })}</span>}
    </span>
  )
}
