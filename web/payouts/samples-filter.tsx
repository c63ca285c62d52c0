import { Suspense } from 'react'
import type { PayoutSearch } from '#shared/api/payout-search.ts'
import { useOverview } from '../api/queries.ts'
import { isOneOf, useFilter } from '../screen/list-state.ts'
import { laterScreen } from '../screen/loading.tsx'

// Loaded on demand, as only a sandbox has any.
const SamplesNote = laterScreen(async () => (await import('./samples-note.tsx')).SamplesNote)

/** Where a team has payouts of its own, sample data are listed among them only if a person asks for them. */
export function useSamplesFilter() {
  const filter = useFilter('samples', isOneOf(['with']))
  const samples = useOverview().data?.samples ?? null
  return { ...filter, samples, isHiding: samples !== null && filter.value === undefined }
}

interface SamplesFilterProps {
  readonly filter: ReturnType<typeof useSamplesFilter>
  /** What the list is searched for; left out where it is not of payouts. */
  readonly wanted?: PayoutSearch
}

/** Says that sample data are hidden, with a button that shows them. */
export function SamplesFilter({ filter: { samples, ...filter }, wanted }: SamplesFilterProps) {
  return (
    samples !== null && (
      <Suspense>
        <SamplesNote {...filter} samples={samples} wanted={wanted} />
      </Suspense>
    )
  )
}
