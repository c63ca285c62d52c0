import { useQuery } from '@tanstack/react-query'
import type { ValidationProgress } from '#shared/api/validation-progress.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { progressEveryMs, progressOf } from './saved-answer.ts'
import styles from './validation-row.module.css'
import { stopWaiting } from './validation-store.ts'

export interface ValidationRunProgressProps {
  readonly auditKey: string
  readonly idempotencyKey: string
  readonly isWatched: boolean
}

/** How far a running check is. Who stops waiting loses nothing: the server keeps the answer, and it shows when it comes. */
export function ValidationRunProgress({ auditKey, idempotencyKey, isWatched }: ValidationRunProgressProps) {
  const progress = useQuery({
    queryKey: ['check-progress', idempotencyKey],
    queryFn: () => progressOf(idempotencyKey),
    retry: false,
    refetchInterval: progressEveryMs,
    enabled: isWatched,
  })
  if (!isWatched) return <p className={styles.purpose}>{t('validations.progress.notWaiting')}</p>
  return (
    <p className={styles.meta}>
      <span>{progressWords(progress.data)}</span>
      <Button kind="link" small onClick={() => stopWaiting(auditKey)}>
        {t('validations.progress.stop')}
      </Button>
    </p>
  )
}

function progressWords(progress: ValidationProgress | undefined): string {
  if (progress?.state !== 'running' || progress.attempt === 1) return t('validations.progress.asked')
  const { attempt, maxAttempts } = progress
  return attempt === 0 ? t('validations.progress.waiting') : t('validations.progress.attempt', { attempt, maxAttempts })
}
