import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { type Batch, batchSchema } from '#shared/api/batch.ts'
import { postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { DiscardBatch } from '../discard/discard-batch.tsx'
import { t } from '../language/translate.ts'
import { ActionFailure } from '../payouts/action-failure.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { Actions, Button, ButtonLink } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'

/** Where the batch goes on, for who may do that; the server has decided what is offered. */
export function NextSteps({ batch }: { readonly batch: Batch }) {
  const { id, actions } = batch
  const isOpen = actions.includes('finish')
  if (!isOpen && !actions.includes('review') && !actions.includes('export')) return null
  return (
    <>
      {isOpen && <Unfinished batch={batch} />}
      {(actions.includes('review') || actions.includes('export')) && (
        <nav aria-label={t('batches.next.title')}>
          <Actions>
            {actions.includes('review') && (
              <ButtonLink href={addressOf.batchReview(id)} kind={isOpen ? 'quiet' : 'primary'}>
                {t('batches.next.review')}
              </ButtonLink>
            )}
            {actions.includes('export') && (
              <ButtonLink href={addressOf.batchExport(id)}>{t('batches.next.export')}</ButtonLink>
            )}
          </Actions>
        </nav>
      )}
    </>
  )
}

/** What is left to do until every row is accounted for: nothing but to say so, or rows that wait in the table. */
function Unfinished({ batch }: { readonly batch: Batch }) {
  const { id, name, source, rows } = batch
  const [, navigate] = useLocation()
  const left = rows.given === null ? undefined : Math.max(0, rows.given - rows.saved)
  const discard = <DiscardBatch id={id} name={name} onDone={(isGone) => isGone && navigate(paths.batches)} />
  if (left === 0) return <Complete batch={batch} />
  return (
    <Callout
      tone="info"
      title={
        left === undefined
          ? t('batches.next.unknown', { count: rows.saved })
          : t('batches.next.left', { count: left, given: rows.given ?? 0 })
      }
      action={
        <Actions>
          {source.kind !== 'api' && (
            <ButtonLink href={addressOf.sheet(id)} kind="primary">
              {t('batches.next.sheet')}
            </ButtonLink>
          )}
          {discard}
        </Actions>
      }
    >
      <p>{t(source.kind === 'api' ? 'batches.next.ofProgram' : 'batches.next.inTable')}</p>
    </Callout>
  )
}

/** Every row is saved: only who began it knows that no more come. */
function Complete({ batch: { id, version, rows } }: { readonly batch: Batch }) {
  const queryClient = useQueryClient()
  const finishing = useMutation({
    mutationFn: () => postJson(`/api/batches/${id}/finish`, { refused: 0, skipped: 0 }, batchSchema, { version }),
    onSettled: () => invalidateAll(queryClient),
  })
  return (
    <Callout
      tone="info"
      title={t('batches.next.allSaved', { count: rows.saved })}
      action={
        <Button kind="primary" busy={finishing.isPending} onClick={() => finishing.mutate()}>
          {t('batches.next.finish')}
        </Button>
      }
    >
      <p>{t('batches.next.finishMeans')}</p>
      <ActionFailure error={finishing.error} />
    </Callout>
  )
}
