import { t } from '../language/translate.ts'
import type { Filter } from '../screen/list-state.ts'
import { FilterSelect } from '../ui/list-filters.tsx'

export function SamplesSelect({ value, choose }: Filter) {
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
