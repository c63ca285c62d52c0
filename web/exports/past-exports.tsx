import { exportPageSchema, type PayoutExport } from '#shared/api/payout.ts'
import { getJson } from '../app/api.ts'
import { ListFailure } from '../app/load-failure.tsx'
import { usePages } from '../app/use-pages.ts'
import { amountWords } from '../payouts/payout-words.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { ExactTime } from './exact-time.tsx'
import { FilesAgain } from './files-again.tsx'

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
      <h2 id="past">Given out before</h2>
      {past.state === 'loading' && <Skeleton lines={4} label="Loading the exports" />}
      {past.state === 'failed' && <ListFailure what="The exports" pages={past} />}
      {past.state === 'ready' && items.length === 0 && <Note>No export yet.</Note>}
      {items.length > 0 && (
        <Table
          label="Exports"
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            { title: 'When', cell: ({ createdAt }) => <ExactTime at={createdAt} /> },
            { title: 'By', cell: ({ createdBy }) => createdBy.name },
            { title: 'Payouts', isFigure: true, named: true, cell: countOf },
            {
              title: 'Totals',
              isFigure: true,
              cell: ({ totals }) =>
                totals.map(({ amount, currencyCode }) => amountWords(amount, currencyCode)).join(' · '),
            },
            { title: 'File', cell: (found) => <FilesAgain made={found} /> },
          ]}
        />
      )}
      {past.hasMore && (
        <Button kind="link" onClick={past.more}>
          Show more
        </Button>
      )}
    </section>
  )
}

function countOf({ count, again }: PayoutExport): string {
  return again === 0 ? String(count) : `${count}, of them ${again} again`
}
