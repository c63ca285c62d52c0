import { useQuery } from '@tanstack/react-query'
import { type Batch, batchPageSchema } from '#shared/api/batch.ts'
import { getJson } from '../api/api.ts'
import { Amount, ShownName } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import styles from './batch-review.module.css'

/** The newest batches with payouts in review, which are reviewed together and not among the others. */
export function useBatchesToReview(): readonly Batch[] {
  const query = useQuery({
    queryKey: ['batches', 'to-review'],
    // Some payouts of a batch can be drafts, or still to come, while others are in review.
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        ['in_review', 'ready', 'draft'].map((state) =>
          getJson(`/api/batches?state=${state}`, batchPageSchema, { signal }),
        ),
      )
      return pages.flatMap(({ items }) => items)
    },
    refetchInterval: 30_000,
  })
  return (query.data ?? []).filter(
    ({ actions, counts, tampered }) => actions.includes('review') || (tampered !== null && counts.in_review > 0),
  )
}

/** A line for each batch, however many payouts it has. */
export function BatchesToReview({ batches }: { readonly batches: readonly Batch[] }) {
  if (batches.length === 0) return null
  return (
    <section aria-labelledby="batches-to-review">
      <h2 id="batches-to-review" className={styles.heading}>
        {t('review.batches.title')}
      </h2>
      <ul className={styles.batches}>
        {batches.map(({ id, name, tampered, counts, totals }) => (
          <li key={id}>
            <AppLink to={addressOf.batchReview(id)}>
              <ShownName of={{ name, erasedAt: null, tampered }} />
            </AppLink>
            <span>{t('review.batches.count', { count: counts.in_review })}</span>
            <span className={styles.sums}>
              {totals.map((total) => (
                <span key={total.currencyCode}>
                  <Amount {...total} />
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <AppLink to={paths.batches}>{t('review.batches.all')}</AppLink>
      </p>
    </section>
  )
}
