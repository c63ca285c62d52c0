import { useQuery } from '@tanstack/react-query'
import type { ValidationProgress } from '#shared/api/validation-progress.ts'
import { Button } from '../ui/button.tsx'
import styles from './check-row.module.css'
import { stopWaiting } from './check-store.ts'
import { progressEveryMs, progressOf } from './kept-answer.ts'
import { t } from './words.ts'

export interface CheckProgressProps {
  readonly recordKey: string
  readonly idempotencyKey: string
  readonly isWatched: boolean
}

/** How far a running check is. Who stops waiting loses nothing: the server keeps the answer, and it shows when it comes. */
export function CheckProgress({ recordKey, idempotencyKey, isWatched }: CheckProgressProps) {
  const progress = useQuery({
    queryKey: ['check-progress', idempotencyKey],
    queryFn: () => progressOf(idempotencyKey),
    retry: false,
    refetchInterval: progressEveryMs,
    enabled: isWatched,
  })
  if (!isWatched) return <p className={styles.purpose}>{t('progress.notWaiting')}</p>
  return (
    <p className={styles.meta}>
      <span>{progressWords(progress.data)}</span>
      <Button kind="link" small onClick={() => stopWaiting(recordKey)}>
        {t('progress.stop')}
      </Button>
    </p>
  )
}

function progressWords(progress: ValidationProgress | undefined): string {
  if (progress?.state !== 'running' || progress.attempt === 1) return t('progress.asked')
  const { attempt, maxAttempts } = progress
  return attempt === 0 ? t('progress.waiting') : t('progress.attempt', { attempt, maxAttempts })
}
