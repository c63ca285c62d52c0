import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { reasonOf } from '../api/api.ts'
import { useBankNames } from '../api/bank-names.ts'
import { invalidateAll } from '../api/queries.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { Amount, ShownName } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Name } from '../ui/name.tsx'
import { Table } from '../ui/table.tsx'
import { Callout } from '../ui/tone.tsx'
import {
  type ApprovalCandidate,
  type ApproveAllResult,
  approveAll,
  approvedPayoutOf,
  collectCandidates,
  type UnapprovedPayout,
} from './approve-all.ts'
import styles from './approve-all-dialog.module.css'
import { ApproveManyActions } from './approve-many-actions.tsx'
import { destinationOf } from './destination.ts'
import { useSign } from './sign-approvals.ts'
import type { QueueFilter } from './use-queue.ts'

type ApproveAllStage =
  | { readonly at: 'collecting'; readonly done: number; readonly count: number }
  | { readonly at: 'failed'; readonly why: string }
  | ({ readonly at: 'asking' } & ApproveAllQuestion)
  | { readonly at: 'approving'; readonly approved: number; readonly count: number }
  | ({ readonly at: 'done' } & ApproveAllResult)

interface ApproveAllQuestion {
  /** Why the last attempt to sign the approvals failed. */
  readonly whyNotSigned?: string
  readonly candidates: readonly ApprovalCandidate[]
  readonly left: readonly UnapprovedPayout[]
  readonly hasMore: boolean
}

export interface ApproveAllDialogProps {
  readonly filter: QueueFilter
  /** Nothing was approved. */
  readonly onClose: () => void
  /** The person has seen the result. */
  readonly onDone: (approved: readonly Payout[], words: string) => void
}

/** Approves all payouts of the queue without warnings: those listed, after one question, each by the request that was shown. */
export function ApproveAllDialog({ filter, onClose, onDone }: ApproveAllDialogProps) {
  const [step, setStep] = useState<ApproveAllStage>({ at: 'collecting', done: 0, count: 0 })
  const isStopped = useRef(false)
  const queryClient = useQueryClient()
  // The queue when the question was opened: it is collected once.
  const asked = useRef(filter)
  useEffect(() => {
    const left = new AbortController()
    collectCandidates(asked.current, left.signal, (done, count) => setStep({ at: 'collecting', done, count })).then(
      (collected) => setStep({ at: 'asking', ...collected }),
      (error: Error) => left.signal.aborted || setStep({ at: 'failed', why: reasonOf(error) }),
    )
    return () => left.abort()
  }, [])

  const sign = useSign()
  async function approve(shown: ApproveAllQuestion) {
    const { candidates, left } = shown
    const count = candidates.length
    setStep({ at: 'approving', approved: 0, count })
    let signatureId: string | undefined
    try {
      signatureId = await sign(candidates.map(approvedPayoutOf))
    } catch (error) {
      const whyNotSigned = t('payouts.step.failed', { reason: reasonIn(error) })
      return setStep({ at: 'asking', ...shown, whyNotSigned })
    }
    const outcome = await approveAll(
      candidates,
      signatureId,
      () => isStopped.current,
      (approved) => setStep({ at: 'approving', approved, count }),
    )
    setStep({ at: 'done', approved: outcome.approved, left: [...outcome.left, ...left] })
  }
  // The queue is refetched only now, so that the result stays until it was seen.
  function finish(outcome: ApproveAllResult) {
    onDone(outcome.approved, `${outcomeWords(outcome)}.`)
    void invalidateAll(queryClient)
  }

  // Approving ends when it is done or by Stop: the result is shown in any case.
  function closing(now: ApproveAllStage): (() => void) | undefined {
    if (now.at === 'approving') return undefined
    return now.at === 'done' ? () => finish(now) : onClose
  }

  return (
    <Dialog key={step.at} title={titleOf(step)} onClose={closing(step)} wide>
      {step.at === 'collecting' && (
        <Progress words={t('review.all.collecting', { done: step.done, count: step.count })} onStop={onClose} />
      )}
      {step.at === 'failed' && <Callout tone="error" title={t('review.all.failed', { reason: step.why })} />}
      {step.at === 'asking' && <Question {...step} onApprove={() => void approve(step)} onCancel={onClose} />}
      {step.at === 'approving' && (
        <Progress
          words={t('review.all.approving', { approved: step.approved, count: step.count })}
          onStop={() => {
            isStopped.current = true
          }}
        />
      )}
      {step.at === 'done' && <WhatIsLeft left={step.left} />}
      {(step.at === 'done' || step.at === 'failed') && (
        <Actions>
          <Button kind="primary" onClick={closing(step)}>
            {t('review.all.close')}
          </Button>
        </Actions>
      )}
    </Dialog>
  )
}

function reasonIn(error: unknown): string {
  return reasonOf(error instanceof Error ? error : new Error('unknown'))
}

function titleOf(step: ApproveAllStage): string {
  if (step.at === 'done') return outcomeWords(step)
  if (step.at === 'asking') return t('review.all.question', { count: step.candidates.length })
  return t('review.all.title')
}

function outcomeWords({ approved, left }: ApproveAllResult): string {
  return t('review.all.outcome', { approved: approved.length, left: left.length })
}

function Progress({ words, onStop }: { readonly words: string; readonly onStop: () => void }) {
  return (
    <>
      <p>{words}</p>
      <Actions>
        <Button onClick={onStop}>{t('review.all.stop')}</Button>
      </Actions>
    </>
  )
}

interface ApproveAllQuestionProps extends ApproveAllQuestion {
  readonly onApprove: () => void
  readonly onCancel: () => void
}

function Question({ candidates, left, hasMore, whyNotSigned, onApprove, onCancel }: ApproveAllQuestionProps) {
  const payouts = candidates.map(({ payout }) => payout)
  const count = payouts.length
  return (
    <>
      {count > 0 && (
        <>
          <p className={styles.totals}>
            {totalsOf(payouts).map(({ amount, currencyCode }) => (
              <span key={currencyCode}>
                <Amount amount={amount} currencyCode={currencyCode} />
              </span>
            ))}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys scroll what has focus */}
          <section className={styles.candidates} aria-label={t('review.all.label')} tabIndex={0}>
            <CandidateList candidates={candidates} />
          </section>
        </>
      )}
      {hasMore && <p className={styles.more}>{t('review.all.more')}</p>}
      <WhatIsLeft left={left} />
      <ApproveManyActions count={count} whyNot={whyNotSigned} onApprove={onApprove} onCancel={onCancel} />
    </>
  )
}

function CandidateList({ candidates }: Pick<ApproveAllQuestion, 'candidates'>) {
  const names = useBankNames()
  return (
    <Table
      label={t('review.all.label')}
      rows={candidates}
      rowKey={({ payout }) => payout.id}
      columns={[
        { title: t('payouts.column.beneficiary'), cell: ({ payout }) => <ShownName of={payout} /> },
        { title: t('payouts.column.amount'), isFigure: true, cell: ({ payout }) => <Amount {...payout} /> },
        { title: t('payouts.column.country'), cell: ({ payout }) => countryNameByCode(payout.country) },
        {
          title: t('payouts.column.account'),
          cell: ({ payout }) => <Name>{destinationOf(payout, names).join(' · ')}</Name>,
        },
      ]}
    />
  )
}

function WhatIsLeft({ left }: { readonly left: readonly UnapprovedPayout[] }) {
  if (left.length === 0) return null
  return (
    <Callout tone="warning" title={t('review.all.left', { count: left.length })}>
      <ul className={styles.left}>
        {left.map(({ payout, why }) => (
          <li key={payout.id}>
            <ShownName of={payout} />, <Amount {...payout} />: {why}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
