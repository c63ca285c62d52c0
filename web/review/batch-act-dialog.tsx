import { useEffect, useRef, useState } from 'react'
import type { BatchApproval, ReviewLine } from '#shared/api/batch-review.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { reasonOf } from '../api/api.ts'
import { Amount } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { warningWords } from '../payouts/details-changed.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import styles from './approve-all-dialog.module.css'
import { ApproveManyActions } from './approve-many-actions.tsx'
import {
  beginBatchApproval,
  runBatchApproval,
  type ShownList,
  shownListOf,
  signList,
  undoBatchApproval,
} from './batch-act.ts'
import type { BatchDivision } from './batch-choice.ts'
import { BatchOutcome } from './batch-outcome.tsx'
import { useMaySign } from './sign-approvals.ts'

type BatchApprovalStage =
  | { readonly at: 'asking'; readonly whyNot?: string }
  | { readonly at: 'preparing' }
  | { readonly at: 'running'; readonly act: BatchApproval }
  | { readonly at: 'cut'; readonly act: BatchApproval; readonly why: string | undefined }
  | { readonly at: 'done'; readonly act: BatchApproval }

export interface BatchActDialogProps {
  readonly batchId: string
  readonly choice: BatchDivision
  readonly lines: readonly ReviewLine[]
  readonly alike: ReadonlySet<string>
  readonly onAlike: (alike: ReadonlySet<string>) => void
  /** An unfinished approval, which is resumed instead of asking the question. */
  readonly underWay: BatchApproval | undefined
  /** Called on closing, with whether anything was done. */
  readonly onClose: (hasActed: boolean) => void
}

/** Approves all that is left of a batch at once: the question, the progress, and the result. */
export function BatchActDialog(props: BatchActDialogProps) {
  const { batchId, choice, lines, underWay, onClose } = props
  const [step, setStep] = useState<BatchApprovalStage>(
    underWay === undefined ? { at: 'asking' } : { at: 'cut', act: underWay, why: undefined },
  )
  const isStopped = useRef(false)
  const sign = useMaySign()
  // The same list is begun only once, however often that is tried.
  const shown = useRef<ShownList>(undefined)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )

  async function run(act: BatchApproval) {
    isStopped.current = false
    setStep({ at: 'running', act })
    let newest = act
    try {
      newest = await runBatchApproval(
        act.id,
        () => isStopped.current,
        (now) => {
          newest = now
          setStep({ at: 'running', act: now })
        },
      )
      setStep(isOver(newest) ? { at: 'done', act: newest } : { at: 'cut', act: newest, why: undefined })
    } catch (error) {
      setStep({ at: 'cut', act: newest, why: reasonIn(error) })
    }
  }
  async function approve() {
    setStep({ at: 'preparing' })
    try {
      const list = await shownListOf(batchId, choice.toApprove)
      if (shown.current?.root !== list.root) shown.current = list
      const signatureId = (await sign()) ? await signList(shown.current) : undefined
      await run(await beginBatchApproval(shown.current, signatureId))
    } catch (error) {
      setStep({ at: 'asking', whyNot: t('payouts.step.failed', { reason: reasonIn(error) }) })
    }
  }
  async function undo({ id }: BatchApproval) {
    try {
      await run(await undoBatchApproval(id))
    } catch (error) {
      setStep((now) =>
        now.at === 'asking' || now.at === 'preparing' ? now : { ...now, at: 'cut', why: reasonIn(error) },
      )
    }
  }
  const close = closing(step, onClose)

  return (
    <Dialog key={step.at} title={titleOf(step, choice)} onClose={close} wide>
      {step.at === 'asking' && (
        <Question {...props} whyNot={step.whyNot} onApprove={() => void approve()} onCancel={() => onClose(false)} />
      )}
      {step.at === 'preparing' && <p role="status">{t('review.batch.preparing')}</p>}
      {step.at === 'running' && (
        <>
          <Progress act={step.act} />
          <Actions>
            <Button
              onClick={() => {
                isStopped.current = true
              }}
            >
              {t('review.all.stop')}
            </Button>
          </Actions>
        </>
      )}
      {step.at === 'cut' && (
        <>
          {step.why !== undefined && <Callout tone="error" title={t('review.batch.cut', { reason: step.why })} />}
          <Progress act={step.act} />
          <Note>{t('review.batch.safe')}</Note>
          <Actions>
            <Button kind="primary" onClick={() => void run(step.act)}>
              {t('review.batch.goOn')}
            </Button>
            <Button onClick={() => setStep({ at: 'asking' })}>{t('review.batch.anew')}</Button>
            <Button onClick={close}>{t('review.all.close')}</Button>
          </Actions>
        </>
      )}
      {step.at === 'done' && (
        <BatchOutcome act={step.act} lines={lines} onUndo={() => void undo(step.act)} onClose={() => onClose(true)} />
      )}
    </Dialog>
  )
}

function isOver({ state }: BatchApproval): boolean {
  return state === 'approved' || state === 'undone'
}

function reasonIn(error: unknown): string {
  return reasonOf(error instanceof Error ? error : new Error('unknown'))
}

function closing(step: BatchApprovalStage, onClose: BatchActDialogProps['onClose']): (() => void) | undefined {
  if (step.at === 'preparing' || step.at === 'running') return undefined
  return () => onClose(step.at !== 'asking')
}

function titleOf(step: BatchApprovalStage, { toApprove }: BatchDivision): string {
  if (step.at === 'asking') return t('review.all.question', { count: toApprove.length })
  if (step.at === 'preparing' || step.act.state !== 'undoing') {
    return step.at === 'done' ? doneWords(step.act) : t('review.batch.approving')
  }
  return t('review.batch.undoing')
}

function doneWords({ state, approved, refusedCount }: BatchApproval): string {
  if (state === 'undone') return t('review.batch.undone', { approved })
  return t('review.all.outcome', { approved, left: refusedCount })
}

function Progress({ act: { state, done, count } }: { readonly act: BatchApproval }) {
  const words =
    state === 'undoing' ? t('review.batch.leftToUndo', { left: done }) : t('review.batch.progress', { done, count })
  return (
    <>
      <p role="status">{words}</p>
      <progress className={styles.progress} value={state === 'undoing' ? count - done : done} max={count} />
    </>
  )
}

type BatchApprovalQuestionProps = Pick<BatchActDialogProps, 'choice' | 'alike' | 'onAlike'> & {
  readonly whyNot: string | undefined
  readonly onApprove: () => void
  readonly onCancel: () => void
}

function Question({ choice, alike, onAlike, whyNot, onApprove, onCancel }: BatchApprovalQuestionProps) {
  const { toApprove, aside, toOpen, cannot, kinds } = choice
  const count = toApprove.length
  return (
    <>
      <p className={styles.totals}>
        {totalsOf(toApprove).map((total) => (
          <span key={total.currencyCode}>
            <Amount {...total} />
          </span>
        ))}
      </p>
      <p>{t('review.batch.left', { aside: aside.length, toOpen: toOpen.length, cannot: cannot.length })}</p>
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
      <ApproveManyActions count={count} whyNot={whyNot} onApprove={onApprove} onCancel={onCancel} />
    </>
  )
}
