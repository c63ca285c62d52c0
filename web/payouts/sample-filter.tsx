import { t } from '../language/translate.ts'
import type { Filter } from '../screen/list-state.ts'
import { FilterSelect } from '../ui/list-filters.tsx'

/** Sample data are listed among the payouts of the team only where a person asks for them. */
export function SampleFilter({ value, choose }: Filter) {
  return (
    <FilterSelect
      label={t('sample.title')}
      all={t('sample.without')}
      options={[{ value: 'with', label: t('sample.with') }]}
      value={value}
      onChange={choose}
    />
  )
}
