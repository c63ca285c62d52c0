import { type Batch, batchStates } from '#shared/api/batch.ts'
import { ShownName } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { isOneOf, useFilter } from '../screen/list-state.ts'
import { Page } from '../screen/page.tsx'
import { addressOf } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { DataList } from '../ui/data-list.tsx'
import type { DataColumn } from '../ui/data-table.tsx'
import { FilterChips, Filters, ListHead } from '../ui/list-filters.tsx'
import { Name } from '../ui/name.tsx'
import { BatchSource, BatchStateBadge, MainTotals, rowsWords } from './batch-words.tsx'
import { useBatches } from './use-batch.ts'

/** The batches, newest first, with a filter by state. */
export function BatchList() {
  const { value: state, choose } = useFilter('state', isOneOf(batchStates))
  const pages = useBatches(state)
  return (
    <Page title={t('batches.list.title')} lead={t('batches.list.lead')}>
      <ListHead>
        <Filters>
          <FilterChips
            label={t('batches.list.state')}
            options={batchStates.map((value) => ({ value, label: t(`batches.state.${value}`) }))}
            value={state}
            onChange={choose}
          />
        </Filters>
      </ListHead>
      <DataList
        label={t('batches.list.title')}
        columns={columns}
        pages={pages}
        rowKey={keyOf}
        href={addressOfRow}
        countWords={countWords}
        empty={
          state === undefined ? <p>{t('batches.list.noneYet')}</p> : <NoneInState onShowAll={() => choose(undefined)} />
        }
      />
    </Page>
  )
}

function NoneInState({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <>
      <p>{t('batches.list.noneInState')}</p>
      <Button onClick={onShowAll}>{t('batches.list.showAll')}</Button>
    </>
  )
}

function countWords(count: number): string {
  return t('batches.list.count', { count })
}

function keyOf({ id }: Batch): string {
  return id
}

function addressOfRow({ id }: Batch): string {
  return addressOf.batch(id)
}

const columns: readonly DataColumn<Batch>[] = [
  {
    get title() {
      return t('batches.list.name')
    },
    width: 'minmax(9rem, 2fr)',
    cell: ({ name, tampered }) => <ShownName of={{ name, erasedAt: null, tampered }} />,
  },
  {
    get title() {
      return t('batches.list.state')
    },
    width: '7.5rem',
    narrow: 'beside',
    cell: (batch) => <BatchStateBadge {...batch} />,
  },
  {
    get title() {
      return t('batches.list.rows')
    },
    width: 'minmax(5rem, 0.8fr)',
    isFigure: true,
    named: true,
    cell: rowsWords,
  },
  {
    get title() {
      return t('batches.list.totals')
    },
    width: 'minmax(9rem, 2fr)',
    isFigure: true,
    wraps: true,
    narrow: 'grows',
    cell: ({ totals }) => <MainTotals totals={totals} />,
  },
  {
    get title() {
      return t('batches.list.source')
    },
    width: 'minmax(6rem, 1.4fr)',
    narrow: 'hidden',
    cell: (batch) => <BatchSource {...batch} />,
  },
  {
    get title() {
      return t('batches.list.by')
    },
    width: 'minmax(5rem, 0.8fr)',
    narrow: 'hidden',
    cell: ({ createdBy }) => <Name>{createdBy.name}</Name>,
  },
  {
    get title() {
      return t('batches.list.when')
    },
    // "il y a 26 min" with its unit.
    width: '6rem',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
]
