import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type ExportFormat,
  exportConfirmationsSchema,
  exportFormats,
  exportPageSchema,
  type PayoutExport,
} from '#shared/api/export.ts'
import { hasWarnings } from '#shared/api/warning.ts'
import { usePages } from '../api/use-pages.ts'
import { amountWords } from '../entry/payout-words.tsx'
import { WarningSigns } from '../entry/warning-marks.tsx'
import { numberWords } from '../language/formats.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { Confirmations } from '../payouts/confirmations.tsx'
import { OutcomeCounts } from '../payouts/outcome-counts.tsx'
import { downloadExport, formatNames } from '../payouts/use-export.ts'
import { AppLink } from '../screen/app-link.tsx'
import { ListFailure } from '../screen/loading.tsx'
import { addressOf } from '../screen/routes.ts'
import { useMay, WhyNot } from '../session/use-may.tsx'
import { useStaffNames } from '../session/use-staff-names.ts'
import { ExactTime } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormDialog } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Code, Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import styles from './exports.module.css'
import { Preparing } from './preparing.tsx'

/** Previous exports; each file can be downloaded again, which is audited. */
export function PastExports() {
  const past = usePages(['exports'], '/api/exports', exportPageSchema)
  const items = past.rows
  useLookAgain(items.some(({ state }) => state === 'preparing'))
  const [savedId, setSavedId] = useState<string>()
  const saved = items.find(({ id }) => id === savedId)
  const mayExport = useMay('export')
  const nameOf = useStaffNames()
  const file = {
    title: t('exports.past.file'),
    cell: (made: PayoutExport) =>
      made.state === 'made' ? (
        <>
          {made.problem !== null && <p>{problemDetail(made.problem)}</p>}
          {mayExport && <FilesAgain made={made} onSaved={() => setSavedId(made.id)} />}
        </>
      ) : (
        <Preparing made={made} />
      ),
  }
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
      {items.length > 0 && <WhyNot permission="export" />}
      {items.length > 0 && (
        <Table
          label={t('exports.page.title')}
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            {
              title: t('exports.past.when'),
              cell: ({ createdAt, createdBy }) => (
                <span className={styles.stack}>
                  <ExactTime at={createdAt} />
                  <Name>{nameOf(createdBy)}</Name>
                </span>
              ),
            },
            { title: t('exports.past.payouts'), named: true, cell: (made) => <Count made={made} /> },
            { title: t('exports.past.outcomes'), cell: (made) => <Stated made={made} /> },
            { title: t('payouts.facts.warnings'), cell: (made) => <ConfirmedWarnings made={made} /> },
            // What keeps one from being undone is for all who read.
            ...(mayExport || items.some(({ problem }) => problem !== null) ? [file] : []),
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

/** While any export is being prepared, by any person, the list is fetched again and again. */
function useLookAgain(isPreparing: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isPreparing) return undefined
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: ['exports'] }), lookEveryMs)
    return () => clearInterval(timer)
  }, [isPreparing, queryClient])
}
const lookEveryMs = 2_000

/** How many warnings the payouts of an export had, and on demand who confirmed each. */
function ConfirmedWarnings({ made: { id, warnings } }: { readonly made: PayoutExport }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!hasWarnings(warnings)) return null
  return (
    <>
      <span className={styles.line}>
        <WarningSigns counts={warnings} />
        <Button kind="link" small onClick={() => setIsOpen(true)}>
          {t('exports.past.whoConfirmed')}
        </Button>
      </span>
      {isOpen && (
        <Dialog title={t('payouts.confirmations.title')} onClose={() => setIsOpen(false)}>
          <ExportConfirmations exportId={id} />
          <Actions>
            <Button onClick={() => setIsOpen(false)}>{t('ui.drawer.close')}</Button>
          </Actions>
        </Dialog>
      )}
    </>
  )
}

function ExportConfirmations({ exportId }: { readonly exportId: string }) {
  const pages = usePages(
    ['exports', exportId, 'confirmations'],
    `/api/exports/${exportId}/confirmations`,
    exportConfirmationsSchema,
  )
  return (
    <>
      {pages.state === 'loading' && <Skeleton lines={4} label={t('exports.past.loadingConfirmed')} />}
      {pages.state === 'failed' && <ListFailure what="exports" pages={pages} />}
      {pages.rows.map(({ payoutId, externalReference, name, confirmations }) => (
        <section key={payoutId} aria-label={externalReference}>
          <h3>
            <AppLink to={addressOf.payout(payoutId)}>
              <Code>{externalReference}</Code>
            </AppLink>{' '}
            · <Name>{name}</Name>
          </h3>
          <Confirmations confirmations={confirmations} />
        </section>
      ))}
      {pages.hasMore && (
        <Button kind="link" onClick={pages.more}>
          {t('exports.page.more')}
        </Button>
      )}
    </>
  )
}

/** The recorded outcomes of its payouts, each count a link to them. */
function Stated({ made: { id, state, count, outcomes } }: { readonly made: PayoutExport }) {
  return (
    <OutcomeCounts
      of={{ export: id }}
      label={t('exports.past.outcomes')}
      exported={state === 'made' ? count : 0}
      stated={outcomes}
      openWords={(open) => t('exports.past.open', { count: open })}
    />
  )
}

/** How many, and what they come to. */
function Count({ made }: { readonly made: PayoutExport }) {
  const { count, again, erased } = made
  return (
    <>
      {again === 0 ? numberWords(count) : t('exports.past.countAgain', { count, again })}
      <span className={styles.under}>{totalsOf(made)}</span>
      {erased > 0 && <span className={styles.missing}>{t('exports.past.missing', { count, erased })}</span>}
    </>
  )
}

/** The totals at the time of the export; the file may have fewer payouts by now. */
function totalsOf({ totals: sums, erased }: PayoutExport): string {
  const totals = sums.map(({ amount, currencyCode }) => amountWords(amount, currencyCode)).join(' · ')
  return erased === 0 ? totals : t('exports.past.totalsThen', { totals })
}

interface FilesAgainProps {
  readonly made: PayoutExport
  readonly onSaved: () => void
}

/** Downloads the file of an earlier export again, after a question: sending both files would pay twice. */
function FilesAgain({ made: { id, count, erased }, onSaved }: FilesAgainProps) {
  const [asked, setAsked] = useState<ExportFormat>()
  const announce = useAnnounce()
  const queryClient = useQueryClient()
  function ask(format: ExportFormat) {
    setAsked(format)
    // A beneficiary may have been erased since the list was loaded.
    void queryClient.invalidateQueries({ queryKey: ['exports'] })
  }
  const saving = useMutation({
    mutationFn: (format: ExportFormat) => downloadExport(id, format),
    onSuccess: () => {
      setAsked(undefined)
      onSaved()
      announce(t('exports.file.saved', { count, erased }))
    },
  })
  return (
    <>
      <span className={styles.line}>
        {exportFormats.map((format) => (
          <Button key={format} kind="link" small onClick={() => ask(format)}>
            {formatNames[format]}
          </Button>
        ))}
      </span>
      {asked !== undefined && (
        <FormDialog
          title={t('exports.file.title', { format: formatNames[asked] })}
          description={t('exports.file.twice', { count: count - erased })}
          action={t('exports.file.save')}
          isBusy={saving.isPending}
          failure={<PayoutActionFailure error={saving.error} />}
          onSubmit={() => saving.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          {erased > 0 && <p>{t('exports.past.missing', { count, erased })}</p>}
        </FormDialog>
      )}
    </>
  )
}
