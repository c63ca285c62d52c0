import { exportFormats, exportPageSchema, type PayoutExport } from '#shared/api/payout.ts'
import { getJson } from '../app/api.ts'
import { ListFailure } from '../app/load-failure.tsx'
import { usePages } from '../app/use-pages.ts'
import { amountWords } from '../payouts/payout-words.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Actions } from '../ui/row.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { downloadExport } from './download-export.ts'
import { exportFormatWords } from './export-formats.ts'

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
            { title: 'When', cell: ({ createdAt }) => <Ago at={createdAt} /> },
            { title: 'By', cell: ({ createdBy }) => createdBy.name },
            { title: 'Payouts', cell: countOf },
            {
              title: 'Totals',
              cell: ({ totals }) =>
                totals.map(({ amount, currencyCode }) => amountWords(amount, currencyCode)).join(' · '),
            },
            { title: 'File', cell: ({ id }) => <Files id={id} /> },
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

function Files({ id }: { readonly id: string }) {
  return (
    <Actions>
      {exportFormats.map((format) => (
        <Button key={format} kind="link" small onClick={() => downloadExport(id, format)}>
          {exportFormatWords[format].label}
        </Button>
      ))}
    </Actions>
  )
}
