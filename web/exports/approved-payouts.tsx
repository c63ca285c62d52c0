import { useState } from 'react'
import { type ExportFormat, exportFormats } from '#shared/api/export.ts'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { ApiProblem, postJson } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'
import { countryName } from '../entry/country-options.ts'
import { Amount, MaskedEnding, ShownName } from '../entry/payout-words.tsx'
import { WarningMarks } from '../entry/warning-marks.tsx'
import { t, tNode } from '../language/translate.ts'
import { ActionFailure } from '../payouts/action-failure.tsx'
import { formatNames, useExport } from '../payouts/use-export.ts'
import { AppLink } from '../screen/app-link.tsx'
import { ListFailure } from '../screen/loading.tsx'
import { focusHeading } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useWhyNot } from '../session/use-may.tsx'
import { ExactTime } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Code } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import styles from './exports.module.css'
import { Preparing } from './preparing.tsx'
import { useTotalsOfAll } from './use-totals-of-all.ts'

/** What is approved and not exported yet; all that is there when the screen opens is selected. */
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
  // What is approved meanwhile is shown, but only the person selects it.
  const [ticks, setTicks] = useState<ReadonlySet<string>>(() => new Set(exportable(items)))
  const whyNot = useWhyNot('export')
  const [format, setFormat] = useState<ExportFormat>('json')
  const exporting = useExport()
  const announce = useAnnounce()
  const ticked = items.filter(({ id }) => ticks.has(id))
  const [isAll, setIsAll] = useState(false)
  const all = useTotalsOfAll(hasMore)
  const totals = isAll && all !== undefined ? all : totalsOf(ticked)
  const count = totals.reduce((sum, total) => sum + total.count, 0)
  const exportTicked = () =>
    exporting.mutate(
      { ...(isAll ? { all: 'approved' } : { payoutIds: ticked.map(({ id }) => id) }), format, again: false },
      {
        onSuccess: (made) => {
          setIsAll(false)
          // With nothing left to export the button is gone.
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
          <p className={styles.totals}>
            {t('exports.approved.count', { count })}
            {totals.map(({ amount, currencyCode }) => (
              <span key={currencyCode}>
                {' · '}
                <Amount amount={amount} currencyCode={currencyCode} />
              </span>
            ))}
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
              unavailable={whyNot ?? (count === 0 ? t('exports.approved.tickOne') : undefined)}
              onClick={exportTicked}
            >
              {t('exports.approved.export', { count })}
            </Button>
          </Actions>
          {exporting.underWay !== undefined && <Preparing made={exporting.underWay} />}
        </>
      )}
      <ActionFailure error={exporting.error}>
        {inTheWay(exporting.error, items).map((payout) => (
          <p key={payout.id}>
            <AppLink to={addressOf.payout(payout.id)}>
              <ShownName of={payout} /> · <Code>{payout.externalReference}</Code>
            </AppLink>
          </p>
        ))}
      </ActionFailure>
    </div>
  )
}

/** The payouts for which an export was refused. */
function inTheWay(error: Error | null, items: readonly Payout[]): readonly Payout[] {
  const ids = new Set(error instanceof ApiProblem ? error.problem.ids : [])
  return items.filter(({ id }) => ids.has(id))
}

/** Of what was changed outside of the app, nothing can be exported. */
function exportable(items: readonly Payout[]): readonly string[] {
  return items.filter(({ tampered }) => tampered === null).map(({ id }) => id)
}

interface PayoutTicksProps {
  readonly items: readonly Payout[]
  /** The ids of those that are selected. */
  readonly ticks: ReadonlySet<string>
  readonly onChange: (ticks: ReadonlySet<string>) => void
}

/** The approved payouts, each with a check box, and one for all. */
function PayoutTicks({ items, ticks, onChange }: PayoutTicksProps) {
  const all = exportable(items)
  const areAll = all.every((id) => ticks.has(id))
  function tick(id: string, isTicked: boolean) {
    const next = new Set(ticks)
    if (isTicked) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <>
      <label className={styles.tick}>
        <input type="checkbox" checked={areAll} onChange={() => onChange(new Set(areAll ? [] : all))} />
        {t('exports.ticks.all')}
      </label>
      <Table
        label={t('exports.ticks.label')}
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t('exports.ticks.beneficiary'),
            cell: (payout) => (
              <label className={styles.tick}>
                <input
                  type="checkbox"
                  checked={ticks.has(payout.id)}
                  disabled={payout.tampered !== null}
                  onChange={(event) => tick(payout.id, event.currentTarget.checked)}
                />
                <ShownName of={payout} />
              </label>
            ),
          },
          {
            title: t('exports.ticks.amount'),
            isFigure: true,
            cell: (payout) => <Amount {...payout} />,
          },
          {
            title: t('exports.ticks.account'),
            named: true,
            cell: ({ masked }) => <Ending text={masked.recipientPixKey ?? masked.accountNumber} />,
          },
          { title: t('exports.ticks.country'), cell: ({ country }) => countryName(country) },
          {
            title: t('exports.ticks.reference'),
            cell: ({ id, externalReference }) => (
              <AppLink to={addressOf.payout(id)}>
                <Code>{externalReference}</Code>
              </AppLink>
            ),
          },
          {
            title: t('exports.ticks.approved'),
            cell: (payout) => <Approved payout={payout} />,
          },
          {
            title: t('payouts.facts.warnings'),
            cell: ({ warnings }) => <WarningMarks counts={warnings} />,
          },
        ]}
      />
    </>
  )
}

function Approved({ payout: { decidedAt, decidedBy } }: { readonly payout: Payout }) {
  if (decidedAt === null) return null
  const when = () => <ExactTime at={decidedAt} />
  return decidedBy === null
    ? tNode('exports.ticks.approvedBySomebody', { when })
    : tNode('exports.ticks.approvedBy', { when, name: decidedBy.name })
}

function Ending({ text }: { readonly text: string | undefined }) {
  return text === undefined ? t('exports.ticks.noAccount') : <MaskedEnding text={text} />
}
