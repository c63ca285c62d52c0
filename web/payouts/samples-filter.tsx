import { Suspense } from 'react'
import { useOverview } from '../api/queries.ts'
import { isOneOf, useFilter } from '../screen/list-state.ts'
import { laterScreen } from '../screen/loading.tsx'

// Loaded on demand, as only a sandbox has any.
const SamplesSelect = laterScreen(async () => (await import('./samples-select.tsx')).SamplesSelect)

/** Where a team has payouts of its own, sample data are listed among them only if a person asks for them. */
export function useSamplesFilter() {
  const filter = useFilter('samples', isOneOf(['with']))
  const overview = useOverview().data
  const all = overview === undefined ? 0 : Object.values(overview.payouts).reduce((sum, count) => sum + count, 0)
  const samples = overview?.samplePayouts ?? 0
  const isOffered = samples > 0 && all > samples
  return { ...filter, isOffered, isHiding: isOffered && filter.value === undefined }
}

export function SamplesFilter({ filter }: { readonly filter: ReturnType<typeof useSamplesFilter> }) {
  return (
    filter.isOffered && (
      <Suspense>
        <SamplesSelect {...filter} />
      </Suspense>
    )
  )
}
