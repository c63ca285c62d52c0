import { useState } from 'react'
import { exportPageSchema, type PayoutExport } from '#shared/api/payout.ts'
import { getJson } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'
import { amountWords } from '../entry/payout-words.ts'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { ListFailure } from '../screen/load-failure.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { ExactTime } from './exact-time.tsx'
import styles from './exports.module.css'
import { FilesAgain } from './files-again.tsx'

/** What was given out before; each file can be had again, which is recorded. */
export function PastExports() {
  const past = usePages(['exports'], (cursor, signal) =>
    getJson(`/api/exports${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`, exportPageSchema, {
      signal,
    }),
  )
  const [savedId, setSavedId] = useState<string>()
  const items = past.rows
  const saved = items.find(({ id }) => id === savedId)
  return (
    <section aria-labelledby="past">
      <h2 id="past">{t('exports.past.title')}</h2>
      {past.state === 'loading' && <Skeleton lines={4} label={t('exports.past.loading')} />}
      {past.state === 'failed' && <ListFailure what="exports" pages={past} />}
      {past.state === 'ready' && items.length === 0 && <Note>{t('exports.past.none')}</Note>}
      {saved !== undefined && (
        <Callout
          tone={saved.erased === 0 ? 'success' : 'warning'}
          title={t('exports.file.saved', { count: saved.count, erased: saved.erased })}
        />
      )}
      {items.length > 0 && (
        <Table
          label={t('exports.page.title')}
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            { title: t('exports.past.when'), cell: ({ createdAt }) => <ExactTime at={createdAt} /> },
            { title: t('exports.past.by'), cell: ({ createdBy }) => createdBy.name },
            { title: t('exports.past.payouts'), isFigure: true, named: true, cell: (made) => <Count made={made} /> },
            { title: t('exports.past.totals'), isFigure: true, cell: totalsOf },
            {
              title: t('exports.past.file'),
              cell: (made) => <FilesAgain made={made} onSaved={() => setSavedId(made.id)} />,
            },
          ]}
        />
      )}
      {past.hasMore && (
        <Button kind="link" onClick={past.more}>
          {t('exports.page.more')}
        </Button>
      )}
    </section>
  )
}

function Count({ made: { count, again, erased } }: { readonly made: PayoutExport }) {
  return (
    <>
      {again === 0 ? numberWords(count) : t('exports.past.countAgain', { count, again })}
      {erased > 0 && <span className={styles.missing}>{t('exports.past.missing', { count, erased })}</span>}
    </>
  )
}

/** They stay those of what was given out then, which the file need not hold any more. */
function totalsOf({ totals: sums, erased }: PayoutExport): string {
  const totals = sums.map(({ amount, currencyCode }) => amountWords(amount, currencyCode)).join(' · ')
  return erased === 0 ? totals : t('exports.past.totalsThen', { totals })
}
