import { useState } from 'react'
import { type ExportFormat, exportFormats, type Payout, payoutPageSchema } from '#shared/api/payout.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { postJson } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'
import { amountWords } from '../entry/payout-words.ts'
import { t, tNode } from '../language/translate.ts'
import { ActionFailure } from '../payouts/action-failure.tsx'
import { useExport } from '../payouts/use-export.ts'
import { AppLink } from '../screen/app-link.tsx'
import { ListFailure } from '../screen/load-failure.tsx'
import { paths } from '../screen/routes.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { Note } from '../ui/note.tsx'
import { Actions } from '../ui/row.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { formatNames } from './export-formats.ts'
import styles from './exports.module.css'
import { PayoutTicks } from './payout-ticks.tsx'

/** What is approved and not given out yet; what is there when the screen opens is ticked to begin with. */
export function ApprovedPayouts() {
  const approved = usePages(['payouts', 'approved'], (cursor, signal) =>
    postJson('/api/payout-searches', { state: 'approved', limit: 100, ...(cursor && { cursor }) }, payoutPageSchema, {
      signal,
    }),
  )
  return (
    <section aria-labelledby="approved">
      <h2 id="approved">{t('exports.approved.title')}</h2>
      {approved.state === 'loading' && <Skeleton lines={5} label={t('exports.approved.loading')} />}
      {approved.state === 'failed' && <ListFailure what="approvedPayouts" pages={approved} />}
      {approved.state === 'ready' && <Choice items={approved.rows} hasMore={approved.hasMore} onMore={approved.more} />}
    </section>
  )
}

interface ChoiceProps {
  readonly items: readonly Payout[]
  readonly hasMore: boolean
  readonly onMore: () => void
}

function Choice({ items, hasMore, onMore }: ChoiceProps) {
  // What is approved while somebody looks is shown, but ticked by them alone.
  const [ticks, setTicks] = useState<ReadonlySet<string>>(() => new Set(items.map(({ id }) => id)))
  const [format, setFormat] = useState<ExportFormat>('json')
  const exporting = useExport()
  const ticked = items.filter(({ id }) => ticks.has(id))

  return (
    <div className={styles.choice}>
      {exporting.isSuccess && (
        <Callout tone="success" title={t('exports.approved.exported', { count: exporting.data.count })} />
      )}
      {items.length === 0 ? (
        <Note>{tNode('exports.approved.none', { link: (parts) => <AppLink to={paths.review}>{parts}</AppLink> })}</Note>
      ) : (
        <>
          <PayoutTicks items={items} ticks={ticks} onChange={setTicks} />
          {hasMore && (
            <Button kind="link" onClick={onMore}>
              {t('exports.page.more')}
            </Button>
          )}
          <p className={styles.totals}>
            {t('exports.approved.count', { count: ticked.length })}
            {totalsOf(ticked).map(({ amount, currencyCode }) => ` · ${amountWords(amount, currencyCode)}`)}
          </p>
          <ChoiceField
            name="format"
            label={t('exports.approved.format')}
            value={format}
            onChange={(value) => setFormat(exportFormats.find((found) => found === value) ?? 'json')}
            choices={exportFormats.map((value) => ({
              value,
              label: formatNames[value],
              detail: t(`exports.format.${value}`),
            }))}
          />
          <Actions>
            <Button
              kind="primary"
              busy={exporting.isPending}
              unavailable={ticked.length === 0 ? t('exports.approved.tickOne') : undefined}
              onClick={() => exporting.mutate({ payoutIds: ticked.map(({ id }) => id), format, again: false })}
            >
              {t('exports.approved.export', { count: ticked.length })}
            </Button>
          </Actions>
        </>
      )}
      <ActionFailure error={exporting.error} />
    </div>
  )
}
