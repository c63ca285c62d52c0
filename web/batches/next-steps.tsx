import type { Batch } from '#shared/api/batch.ts'
import { t } from '../language/translate.ts'
import { addressOf } from '../screen/routes.ts'
import { Actions, ButtonLink } from '../ui/button.tsx'

/** Where the batch goes on, for who may do that; the server has decided what is offered. */
export function NextSteps({ batch: { id, source, actions } }: { readonly batch: Batch }) {
  // A program saves its rows by itself: there is no sheet of it.
  const hasSheet = actions.includes('save') && source.kind !== 'api'
  if (!hasSheet && !actions.includes('review') && !actions.includes('export')) return null
  return (
    <nav aria-label={t('batches.next.title')}>
      <Actions>
        {hasSheet && (
          <ButtonLink href={addressOf.sheet(id)} kind="primary">
            {t('batches.next.sheet')}
          </ButtonLink>
        )}
        {actions.includes('review') && (
          <ButtonLink href={addressOf.batchReview(id)} kind={hasSheet ? 'quiet' : 'primary'}>
            {t('batches.next.review')}
          </ButtonLink>
        )}
        {actions.includes('export') && (
          <ButtonLink href={addressOf.batchExport(id)}>{t('batches.next.export')}</ButtonLink>
        )}
      </Actions>
    </nav>
  )
}
