import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sampleDataSchema } from '#shared/api/sample-data.ts'
import { deleteJson, postJson, reasonOf } from '../api/api.ts'
import { invalidateAll, useOverview } from '../api/queries.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Callout } from '../ui/tone.tsx'

/** Offers to load sample data, or to remove it: only in the sandbox. */
export function SampleData() {
  const state = useOverview().data?.sampleData
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const change = useMutation({
    mutationFn: async (act: 'load' | 'remove') => {
      if (act === 'load') await postJson('/api/sample-data', undefined, sampleDataSchema)
      else await deleteJson('/api/sample-data')
      return act
    },
    onSuccess: (act) => announce(t(act === 'load' ? 'sample.loaded' : 'sample.removed')),
    onSettled: () => invalidateAll(queryClient),
  })
  if (state !== 'none' && state !== 'loaded') return null
  const isLoaded = state === 'loaded'
  return (
    <>
      <p>{isLoaded ? t('sample.areLoaded') : t('sample.why')}</p>
      {change.error !== null && <Callout tone="error" title={reasonOf(change.error)} />}
      <Button busy={change.isPending} onClick={() => change.mutate(isLoaded ? 'remove' : 'load')}>
        {isLoaded ? t('sample.remove') : t('sample.load')}
      </Button>
    </>
  )
}
