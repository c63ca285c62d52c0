import type { ReactNode } from 'react'
import type { BatchApproval, ReviewLine } from '#shared/api/batch-review.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { Amount } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { warningWords } from '../payouts/details-changed.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import { WorkProgress } from '../ui/work-progress.tsx'
import { type BatchApprovalStage, useBatchAct } from './batch-act.ts'
import styles from './batch-act-dialog.module.css'
import { type BatchDivision, listedPayout } from './batch-choice.ts'
import { BatchOutcome } from './batch-outcome.tsx'
import { useSignsApprovals } from './sign-approvals.ts'

export interface BatchActDialogProps {
  /** The batch that the payouts are reviewed as. */
  readonly batchId: string | undefined
  readonly choice: BatchDivision
  readonly lines: readonly ReviewLine[]
  /** Where the screen does not list them already: the question does. */
  readonly list?: ReactNode
  readonly alike: ReadonlySet<string>
  readonly onAlike: (alike: ReadonlySet<string>) => void
  /** An unfinished approval, which is resumed instead of asking the question. */
  readonly underWay: BatchApproval | undefined
  /** Called on closing, with what was done, if anything. */
  readonly onClose: (act: BatchApproval | undefined) => void
}

/** Approves a list of payouts at once: the question, the progress, and the result. */
export function BatchActDialog(props: BatchActDialogProps) {
  const { batchId, choice, lines, underWay, onClose } = props
  const { step, ask, approve, run, undo, stop } = useBatchAct(underWay)
  const close = closing(step, onClose)

  return (
    <Dialog key={step.at} title={titleOf(step, choice)} onClose={close} wide>
      {step.at === 'asking' && (
        <Question
          {...props}
          whyNot={step.whyNot}
          onApprove={() => void approve(choice.toApprove.map(listedPayout), batchId)}
          onCancel={() => onClose(undefined)}
        />
      )}
      {step.at === 'preparing' && <p role="status">{t('review.batch.preparing')}</p>}
      {step.at === 'running' && <Progress act={step.act} onStop={() => void stop(step.act)} />}
      {step.at === 'cut' && (
        <Interrupted act={step.act} why={step.why} onGoOn={() => void run(step.act)} onChoose={ask} onClose={close} />
      )}
      {step.at === 'done' && (
        <BatchOutcome
          act={step.act}
          lines={lines}
          onUndo={() => void undo(step.act)}
          onClose={() => onClose(step.act)}
        />
      )}
    </Dialog>
  )
}

function closing(step: BatchApprovalStage, onClose: BatchActDialogProps['onClose']): (() => void) | undefined {
  if (step.at === 'preparing' || step.at === 'running') return undefined
  return () => onClose(step.at === 'asking' ? undefined : step.act)
}

function titleOf(step: BatchApprovalStage, { toApprove, leftOut }: BatchDivision): string {
  if (step.at === 'asking' && toApprove.length === 0 && leftOut.length > 0) return t('review.all.title')
  if (step.at === 'asking') return t('review.all.question', { count: toApprove.length })
  if (step.at === 'preparing' || step.act.state !== 'undoing') {
    return step.at === 'done' ? actWords(step.act) : t('review.batch.approving')
  }
  return t('review.batch.undoing')
}

export function actWords({ state, approved, refusedCount }: BatchApproval): string {
  if (state === 'undone') return t('review.batch.undone', { approved })
  return t('review.all.outcome', { approved, left: refusedCount })
}

interface BatchActProgressProps {
  readonly act: BatchApproval
  readonly onStop?: () => void
}

function Progress({ act: { state, done, count, refusedCount }, onStop }: BatchActProgressProps) {
  const isUndoing = state === 'undoing'
  return (
    <WorkProgress
      key={state}
      label={isUndoing ? t('review.batch.undoing') : t('review.batch.approving')}
      done={isUndoing ? count - done : done}
      count={count}
      refused={refusedCount}
    >
      {onStop && <Button onClick={onStop}>{t('work.stop')}</Button>}
    </WorkProgress>
  )
}

interface InterruptedProps {
  readonly act: BatchApproval
  readonly why: string | undefined
  readonly onGoOn: () => void
  readonly onChoose: () => void
  readonly onClose: (() => void) | undefined
}

function Interrupted({ act, why, onGoOn, onChoose, onClose }: InterruptedProps) {
  return (
    <>
      {why !== undefined && <Callout tone="error" title={t('review.batch.cut', { reason: why })} />}
      <Progress act={act} />
      <Note>{t('review.batch.safe')}</Note>
      <Actions>
        <Button kind="primary" onClick={onGoOn}>
          {t('review.batch.goOn')}
        </Button>
        <Button onClick={onChoose}>{t('review.batch.anew')}</Button>
        <Button onClick={onClose}>{t('review.all.close')}</Button>
      </Actions>
    </>
  )
}

type BatchApprovalQuestionProps = Pick<BatchActDialogProps, 'choice' | 'list' | 'alike' | 'onAlike'> & {
  readonly whyNot: string | undefined
  readonly onApprove: () => void
  readonly onCancel: () => void
}

function Question({ choice, list, alike, onAlike, whyNot, onApprove, onCancel }: BatchApprovalQuestionProps) {
  const { toApprove, aside, leftOut, toOpen, cannot, kinds } = choice
  const count = toApprove.length
  const isSigned = useSignsApprovals()
  return (
    <>
      <p className={styles.totals}>
        {totalsOf(toApprove).map((total) => (
          <span key={total.currencyCode}>
            <Amount {...total} />
          </span>
        ))}
      </p>
      <p>
        {t('review.batch.left', { aside: aside.length, toOpen: toOpen.length, cannot: cannot.length })}
        {leftOut.length > 0 && ` ${t('review.all.leftOut', { count: leftOut.length })}`}
      </p>
      {list}
      {kinds.length > 0 && (
        <fieldset className={styles.kinds}>
          <legend>{t('review.batch.alike')}</legend>
          {kinds.map(({ code, count: many, example }) => (
            <TickField
              key={code}
              name={`alike-${code}`}
              label={t('review.batch.alikeKind', { count: many })}
              description={warningWords(example)}
              value={alike.has(code)}
              onChange={(value) => {
                const others = [...alike].filter((one) => one !== code)
                onAlike(new Set(value ? [...others, code] : others))
              }}
            />
          ))}
        </fieldset>
      )}
      {isSigned && count > 0 && <Note>{t('review.all.signed', { count })}</Note>}
      <div role="alert">{whyNot !== undefined && <Callout tone="error" title={whyNot} />}</div>
      <Actions>
        {count > 0 && (
          <Button kind="primary" onClick={onApprove}>
            {t('review.all.approve', { count })}
          </Button>
        )}
        <Button onClick={onCancel}>{t(count > 0 ? 'review.decision.cancel' : 'review.all.close')}</Button>
      </Actions>
    </>
  )
}
