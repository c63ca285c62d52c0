import { Suspense, useState } from 'react'
import { payoutStates } from '#shared/api/payout.ts'
import {
  type Direction,
  isDecimalText,
  outcomeFilters,
  type PayoutSearch,
  type PayoutSort,
  payoutSorts,
  usualDirections,
  warningFilters,
} from '#shared/api/payout-search.ts'
import { currencyDecimals, isCountryCode } from '#shared/countries/rule-book.ts'
import { stateLabel } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { endOfDay, isDay, isOneOf, startOfDay, useFilter } from '../screen/list-state.ts'
import { laterScreen } from '../screen/loading.tsx'
import type { Sorting } from '../ui/data-table.tsx'
import { FilterChips, FilterSelect, FilterToggle, Filters as ListFilters } from '../ui/list-filters.tsx'
import { useIsNarrow } from '../ui/media.ts'
import { CountryFilter, PersonFilter, WarningsFilter } from './common-filters.tsx'
import { payoutColumns } from './payout-columns.tsx'
import { useSamplesFilter } from './samples-filter.tsx'

type PayoutFilterState = ReturnType<typeof usePayoutFilters>

/** The filters and the sorting of the list of payouts, all in the address. */
export function usePayoutFilters() {
  const samples = useSamplesFilter()
  const filters = {
    state: useFilter('state', isOneOf(payoutStates)),
    batch: useFilter('batch'),
    export: useFilter('export'),
    country: useFilter('country', isCountryCode),
    person: useFilter('person'),
    warnings: useFilter('warnings', isOneOf(warningFilters)),
    outcome: useFilter('outcome', isOneOf(outcomeFilters)),
    from: useFilter('from', isDay),
    to: useFilter('to', isDay),
    currency: useFilter('currency', isCurrency),
    min: useFilter('min', isDecimalText),
    max: useFilter('max', isDecimalText),
  }
  const { state, batch, export: ofExport, country, person, warnings, outcome } = filters
  const { from, to, currency, min, max } = filters
  return {
    ...filters,
    samples,
    wanted: {
      ...(samples.isHiding && { samples: false }),
      ...(state.value && { state: state.value }),
      ...(batch.value && { batchId: batch.value }),
      ...(ofExport.value && { exportId: ofExport.value }),
      ...(country.value && { country: country.value }),
      ...(person.value && { personId: person.value }),
      ...(warnings.value && { warnings: warnings.value }),
      ...(outcome.value && { outcome: outcome.value }),
      ...(from.value && { from: startOfDay(from.value) }),
      ...(to.value && { to: endOfDay(to.value) }),
      ...(currency.value && {
        amount: {
          currencyCode: currency.value,
          ...(min.value && { min: min.value }),
          ...(max.value && { max: max.value }),
        },
      }),
    } satisfies PayoutSearch,
    showAll() {
      for (const { choose } of Object.values(filters)) choose(undefined)
    },
  }
}

/** The sorting of the list: the first click on a title sorts in its usual order, the next one in reverse. */
export function usePayoutSorting(): Sorting & { readonly wanted: Pick<PayoutSearch, 'sort' | 'direction'> } {
  const { value: chosen, choose } = useFilter('sort', (value) => sortIn(value) !== undefined)
  const { sort, direction } = sortIn(chosen ?? '') ?? { sort: 'changed', direction: 'desc' }
  return {
    by: sort,
    direction,
    wanted: chosen === undefined ? {} : { sort, direction },
    sortBy(by) {
      const next = payoutSorts.find((one) => one === by) ?? 'changed'
      const other = direction === 'asc' ? 'desc' : 'asc'
      choose(`${next}-${next === sort ? other : usualDirections[next]}`)
    },
  }
}

function sortIn(value: string): { readonly sort: PayoutSort; readonly direction: Direction } | undefined {
  const [name, way] = value.split('-')
  const sort = payoutSorts.find((one) => one === name)
  if (sort === undefined || (way !== 'asc' && way !== 'desc')) return undefined
  return { sort, direction: way }
}

// Loaded on demand, as most visits never open them.
const BatchTag = laterScreen(async () => (await import('./batch-tag.tsx')).BatchTag)
const OutcomeFilters = laterScreen(async () => (await import('./outcome-filters.tsx')).OutcomeFilters)
const DaysAndAmounts = laterScreen(async () => (await import('./days-and-amounts.tsx')).DaysAndAmounts)

interface PayoutFiltersProps {
  readonly filters: PayoutFilterState
  /** For phones, where the list has no column titles to sort by. */
  readonly sorting: Sorting
}

/** The filters of a list of payouts: the common ones, and on demand those by days and amounts. */
export function PayoutFilters({ filters, sorting }: PayoutFiltersProps) {
  const { state, batch, export: ofExport, country, person, warnings, outcome, from, to, currency } = filters
  const hasMore = [from, to, currency].some(({ value }) => value !== undefined)
  const [isOpen, setIsOpen] = useState(hasMore)
  const isNarrow = useIsNarrow()
  return (
    <ListFilters>
      {batch.value !== undefined && (
        <Suspense>
          <BatchTag id={batch.value} onRemove={() => batch.choose(undefined)} />
        </Suspense>
      )}
      <CountryFilter {...country} />
      <PersonFilter {...person} />
      <FilterChips
        label={t('payouts.list.state')}
        options={payoutStates.map((value) => ({ value, label: stateLabel(value) }))}
        value={state.value}
        onChange={state.choose}
      />
      <WarningsFilter {...warnings} />
      {(state.value === 'exported' || (outcome.value ?? ofExport.value) !== undefined) && (
        <Suspense>
          <OutcomeFilters filters={filters} />
        </Suspense>
      )}
      <FilterToggle isOpen={isOpen} isUsed={hasMore} onToggle={() => setIsOpen(!isOpen)}>
        {t('payouts.list.daysAndAmounts')}
      </FilterToggle>
      {isNarrow && (
        <FilterSelect
          label={t('payouts.list.sort')}
          all={t('payouts.column.changed')}
          options={sortOptions()}
          value={sorting.by === 'changed' ? undefined : sorting.by}
          onChange={(by) => sorting.sortBy(by ?? 'changed')}
        />
      )}
      {isOpen && (
        <Suspense>
          <DaysAndAmounts filters={filters} />
        </Suspense>
      )}
    </ListFilters>
  )
}

function sortOptions() {
  return payoutColumns.flatMap(({ sort, title }) =>
    sort === undefined || sort === 'changed' ? [] : [{ value: sort, label: title }],
  )
}

function isCurrency(value: string): boolean {
  return Object.hasOwn(currencyDecimals, value)
}
