import { useState } from 'react'
import { type ExportFormat, exportFormats, type Payout, payoutPageSchema } from '#shared/api/payout.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { postJson } from '../app/api.ts'
import { ListFailure } from '../app/load-failure.tsx'
import { usePages } from '../app/use-pages.ts'
import { amountWords } from '../payouts/payout-words.ts'
import { StepFailure } from '../payouts/step-failure.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { Note } from '../ui/note.tsx'
import { Actions } from '../ui/row.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { exportFormatWords } from './export-formats.ts'
import styles from './exports.module.css'
import { PayoutTicks } from './payout-ticks.tsx'
import { useExport } from './use-export.ts'

/** What is approved and not given out yet; what is there when the screen opens is ticked to begin with. */
export function ApprovedPayouts() {
  const approved = usePages(['payouts', 'approved'], (cursor, signal) =>
    postJson('/api/payout-searches', { state: 'approved', limit: 100, ...(cursor && { cursor }) }, payoutPageSchema, {
      signal,
    }),
  )
  return (
    <section aria-labelledby="approved">
      <h2 id="approved">Approved</h2>
      {approved.state === 'loading' && <Skeleton lines={5} label="Loading the approved payouts" />}
      {approved.state === 'failed' && <ListFailure what="The approved payouts" pages={approved} />}
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
        <Callout tone="success" title={`Exported: ${countWords(exporting.data.count)}. The file is being saved.`} />
      )}
      {items.length === 0 ? (
        <Note>Nothing approved is waiting. What is approved under “To review” appears here.</Note>
      ) : (
        <>
          <PayoutTicks items={items} ticks={ticks} onChange={setTicks} />
          {hasMore && (
            <Button kind="link" onClick={onMore}>
              Show more
            </Button>
          )}
          <p className={styles.totals}>
            {countWords(ticked.length)}
            {totalsOf(ticked).map(({ amount, currencyCode }) => ` · ${amountWords(amount, currencyCode)}`)}
          </p>
          <ChoiceField
            name="format"
            label="Format"
            value={format}
            onChange={(value) => setFormat(exportFormats.find((found) => found === value) ?? 'json')}
            choices={exportFormats.map((value) => ({ value, ...exportFormatWords[value] }))}
          />
          <Actions>
            <Button
              kind="primary"
              busy={exporting.isPending}
              unavailable={ticked.length === 0 ? 'Tick at least one payout.' : undefined}
              onClick={() => exporting.mutate({ payoutIds: ticked.map(({ id }) => id), format, again: false })}
            >
              Export {countWords(ticked.length)}
            </Button>
          </Actions>
        </>
      )}
      <StepFailure error={exporting.error} />
    </div>
  )
}

function countWords(count: number): string {
  return count === 1 ? '1 payout' : `${count} payouts`
}
