import type { Batch } from '#shared/api/batch.ts'
import { Amount } from '../entry/payout-words.tsx'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { OutcomeCounts } from '../payouts/outcome-counts.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { LoadFailure } from '../screen/loading.tsx'
import { Page } from '../screen/page.tsx'
import { PastLists } from '../screen/past-lists.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import styles from './batch.module.css'
import { BatchValidations } from './batch-validations.tsx'
import { BatchSource, BatchStateBadge } from './batch-words.tsx'
import { NextSteps } from './next-steps.tsx'
import { StateBar } from './state-bar.tsx'
import { SubmitBatch } from './submit-batch.tsx'
import { useBatch } from './use-batch.ts'

/** One batch: how far its payouts are, what they add up to, and what comes next. */
export function BatchPage({ id }: { readonly id: string }) {
  const batch = useBatch(id)
  const value = batch.data?.value
  return (
    <Page
      title={t('batches.page.title')}
      heading={value && <Name>{value.name}</Name>}
      lead={<AppLink to={paths.batches}>{t('batches.page.all')}</AppLink>}
      aside={value && <BatchStateBadge {...value} />}
    >
      {value !== undefined && <Content batch={value} />}
      {batch.isPending && <Skeleton lines={8} label={t('batches.page.loading')} />}
      {value === undefined && batch.isError && <LoadFailure what="batch" query={batch} />}
    </Page>
  )
}

function Content({ batch }: { readonly batch: Batch }) {
  return (
    <div className={styles.page}>
      <NextSteps batch={batch} />
      <Payouts batch={batch} />
      <SubmitBatch batch={batch} />
      <PastLists batchId={batch.id} />
      <BatchValidations batch={batch} />
      <Facts batch={batch} />
      <p className="screen-only">
        <AppLink to={addressOf.activityOf(batch.id)}>{t('batches.page.activity')}</AppLink>
      </p>
    </div>
  )
}

function Payouts({ batch }: { readonly batch: Batch }) {
  const { totals } = batch
  if (totals.length === 0) return <p className={styles.quiet}>{t('batches.page.noPayouts')}</p>
  return (
    <section className={styles.section} aria-labelledby="payouts">
      <h2 id="payouts">{t('batches.page.payouts')}</h2>
      <StateBar {...batch} />
      <OutcomeCounts
        of={{ batch: batch.id }}
        label={t('batches.page.byOutcome')}
        exported={batch.counts.exported}
        stated={batch.outcomes}
        openWords={(count) => t('batches.page.nothingStated', { count })}
      />
      <div className={styles.sums}>
        <Table
          label={t('batches.page.totals')}
          rows={totals.toSorted((a, b) => b.count - a.count)}
          rowKey={({ currencyCode }) => currencyCode}
          columns={[
            { title: t('batches.page.currency'), cell: ({ currencyCode }) => currencyCode },
            {
              title: t('batches.page.count'),
              isFigure: true,
              named: true,
              cell: ({ count }) => numberWords(count),
            },
            { title: t('batches.page.total'), isFigure: true, cell: (total) => <Amount {...total} /> },
          ]}
        />
      </div>
    </section>
  )
}

/** Its source, and the state of its rows: the counts add up to the rows given. */
function Facts({ batch }: { readonly batch: Batch }) {
  const { createdAt, createdBy, finishedAt } = batch
  const nameOf = useStaffNames()
  return (
    <section className={styles.section} aria-labelledby="facts">
      <h2 id="facts">{t('batches.page.facts')}</h2>
      <Ledger>
        <LedgerRow name={t('batches.list.source')} value={<BatchSource {...batch} />} />
        <LedgerRow
          name={t('batches.list.by')}
          value={
            <>
              <Name>{nameOf(createdBy)}</Name> · <Ago at={createdAt} />
            </>
          }
        />
        <LedgerRow name={t('batches.list.rows')} value={rowsSentence(batch)} />
        <LedgerRow
          name={t('batches.page.finished')}
          value={finishedAt === null ? t('batches.page.notFinished') : <Ago at={finishedAt} />}
        />
      </Ledger>
    </section>
  )
}

function rowsSentence({ rows: { given, saved, refused, skipped } }: Pick<Batch, 'rows'>): string {
  if (given === null) return t('batches.rows.saved', { saved })
  return t('batches.rows.sum', { given, saved, refused, skipped, open: Math.max(0, given - saved - refused - skipped) })
}
