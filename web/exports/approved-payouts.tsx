import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExportFormat, exportFormats } from '#shared/api/export.ts'
import type { Payout } from '#shared/api/payout.ts'
import { type PayoutSearch, payoutPageSchema } from '#shared/api/payout-search.ts'
import { type Total, totalsOf } from '#shared/payout/totals.ts'
import { ApiProblem, postJson } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'
import { ShownName } from '../entry/payout-words.tsx'
import { t, tNode } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { BatchTag } from '../payouts/batch-tag.tsx'
import { PayoutTicks } from '../payouts/payout-ticks.tsx'
import { SamplesFilter, useSamplesFilter } from '../payouts/samples-filter.tsx'
import { formatNames, useExport } from '../payouts/use-export.ts'
import { useMarks } from '../payouts/use-marks.ts'
import { AppLink } from '../screen/app-link.tsx'
import { useFilter } from '../screen/list-state.ts'
import { ListFailure } from '../screen/loading.tsx'
import { focusHeading } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useWhyNot } from '../session/use-may.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Code } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import styles from './exports.module.css'
import { ExportSums, LastLook } from './last-look.tsx'
import { Preparing } from './preparing.tsx'

/** The approved payouts of a batch, or of all, that are not exported yet. None is selected until a person selects it. */
export function ApprovedPayouts() {
  const batch = useFilter('batch')
  const samples = useSamplesFilter()
  const wanted = {
    state: 'approved',
    ...(batch.value !== undefined && { batchId: batch.value }),
    ...(samples.isHiding && { samples: false }),
  } as const
  const approved = usePages(['payouts', 'approved'], '/api/payout-searches', payoutPageSchema, {
    search: { ...wanted, limit: 100 },
  })
  return (
    <section aria-labelledby="approved">
      <h2 id="approved">{t('exports.approved.title')}</h2>
      {batch.value !== undefined && <BatchTag id={batch.value} onRemove={() => batch.choose(undefined)} />}
      <SamplesFilter filter={samples} wanted={wanted} />
      {approved.state === 'loading' && <Skeleton lines={5} label={t('exports.approved.loading')} />}
      {approved.state === 'failed' && <ListFailure what="approvedPayouts" pages={approved} />}
      {approved.state === 'ready' && (
        <Choice
          key={JSON.stringify(wanted)}
          wanted={wanted}
          items={approved.rows}
          hasMore={approved.hasMore}
          onMore={approved.more}
        />
      )}
    </section>
  )
}

interface ChoiceProps {
  /** What all of them are, shown or not. */
  readonly wanted: PayoutSearch
  readonly items: readonly Payout[]
  readonly hasMore: boolean
  readonly onMore: () => void
}

function Choice({ wanted, items, hasMore, onMore }: ChoiceProps) {
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setIsAsking] = useState(false)
  const whyNot = useWhyNot('export')
  const [format, setFormat] = useState<ExportFormat>('json')
  const exporting = useExport()
  const announce = useAnnounce()
  const marked = useMarks(items)
  const ticked = marked.filter(({ id }) => ticks.has(id))
  const [isAllWanted, setIsAll] = useState(false)
  const all = useTotalsOfAll(hasMore, wanted)
  const isAll = isAllWanted && all !== undefined
  const totals = isAll ? all : totalsOf(ticked)
  const count = totals.reduce((sum, total) => sum + total.count, 0)
  const exportTicked = () =>
    exporting.mutate(
      { ...(isAll ? everyOne(wanted) : { payoutIds: ticked.map(({ id }) => id) }), format, again: false },
      {
        onSuccess: (made) => {
          setIsAll(false)
          setTicks(new Set())
          setIsAsking(false)
          // The button disappears with the last payout.
          focusHeading()
          announce(t('exports.approved.exported', { count: made.count }))
        },
      },
    )

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
          {all !== undefined && (
            <label className={styles.tick}>
              <input type="checkbox" checked={isAll} onChange={(event) => setIsAll(event.currentTarget.checked)} />
              {t('exports.ticks.everyOne', { count: all.reduce((sum, total) => sum + total.count, 0) })}
            </label>
          )}
          <ExportSums words={t('exports.approved.count', { count })} totals={totals} />
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
              unavailable={whyNot ?? (count === 0 ? t('exports.approved.tickOne') : undefined)}
              onClick={() => {
                exporting.reset()
                setIsAsking(true)
              }}
            >
              {t('exports.approved.look', { count })}
            </Button>
          </Actions>
        </>
      )}
      {isAsking && (
        <LastLook
          payouts={isAll ? marked : ticked}
          count={count}
          totals={totals}
          isBusy={exporting.isPending}
          failure={<Failure error={exporting.error} items={items} />}
          onExport={exportTicked}
          onClose={() => setIsAsking(false)}
        >
          {exporting.underWay !== undefined && <Preparing made={exporting.underWay} />}
        </LastLook>
      )}
    </div>
  )
}

/** Why an export was refused, and for which payouts. */
function Failure({ error, items }: { readonly error: Error | null; readonly items: readonly Payout[] }) {
  return (
    <PayoutActionFailure error={error}>
      {inTheWay(error, items).map((payout) => (
        <p key={payout.id}>
          <AppLink to={addressOf.payout(payout.id)}>
            <ShownName of={payout} /> · <Code>{payout.externalReference}</Code>
          </AppLink>
        </p>
      ))}
    </PayoutActionFailure>
  )
}

function everyOne({ batchId, samples = true }: PayoutSearch) {
  return batchId === undefined ? ({ all: samples ? 'approved' : 'own' } as const) : { batchId }
}

/** The payouts for which an export was refused. */
function inTheWay(error: Error | null, items: readonly Payout[]): readonly Payout[] {
  const ids = new Set(error instanceof ApiProblem ? error.problem.ids : [])
  return items.filter(({ id }) => ids.has(id))
}

/** The sums of all approved payouts that are wanted, fetched where not all of them are shown. */
function useTotalsOfAll(hasMore: boolean, wanted: PayoutSearch): readonly Total[] | undefined {
  const search = { ...wanted, limit: 1, totals: true }
  const { data } = useQuery({
    queryKey: ['payouts', 'approved', 'totals', search],
    queryFn: ({ signal }) => postJson('/api/payout-searches', search, payoutPageSchema, { signal }),
    enabled: hasMore,
  })
  return hasMore ? (data?.totals ?? undefined) : undefined
}
