import { Amount } from '../../entry/payout-words.tsx'
import { t, tNode } from '../../language/translate.ts'
import type { SheetSummary } from '../protocol.ts'
import styles from './sheet-table.module.css'

/** The counts of all rows by state, which always add up, and the amounts of the rows without errors. */
export function SumLine({ summary: { rows, totals } }: { readonly summary: SheetSummary }) {
  const { given, saved, refused, skipped, open } = rows
  return (
    <div className={styles.sums}>
      <p>
        {tNode('sheet.sum', {
          given,
          saved,
          refused,
          skipped,
          open,
          strong: (words) => <strong>{words}</strong>,
        })}
      </p>
      {totals.length > 0 && (
        <p>
          {rows.waiting === 0
            ? t('sheet.totals', { count: rows.ready })
            : t('sheet.totalsWaiting', { ready: rows.ready, waiting: rows.waiting })}{' '}
          {totals.map((total, place) => (
            <span key={total.currencyCode}>
              {place > 0 && ' · '}
              <Amount {...total} />
            </span>
          ))}
        </p>
      )}
      {rows.unread > 0 && <p>{t('sheet.reading', { count: rows.unread })}</p>}
    </div>
  )
}
