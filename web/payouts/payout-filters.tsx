import { lazy, Suspense, useState } from 'react'
import { payoutStates } from '#shared/api/payout.ts'
import {
  type Direction,
  type PayoutSearch,
  type PayoutSort,
  payoutSorts,
  usualDirections,
  warningFilters,
} from '#shared/api/payout-search.ts'
import { currencyDecimals, isCountryCode } from '#shared/countries/rule-book.ts'
import { countryFilters } from '../entry/country-options.ts'
import { stateLabel } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { endOfDay, isDay, isPlainAmount, startOfDay, useFilter } from '../screen/list-state.ts'
import { useSession } from '../session/use-session.ts'
import type { Sorting } from '../ui/data-table.tsx'
import { FilterChips, FilterSelect, FilterToggle, Filters as ListFilters } from '../ui/list-filters.tsx'
import { useIsNarrow } from '../ui/media.ts'
import { payoutColumns } from './payout-columns.tsx'

type Filters = ReturnType<typeof usePayoutFilters>

/** What a list of payouts is filtered and sorted by. All of it stands in the address. */
export function usePayoutFilters() {
  const [state, chooseState] = useFilter('state', isState)
  const [country, chooseCountry] = useFilter('country', isCountryCode)
  const [person, choosePerson] = useFilter('person')
  const [warnings, chooseWarnings] = useFilter('warnings', isWarningFilter)
  const [from, chooseFrom] = useFilter('from', isDay)
  const [to, chooseTo] = useFilter('to', isDay)
  const [currency, chooseCurrency] = useFilter('currency', isCurrency)
  const [min, chooseMin] = useFilter('min', isPlainAmount)
  const [max, chooseMax] = useFilter('max', isPlainAmount)
  return {
    state: { value: state, choose: chooseState },
    country: { value: country, choose: chooseCountry },
    person: { value: person, choose: choosePerson },
    warnings: { value: warnings, choose: chooseWarnings },
    from: { value: from, choose: chooseFrom },
    to: { value: to, choose: chooseTo },
    currency: { value: currency, choose: chooseCurrency },
    min: { value: min, choose: chooseMin },
    max: { value: max, choose: chooseMax },
    wanted: {
      ...(state && { state }),
      ...(country && { country }),
      ...(person && { personId: person }),
      ...(warnings && { warnings }),
      ...(from && { from: startOfDay(from) }),
      ...(to && { to: endOfDay(to) }),
      ...(currency && { amount: { currencyCode: currency, ...(min && { min }), ...(max && { max }) } }),
    } satisfies PayoutSearch,
    showAll() {
      for (const choose of [chooseState, chooseCountry, choosePerson, chooseWarnings, chooseFrom, chooseTo])
        choose(undefined)
      for (const choose of [chooseCurrency, chooseMin, chooseMax]) choose(undefined)
    },
  }
}

/** How the list is sorted: by a press on a title the usual way round first, then the other. */
export function usePayoutSorting(): Sorting & { readonly wanted: Pick<PayoutSearch, 'sort' | 'direction'> } {
  const [chosen, choose] = useFilter('sort', (value) => sortIn(value) !== undefined)
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

// Most visits never open them.
const DaysAndAmounts = lazy(async () => ({ default: (await import('./days-and-amounts.tsx')).DaysAndAmounts }))

interface PayoutFiltersProps {
  readonly filters: Filters
  /** On a phone, where no titles stand above the rows. */
  readonly sorting: Sorting
}

/** The filters of a list of payouts: the common ones, and days and amounts below when they are wanted. */
export function PayoutFilters({ filters, sorting }: PayoutFiltersProps) {
  const { state, country, person, warnings, from, to, currency } = filters
  const hasMore = [from, to, currency].some(({ value }) => value !== undefined)
  const [isOpen, setIsOpen] = useState(hasMore)
  const people = useSession().data?.people ?? []
  const isNarrow = useIsNarrow()
  return (
    <ListFilters>
      <FilterSelect
        label={t('payouts.list.country')}
        all={t('payouts.list.allCountries')}
        options={countryFilters()}
        value={country.value}
        onChange={country.choose}
      />
      <FilterSelect
        label={t('payouts.list.person')}
        all={t('payouts.list.everybody')}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={person.value}
        onChange={person.choose}
      />
      <FilterChips
        label={t('payouts.list.state')}
        options={payoutStates.map((value) => ({ value, label: stateLabel(value) }))}
        value={state.value}
        onChange={state.choose}
      />
      <FilterSelect
        label={t('payouts.list.warnings')}
        all={t('payouts.list.anyWarnings')}
        options={warningFilters.map((value) => ({ value, label: t(`payouts.filter.${value}`) }))}
        value={warnings.value}
        onChange={warnings.choose}
      />
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

function isState(value: string): value is (typeof payoutStates)[number] {
  return payoutStates.some((state) => state === value)
}

function isWarningFilter(value: string): value is (typeof warningFilters)[number] {
  return warningFilters.some((filter) => filter === value)
}
