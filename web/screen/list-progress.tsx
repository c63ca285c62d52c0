import type { useListJob } from '../api/list-jobs.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { WorkProgress } from '../ui/work-progress.tsx'

interface ListProgressProps {
  /** What is done with the list. */
  readonly label: string
  /** How many things there are, as long as it is still given. */
  readonly count: number
  readonly list: Pick<ReturnType<typeof useListJob>, 'job' | 'stop'>
}

/** How far a list is that is given, or goes on, and the button that stops it. */
export function ListProgress({ label, count, list: { job, stop } }: ListProgressProps) {
  const running = job?.state === 'running' ? job : undefined
  return (
    <WorkProgress
      label={label}
      done={running?.done ?? 0}
      count={running?.count ?? count}
      refused={running?.refused ?? 0}
    >
      {running && (
        <Button busy={stop.isPending} onClick={() => stop.mutate(running)}>
          {t('work.stop')}
        </Button>
      )}
    </WorkProgress>
  )
}
