import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sampleDataSchema } from '#shared/api/sample-data.ts'
import { deleteJson, postJson, reasonOf } from '../api/api.ts'
import { invalidateAll, useOverview } from '../api/queries.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Callout } from '../ui/tone.tsx'

/** Offers to load sample data where there are none: only in the sandbox. */
export function LoadSampleData() {
  const state = useOverview().data?.sampleData
  const { failure, isBusy, change } = useSampleData()
  if (state !== 'none') return null
  return (
    <>
      <p>{t('sample.why')}</p>
      {failure}
      <Button busy={isBusy} onClick={() => change('load')}>
        {t('sample.load')}
      </Button>
    </>
  )
}

/** Loads or removes the sample data; `failure` says why that did not work. */
export function useSampleData() {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const { error, isPending, mutate } = useMutation({
    mutationFn: async (act: 'load' | 'remove') => {
      if (act === 'load') await postJson('/api/sample-data', undefined, sampleDataSchema)
      else await deleteJson('/api/sample-data')
      return act
    },
    onSuccess: (act) => announce(t(act === 'load' ? 'sample.loaded' : 'sample.removed')),
    onSettled: () => invalidateAll(queryClient),
  })
  return {
    failure: error !== null && <Callout tone="error" title={reasonOf(error)} />,
    isBusy: isPending,
    change: mutate,
  }
}
