import { useState } from 'react'
import type { Batch } from '#shared/api/batch.ts'
import { actedPayoutSchema, type ListJob, listJobSchema } from '#shared/api/list-job.ts'
import { postJson } from '../api/api.ts'
import { giveList, useListAnswers, useListJob } from '../api/list-jobs.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { ListProgress } from '../screen/list-progress.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'
import { useAnnounced } from '../ui/work-progress.tsx'
import styles from './batch.module.css'
import { ConfirmGroup } from './confirm-group.tsx'
import { RowLink } from './row-link.tsx'
import { confirmedSubmissions, type RefusedSubmission, warningGroups } from './submission.ts'

/** Those of earlier lists of this page, without what was sent again. */
interface EarlierSubmissions {
  readonly sent: number
  readonly refused: readonly RefusedSubmission[]
}

const nothingEarlier: EarlierSubmissions = { sent: 0, refused: [] }

/** Sends the drafts of a batch to review: those without warnings at once, the rest once their warnings are confirmed. */
export function SubmitBatch({ batch: { id, counts, actions } }: { readonly batch: Batch }) {
  const list = useListJob('acts', id)
  const { job, begin, steps, isUnderWay } = list
  const answers = useListAnswers(job, actedPayoutSchema)
  const [earlier, setEarlier] = useState(nothingEarlier)
  const open = counts.draft + counts.returned
  const isNext = !actions.includes('finish') && !actions.includes('review')
  if (!actions.includes('submit') && job === undefined) return null
  const own = (answers.data ?? []).flatMap(({ problem, ...payout }) =>
    problem === undefined ? [] : { ...payout, problem },
  )
  const refused = [...earlier.refused, ...own]
  const sent = earlier.sent + (job === undefined ? 0 : job.done - job.refused)
  const sendAll = () => {
    setEarlier(nothingEarlier)
    begin.mutate(() => sendOpen(id, open))
  }
  const confirm = (chosen: ReturnType<typeof confirmedSubmissions>) => {
    const ids = new Set(chosen.map((one) => one.id))
    setEarlier({ sent, refused: refused.filter((one) => !ids.has(one.id)) })
    const list = {
      address: '/api/act-jobs',
      about: { act: 'submit', batchId: id },
      name: 'payouts',
      items: chosen,
    } as const
    begin.mutate(() => giveList(list))
  }
  return (
    <section className={styles.section} aria-labelledby="submit">
      <h2 id="submit">{t('batches.submit.title')}</h2>
      {job === undefined && <p className={styles.quiet}>{t('batches.submit.means')}</p>}
      {isUnderWay && <ListProgress label={t('batches.submit.title')} count={open} list={list} />}
      <PayoutActionFailure error={begin.error ?? steps.error ?? answers.error} />
      {job !== undefined && job.problem !== null && <Callout tone="error" title={problemDetail(job.problem)} />}
      {job !== undefined && !isUnderWay && !answers.isLoading && (
        <Result key={job.id} sent={sent} refused={refused} onConfirm={confirm} />
      )}
      {!isUnderWay && actions.includes('submit') && (job?.state !== 'done' || refused.length < open) && (
        <Actions>
          <Button kind={isNext ? 'primary' : 'quiet'} onClick={sendAll}>
            {t('batches.submit.send', { count: open })}
          </Button>
        </Actions>
      )}
    </section>
  )
}

/** All that can be sent, which are as many as the person was shown. */
function sendOpen(batchId: string, count: number): Promise<ListJob> {
  const body = { act: 'submit', batchId, list: { from: 0, count } }
  return postJson('/api/act-jobs', body, listJobSchema, { idempotencyKey: crypto.randomUUID() })
}

interface ResultProps extends EarlierSubmissions {
  readonly onConfirm: (chosen: ReturnType<typeof confirmedSubmissions>) => void
}

/** How many payouts were sent, the warnings on the rest by kind, and the payouts that cannot be sent at all. */
function Result({ sent, refused, onConfirm }: ResultProps) {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  useAnnounced(sent > 0 ? t('batches.submit.sent', { count: sent }) : undefined)
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
