import { useQuery } from '@tanstack/react-query'
import type { ValidationProgress } from '#shared/api/validation-progress.ts'
import { Button } from '../ui/button.tsx'
import styles from './check-row.module.css'
import { stopWaiting } from './check-store.ts'
import { progressEveryMs, progressOf } from './kept-answer.ts'

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
  if (!isWatched) return <p className={styles.purpose}>Not waiting. The answer shows here when it comes.</p>
  return (
    <p className={styles.meta}>
      <span>{wordsOf(progress.data)}</span>
      <Button kind="link" small onClick={() => stopWaiting(recordKey)}>
        Stop waiting
      </Button>
    </p>
  )
}

function wordsOf(progress: ValidationProgress | undefined): string {
  if (progress?.state !== 'running') return 'The provider is asked.'
  if (progress.attempt === 0) return 'Waiting for its turn.'
  return progress.attempt === 1 ? 'The provider is asked.' : `Attempt ${progress.attempt} of ${progress.maxAttempts}.`
}
