import { exportPageSchema, type PayoutExport } from '#shared/api/payout.ts'
import { getJson } from '../app/api.ts'
import { ListFailure } from '../app/load-failure.tsx'
import { usePages } from '../app/use-pages.ts'
import { numberWords } from '../language/formats.ts'
import { amountWords } from '../payouts/payout-words.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { ExactTime } from './exact-time.tsx'
import { FilesAgain } from './files-again.tsx'
import { t } from './words.ts'

/** What was given out before; each file can be had again, which is recorded. */
export function PastExports() {
  const past = usePages(['exports'], (cursor, signal) =>
    getJson(`/api/exports${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`, exportPageSchema, {
      signal,
    }),
  )
  const items = past.rows
  return (
    <section aria-labelledby="past">
      <h2 id="past">{t('past.title')}</h2>
      {past.state === 'loading' && <Skeleton lines={4} label={t('past.loading')} />}
      {past.state === 'failed' && <ListFailure what="exports" pages={past} />}
      {past.state === 'ready' && items.length === 0 && <Note>{t('past.none')}</Note>}
      {items.length > 0 && (
        <Table
          label={t('page.title')}
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            { title: t('past.when'), cell: ({ createdAt }) => <ExactTime at={createdAt} /> },
            { title: t('past.by'), cell: ({ createdBy }) => createdBy.name },
            { title: t('past.payouts'), isFigure: true, named: true, cell: countOf },
            {
              title: t('past.totals'),
              isFigure: true,
              cell: ({ totals }) =>
                totals.map(({ amount, currencyCode }) => amountWords(amount, currencyCode)).join(' · '),
            },
            { title: t('past.file'), cell: (found) => <FilesAgain made={found} /> },
          ]}
        />
      )}
      {past.hasMore && (
        <Button kind="link" onClick={past.more}>
          {t('page.more')}
        </Button>
      )}
    </section>
  )
}

function countOf({ count, again }: PayoutExport): string {
  return again === 0 ? numberWords(count) : t('past.countAgain', { count, again })
}
