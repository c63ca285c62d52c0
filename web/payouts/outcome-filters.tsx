import { outcomeFilters } from '#shared/api/payout-search.ts'
import { t } from '../language/translate.ts'
import type { Filter } from '../screen/list-state.ts'
import { FilterSelect, FilterTag } from '../ui/list-filters.tsx'
import { PayRefusedAgain } from './outcome-counts.tsx'
import { outcomeLabel } from './outcome-mark.tsx'

type OutcomeFilterName = 'outcome' | 'batch' | 'export' | 'country' | 'person' | 'warnings' | 'from' | 'to' | 'currency'

/** Filters by outcome and by export. While all refused payouts are listed, offers to pay them again. */
export function OutcomeFilters({ filters }: { readonly filters: Readonly<Record<OutcomeFilterName, Filter>> }) {
  const { outcome, batch, export: ofExport, country, person, warnings, from, to, currency } = filters
  const isNarrower = [country, person, warnings, from, to, currency].some(({ value }) => value !== undefined)
  return (
    <>
      {ofExport.value !== undefined && (
        <FilterTag onRemove={() => ofExport.choose(undefined)}>{t('payouts.list.ofExport')}</FilterTag>
      )}
      <FilterSelect
        label={t('payouts.outcome.label')}
        all={t('payouts.outcome.any')}
        options={outcomeFilters.map((value) => ({ value, label: outcomeLabel(value) }))}
        value={outcome.value}
        onChange={outcome.choose}
      />
      {outcome.value === 'refused' && !isNarrower && (
        <PayRefusedAgain query={queryOf({ batch: batch.value, export: ofExport.value })} />
      )}
    </>
  )
}

function queryOf(given: Readonly<Record<string, string | undefined>>): string {
  const ids = Object.entries(given).flatMap(([name, id]) => (id === undefined ? [] : [[name, id]]))
  return new URLSearchParams(ids).toString()
}
