import type { ValidationResult } from '#shared/api/batch-validation.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Code } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './batch.module.css'
import { useJobItems } from './use-batch-validations.ts'

interface JobItemsProps {
  readonly jobId: string
  readonly result: ValidationResult
  readonly onClose: () => void
}

/** The rows of a job with the same result, each with its payout and the possible actions. */
export function JobItems({ jobId, result, onClose }: JobItemsProps) {
  const pages = useJobItems(jobId, result)
  return (
    <Dialog title={t(`batches.outcome.${result}`)} description={t(`batches.outcome.${result}.means`)} onClose={onClose}>
      {pages.state === 'loading' && <Skeleton lines={4} label={t('batches.validations.loading')} />}
      {pages.state === 'failed' && (
        <Callout tone="error" title={t('app.failed.validations', { reason: pages.failure ?? '' })} />
      )}
      <ul className={styles.items}>
        {pages.rows.map(({ place, service, payoutId, batchRow, outcome }) => (
          <li key={place}>
            {batchRow === null ? (
              t('batches.job.deleted')
            ) : (
              <AppLink to={addressOf.payout(payoutId)}>{t('batches.job.row', { row: batchRow })}</AppLink>
            )}
            {' · '}
            {t(`batches.service.${service}`)}
            {outcome !== null && (result === 'notRun' || result === 'unknown') && (
              <>
                {' · '}
                <Code>{outcome}</Code>
              </>
            )}
          </li>
        ))}
      </ul>
      <Actions>
        <Button onClick={onClose}>{t('ui.drawer.close')}</Button>
        {pages.hasMore && (
          <Button kind="link" busy={pages.isLoadingMore} onClick={pages.more}>
            {t('ui.list.more')}
          </Button>
        )}
      </Actions>
    </Dialog>
  )
}
