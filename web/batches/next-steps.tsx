import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { type Batch, batchSchema } from '#shared/api/batch.ts'
import { postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { DiscardBatch } from '../discard/discard-batch.tsx'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Callout } from '../ui/tone.tsx'

/** The next steps for a batch, for the people who may take them. The server decides which are offered. */
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

/** What is left before the import is complete: only to confirm it, or rows that are still in the table. */
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

/** Every row is saved: only the person who began the batch knows that it is complete. */
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
      <PayoutActionFailure error={finishing.error} />
    </Callout>
  )
}
