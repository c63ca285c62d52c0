import { useState } from 'react'
import type { Batch } from '#shared/api/batch.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './batch.module.css'
import { ConfirmGroup } from './confirm-group.tsx'
import { RowLink } from './row-link.tsx'
import { confirmedSubmissions, type RefusedSubmission, warningGroups } from './submission.ts'
import { type SubmitProgress, useSubmit } from './use-submit.ts'

/** Sends the drafts of a batch to review: those without warnings at once, the rest once their warnings are confirmed. */
export function SubmitBatch({ batch: { id, counts, actions } }: { readonly batch: Batch }) {
  const submit = useSubmit(id)
  const { progress } = submit
  const open = counts.draft + counts.returned
  const isNext = !actions.includes('finish') && !actions.includes('review')
  if (!actions.includes('submit') && progress === undefined) return null
  return (
    <section className={styles.section} aria-labelledby="submit">
      <h2 id="submit">{t('batches.submit.title')}</h2>
      {progress === undefined && <p className={styles.quiet}>{t('batches.submit.means')}</p>}
      {submit.isPending && <Progress progress={progress} />}
      <PayoutActionFailure error={submit.error} />
      {progress !== undefined && !submit.isPending && (
        <Result key={progress.sent} progress={progress} onConfirm={(chosen) => submit.mutate(chosen)} />
      )}
      {(progress === undefined || submit.isError) && (
        <Actions>
          <Button kind={isNext ? 'primary' : 'quiet'} busy={submit.isPending} onClick={() => submit.mutate(undefined)}>
            {t('batches.submit.send', { count: open })}
          </Button>
        </Actions>
      )}
    </section>
  )
}

function Progress({ progress }: { readonly progress: SubmitProgress | undefined }) {
  const { sent = 0, refused = [], total } = progress ?? {}
  const words =
    total === undefined
      ? t('batches.submit.finding')
      : t('batches.submit.progress', { done: sent + refused.length, total })
  return (
    <p>
      <progress aria-label={t('batches.submit.title')} value={sent + refused.length} max={total ?? 1} /> {words}
    </p>
  )
}

interface ResultProps {
  readonly progress: SubmitProgress
  readonly onConfirm: (chosen: ReturnType<typeof confirmedSubmissions>) => void
}

/** How many payouts were sent, the warnings on the rest by kind, and the payouts that cannot be sent at all. */
function Result({ progress: { sent, refused }, onConfirm }: ResultProps) {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const groups = warningGroups(refused)
  const others = refused.filter(({ problem }) => (problem.warnings ?? []).length === 0)
  const ready = confirmedSubmissions(refused, confirmed, (code) => (reasons[code] ?? '').trim())
  return (
    <>
      {sent > 0 && <Callout tone="success" title={t('batches.submit.sent', { count: sent })} />}
      {groups.length > 0 && <p>{t('batches.submit.standing', { count: refused.length - others.length })}</p>}
      {groups.map((group) => (
        <ConfirmGroup
          key={`${group.grade} ${group.code}`}
          group={group}
          confirmed={confirmed}
          onConfirmed={setConfirmed}
          reason={reasons[group.code] ?? ''}
          onReason={(reason) => setReasons({ ...reasons, [group.code]: reason })}
        />
      ))}
      <OtherRefusals refused={others} />
      {groups.length > 0 && (
        <Actions>
          <Button
            unavailable={ready.length === 0 ? t('batches.submit.confirmFirst') : undefined}
            onClick={() => onConfirm(ready)}
          >
            {t('batches.submit.confirm', { count: ready.length })}
          </Button>
        </Actions>
      )}
    </>
  )
}

/** Those that cannot be confirmed, by the reason of their refusal. */
function OtherRefusals({ refused }: { readonly refused: readonly RefusedSubmission[] }) {
  if (refused.length === 0) return null
  const sentences = [...new Set(refused.map(({ problem }) => problemDetail(problem)))]
  return (
    <>
      <p>{t('batches.submit.refused', { count: refused.length })}</p>
      {sentences.map((sentence) => (
        <div key={sentence}>
          <p>{sentence}</p>
          <ul className={styles.states}>
            {refused
              .filter(({ problem }) => problemDetail(problem) === sentence)
              .slice(0, mostShown)
              .map(({ id, row }) => (
                <li key={id}>
                  <RowLink id={id} row={row} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </>
  )
}

/** The list of payouts has all of them. */
const mostShown = 200
