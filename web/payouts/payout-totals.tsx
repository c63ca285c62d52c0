import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PayoutSearch, payoutPageSchema } from '#shared/api/payout-search.ts'
import { postJson } from '../api/api.ts'
import { Amount } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import styles from './payout-totals.module.css'

/** The sums of all payouts that match, by currency: at the bottom of the window, as the list may be long. The list does not wait for them. */
export function PayoutTotals({ wanted }: { readonly wanted: PayoutSearch }) {
  const [isWhole, setIsWhole] = useState(false)
  const { data } = useQuery({
    queryKey: ['payouts', 'totals', wanted],
    queryFn: ({ signal }) =>
      postJson('/api/payout-searches', { ...wanted, totals: true, limit: 1 }, payoutPageSchema, { signal }),
    placeholderData: (before) => before,
  })
  const totals = data?.totals?.toSorted((a, b) => b.count - a.count) ?? []
  if (totals.length === 0) return null
  const count = totals.reduce((sum, total) => sum + total.count, 0)
  const shown = isWhole ? totals : totals.slice(0, atFirst)
  return (
    <section className={styles.totals} aria-label={t('payouts.totals.label')}>
      <strong>{t('payouts.list.count', { count })}</strong>
      <ul>
        {shown.map((total) => (
          <li key={total.currencyCode}>
            <Amount {...total} />
          </li>
        ))}
      </ul>
      {totals.length > atFirst && (
        <Button kind="link" small onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('payouts.totals.fewer') : t('payouts.totals.all', { count: totals.length })}
        </Button>
      )}
    </section>
  )
}

/** As many as fit in one line of a laptop, the most frequent first. */
const atFirst = 4
