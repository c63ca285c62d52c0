import { useQuery } from '@tanstack/react-query'
import { type Draft, draftsSchema } from '#shared/api/draft.ts'
import { getJson } from '../app/api.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'

export const unfinishedKey = ['drafts']

interface Unfinished {
  readonly forms: readonly Draft[]
  /** Whether nothing is waited for: they are known, or cannot be had at once. */
  readonly isSettled: boolean
}

/** Forms for new payouts that the person at the screen began and left, asked again on each visit; nobody else sees them. */
export function useUnfinished(): Unfinished {
  const { data, isPending, failureCount } = useQuery({
    queryKey: unfinishedKey,
    async queryFn({ signal }) {
      await settleDrafts()
      return (await getJson('/api/drafts', draftsSchema, { signal })).items
    },
    // What was known before the last form was left would show first and then move.
    gcTime: 0,
  })
  const forms = data?.filter(({ kind, subjectId }) => kind === 'payout' && subjectId === null) ?? []
  return { forms, isSettled: !isPending || failureCount > 0 }
}
