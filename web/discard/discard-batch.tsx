import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Batch, batchSchema } from '#shared/api/batch.ts'
import { ApiProblem, deleteJson, getVersioned, postJson, reasonOf, type Versioned } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'

interface DiscardBatchProps {
  readonly id: string
  readonly name: string
  readonly small?: boolean
  /** `isGone`: no payout was saved from it, so the batch no longer exists. */
  readonly onDone?: ((isGone: boolean) => void) | undefined
}

/** Discards the rows of an unfinished import, after a question that names it. Saved payouts stay. */
export function DiscardBatch({ id, name, small = false, onDone }: DiscardBatchProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        kind={small ? 'link' : 'quiet'}
        small={small}
        label={t('discard.named', { name })}
        onClick={() => setIsAsking(true)}
      >
        {t('discard.begin')}
      </Button>
      {isAsking && <Question {...{ id, name, onDone }} onClose={() => setIsAsking(false)} />}
    </>
  )
}

interface DiscardQuestionProps extends Omit<DiscardBatchProps, 'small'> {
  readonly onClose: () => void
}

/** The batch is fetched again: rows may have been saved since the page was loaded. */
function Question({ id, name, onDone, onClose }: DiscardQuestionProps) {
  const batch = useQuery({
    queryKey: ['batches', 'to-discard', id],
    queryFn: ({ signal }) => getVersioned(`/api/batches/${encodeURIComponent(id)}`, batchSchema, { signal }),
    gcTime: 0,
  })
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const discarding = useMutation({
    mutationFn: discard,
    onSuccess: async (isGone) => {
      announce(t('discard.done', { name }))
      onClose()
      onDone?.(isGone)
      await invalidateAll(queryClient)
    },
  })
  const failure = discarding.error ?? batch.error
  const { saved, left } = batch.data === undefined ? nothing : countsOf(batch.data.value)
  return (
    <FormDialog
      title={t('discard.title', { name })}
      action={t('discard.confirm')}
      kind="danger"
      cancel={t('discard.keep')}
      isBusy={discarding.isPending || batch.isPending}
      failure={
        failure !== null && (
          <Callout tone="error" title={t('discard.failed', { reason: reasonOf(failure) })}>
            {failure instanceof ApiProblem && <p>{problemDetail(failure.problem)}</p>}
          </Callout>
        )
      }
      onSubmit={() => batch.data !== undefined && discarding.mutate(batch.data)}
      onClose={onClose}
    >
      {batch.isPending && <Skeleton lines={1} label={t('discard.looking')} />}
      {batch.data !== undefined && <p>{t('discard.goes', { saved, left })}</p>}
    </FormDialog>
  )
}

/** A batch with payouts stays, and is completed without the rest. Returns whether it was deleted. */
async function discard({ value, version }: Versioned<Batch>): Promise<boolean> {
  const path = `/api/batches/${encodeURIComponent(value.id)}`
  const { saved, left } = countsOf(value)
  if (saved === 0) await deleteJson(path, { version })
  else await postJson(`${path}/finish`, { refused: 0, skipped: left }, batchSchema, { version })
  return saved === 0
}

const nothing = { saved: 0, left: 0 }

function countsOf({ rows: { given, saved } }: Batch) {
  return { saved, left: Math.max(0, (given ?? saved) - saved) }
}
