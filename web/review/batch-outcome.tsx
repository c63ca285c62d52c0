import type { ReviewLine } from '#shared/api/batch-review.ts'
import { reasonOf } from '../api/api.ts'
import type { useListJob } from '../api/list-jobs.ts'
import { ShownName } from '../entry/payout-words.tsx'
import { numberWords } from '../language/formats.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Code } from '../ui/name.tsx'
import { Callout } from '../ui/tone.tsx'
import type { ClosedApproval } from './batch-act.ts'
import styles from './batch-act-dialog.module.css'
import { useSecondsLeft } from './outcome.tsx'

export interface BatchOutcomeProps {
  readonly act: ClosedApproval
  readonly list: Pick<ReturnType<typeof useListJob>, 'steps'>
  /** The payouts as they were shown, to name those that were refused. */
  readonly lines: readonly ReviewLine[]
  readonly onClose: () => void
}

/** The result of an approval: what was refused and why, and for ten seconds a way to undo it. */
export function BatchOutcome({ act: { job, refused }, list: { steps }, lines, onClose }: BatchOutcomeProps) {
  const { id, undoUntil, problem } = job
  const seconds = useSecondsLeft(undoUntil === null ? 0 : Date.parse(undoUntil))
  const byId = new Map(lines.map((line) => [line.id, line]))
  return (
    <>
      {problem !== null && <Callout tone="error" title={problemDetail(problem)} />}
      {steps.error !== null && (
        <Callout tone="error" title={t('payouts.step.failed', { reason: reasonOf(steps.error) })} />
      )}
      {refused.length > 0 && (
        <>
          <p>{t('review.batch.refused', { count: job.refused })}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys scroll what has focus */}
          <section className={styles.candidates} aria-label={t('review.batch.refusedLabel')} tabIndex={0}>
            <ul className={styles.left}>
              {refused.slice(0, mostShown).map((one) => (
                <li key={one.id}>
                  <RefusedName line={byId.get(one.id)} id={one.id} /> {problemDetail(one.problem)}
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
      <Actions>
        <Button kind="primary" onClick={onClose}>
          {t('review.all.close')}
        </Button>
        {seconds > 0 && (
          <Button busy={steps.isPending} onClick={() => steps.mutate({ step: 'undo', id })}>
            {t('review.batch.undo')}{' '}
            <span aria-hidden>{numberWords(seconds, { style: 'unit', unit: 'second', unitDisplay: 'short' })}</span>
          </Button>
        )}
      </Actions>
    </>
  )
}

/** A longer list would not help. */
const mostShown = 1_000

function RefusedName({ line, id }: { readonly line: ReviewLine | undefined; readonly id: string }) {
  if (line === undefined) return <AppLink to={addressOf.payout(id)}>{t('review.batch.aPayout')}</AppLink>
  return (
    <>
      <AppLink to={addressOf.payout(id)}>
        <Code>{line.externalReference}</Code>
      </AppLink>{' '}
      <ShownName of={line} />
    </>
  )
}
