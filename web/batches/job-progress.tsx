import { useState } from 'react'
import type { ValidationJob, ValidationResult } from '#shared/api/batch-validation.ts'
import { clockWords, numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { Badge, Callout, type Tone } from '../ui/tone.tsx'
import { WorkProgress } from '../ui/work-progress.tsx'
import styles from './batch.module.css'
import { JobItems } from './job-items.tsx'
import { useJobStep } from './use-batch-validations.ts'

/** The progress of the validations of a batch, and the actions on them. */
export function JobProgress({ job }: { readonly job: ValidationJob }) {
  const { confirmedBy, confirmedAt, restingUntil, why } = job
  return (
    <div className={styles.job}>
      <p className={styles.quiet}>
        <Badge tone={tones[job.state]}>{t(`batches.jobState.${job.state}`)}</Badge>{' '}
        {t('batches.job.confirmed', { count: job.billed })} · <Name>{confirmedBy.name}</Name> · <Ago at={confirmedAt} />
        {job.testMode && (
          <>
            {' '}
            <Badge tone="sandbox">{t('batches.validations.testMode')}</Badge>
          </>
        )}
      </p>
      <JobCounts job={job} />
      {restingUntil !== null && (
        <Callout tone="warning" title={t('batches.job.resting', { time: clockWords(restingUntil) })}>
          <p>{t('batches.job.nothingLost')}</p>
        </Callout>
      )}
      {why !== null && why !== 'person' && <Callout tone="warning" title={t(`batches.job.why.${why}`)} />}
      {job.state === 'preparing' || job.state === 'running' ? (
        <WorkProgress
          label={t('batches.validations.title')}
          done={sumOf(job, done)}
          count={sumOf(job, [...done, ...open])}
          refused={sumOf(job, failed)}
        >
          <JobSteps job={job} />
        </WorkProgress>
      ) : (
        <JobSteps job={job} />
      )}
    </div>
  )
}

const tones: Readonly<Record<ValidationJob['state'], Tone>> = {
  preparing: 'info',
  running: 'info',
  paused: 'warning',
  stopped: 'neutral',
  finished: 'success',
}

interface ProgressPart {
  readonly name: Exclude<keyof ValidationJob['counts'], 'reused'>
  readonly tone: Tone
  /** The result whose rows are shown. */
  readonly result?: ValidationResult
}

const parts: readonly ProgressPart[] = [
  { name: 'matches', tone: 'success' },
  { name: 'mismatches', tone: 'error', result: 'mismatches' },
  { name: 'notValidated', tone: 'warning', result: 'notValidated' },
  { name: 'notRun', tone: 'warning', result: 'notRun' },
  { name: 'unknown', tone: 'warning', result: 'unknown' },
  { name: 'outdated', tone: 'neutral', result: 'outdated' },
  { name: 'asking', tone: 'info' },
  { name: 'waiting', tone: 'neutral' },
]

const open = ['asking', 'waiting'] as const
const failed = ['notRun', 'unknown'] as const
const done = ['matches', 'mismatches', 'notValidated', 'outdated', ...failed] as const

function sumOf({ counts }: ValidationJob, names: readonly ProgressPart['name'][]): number {
  return names.reduce((sum, name) => sum + counts[name], 0)
}

/** The outcomes; those that need attention link to their rows. */
function JobCounts({ job: { id, counts } }: { readonly job: ValidationJob }) {
  const [shown, setShown] = useState<ValidationResult>()
  const there = parts.filter(({ name }) => counts[name] > 0)
  return (
    <>
      <ul className={styles.states} aria-label={t('batches.validations.byOutcome')}>
        {there.map(({ name, tone, result }) => (
          <li key={name}>
            <Badge tone={tone}>{t(`batches.outcome.${name}`)}</Badge>{' '}
            {result === undefined ? (
              numberWords(counts[name])
            ) : (
              <Button kind="link" small onClick={() => setShown(result)}>
                {t('batches.job.rows', { count: counts[name] })}
              </Button>
            )}
          </li>
        ))}
        {counts.reused > 0 && <li className={styles.quiet}>{t('batches.job.reused', { count: counts.reused })}</li>}
      </ul>
      {shown !== undefined && <JobItems jobId={id} result={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function JobSteps({ job }: { readonly job: ValidationJob }) {
  const step = useJobStep(job.id)
  if (job.actions.length === 0) return null
  const { remaining } = job
  return (
    <>
      <PayoutActionFailure error={step.error} />
      <Actions>
        {job.actions.includes('pause') && (
          <Button busy={step.isPending} onClick={() => step.mutate({ act: 'pause' })}>
            {t('batches.job.pause')}
          </Button>
        )}
        {job.actions.includes('resume') && (
          <Button busy={step.isPending} onClick={() => step.mutate({ act: 'resume', billed: remaining })}>
            {t('batches.job.resume', { count: remaining })}
          </Button>
        )}
        {job.actions.includes('stop') && (
          <Button kind="danger" busy={step.isPending} onClick={() => step.mutate({ act: 'stop' })}>
            {t('work.stop')}
          </Button>
        )}
      </Actions>
    </>
  )
}
