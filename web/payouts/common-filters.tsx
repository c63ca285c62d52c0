import { warningFilters } from '#shared/api/payout-search.ts'
import { countryFilters } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import type { Filter } from '../screen/list-state.ts'
import { useSession } from '../session/use-session.ts'
import { FilterSelect } from '../ui/list-filters.tsx'

/* The filters that the list of payouts and the review queue share. */

export function CountryFilter({ value, choose }: Filter) {
  return (
    <FilterSelect
      label={t('payouts.list.country')}
      all={t('payouts.list.allCountries')}
      options={countryFilters()}
      value={value}
      onChange={choose}
    />
  )
}

/** The person who entered the payout, sent it to review or decided about it. */
export function PersonFilter({ value, choose }: Filter) {
  const people = useSession().data?.people ?? []
  return (
    <FilterSelect
      label={t('payouts.list.person')}
      all={t('payouts.list.everybody')}
      options={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={choose}
    />
  )
}

export function WarningsFilter({ value: chosen, choose }: Filter) {
  return (
    <FilterSelect
      label={t('payouts.list.warnings')}
      all={t('payouts.list.anyWarnings')}
      options={warningFilters.map((value) => ({ value, label: t(`payouts.filter.${value}`) }))}
      value={chosen}
      onChange={choose}
    />
  )
}
