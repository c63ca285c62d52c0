import type { BatchReview } from '#shared/api/batch-review.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { Amount } from '../entry/payout-words.tsx'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Table } from '../ui/table.tsx'
import styles from './batch-review.module.css'

/** The sums of a batch's payouts in review, by currency, and on demand by country and method. */
export function BatchReviewTotals({ review: { totals, groups, payouts } }: { readonly review: BatchReview }) {
  return (
    <div>
      <p className={styles.totals}>
        {totals.map((total) => (
          <span key={total.currencyCode}>
            <Amount {...total} />
          </span>
        ))}
      </p>
      <Disclosure small summary={t('review.batch.groups', { count: payouts.length })}>
        <Table
          label={t('review.batch.groupsLabel')}
          rows={groups}
          rowKey={({ country, method, currencyCode }) => `${country} ${method} ${currencyCode}`}
          columns={[
            { title: t('review.batch.country'), cell: ({ country }) => countryNameByCode(country) },
            { title: t('review.batch.method'), cell: ({ country, method }) => methodWords(country, method) },
            {
              title: t('review.batch.count'),
              isFigure: true,
              named: true,
              cell: (group) => numberWords(group.count),
            },
            { title: t('review.batch.total'), isFigure: true, cell: (group) => <Amount {...group} /> },
          ]}
        />
      </Disclosure>
    </div>
  )
}

/** The country's name for a method. */
function methodWords(country: string, id: string): string {
  const method = isCountryCode(country) ? ruleBook[country].methods.find((one) => one.id === id) : undefined
  return method === undefined ? id : t(method.label)
}
