import type { ReactNode } from 'react'
import { isListUnderWay, type ListStep, type useListJob } from '../api/list-jobs.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { WorkProgress } from '../ui/work-progress.tsx'

interface ListProgressProps {
  /** What is done with the list. */
  readonly label: string
  /** How many things there are, as long as it is still given. */
  readonly count: number
  readonly list: Pick<ReturnType<typeof useListJob>, 'job' | 'steps'>
  /** More buttons while it is paused. */
  readonly children?: ReactNode
}

/** How far a list is that is given, goes on or is paused, and the buttons that pause, resume or stop it. */
export function ListProgress({ label, count: given, list, children }: ListProgressProps) {
  const job = isListUnderWay(list.job) ? list.job : undefined
  const { state = 'running', done = 0, count = given, refused = 0 } = job ?? {}
  const button = (step: ListStep, words: string) =>
    job && (
      <Button
        busy={list.steps.isPending && list.steps.variables.step === step}
        onClick={() => list.steps.mutate({ step, id: job.id })}
      >
        {words}
      </Button>
    )
  return (
    <WorkProgress
      key={state}
      label={label}
      done={state === 'undoing' ? count - done : done}
      count={count}
      refused={refused}
    >
      {state === 'running' && button('pause', t('work.pause'))}
      {state === 'paused' && button('resume', t('work.resume'))}
      {state !== 'undoing' && button('stop', t('work.stop'))}
      {state === 'paused' && children}
    </WorkProgress>
  )
}
