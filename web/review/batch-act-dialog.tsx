import type { ReactNode } from 'react'
import type { ReviewLine } from '#shared/api/batch-review.ts'
import type { ListJob } from '#shared/api/list-job.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { Amount } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { warningWords } from '../payouts/details-changed.tsx'
import { ListProgress } from '../screen/list-progress.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import { type ClosedApproval, useBatchAct } from './batch-act.ts'
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
  /** Called on closing, with what was done, if anything. */
  readonly onClose: (act: ClosedApproval | undefined) => void
}

/** Approves a list of payouts at once: the question, the progress, and the result. */
export function BatchActDialog(props: BatchActDialogProps) {
  const { batchId, choice, lines, onClose } = props
  const { stage, list, approve } = useBatchAct(batchId)
  const close = () => onClose(stage.at === 'done' ? stage.act : undefined)
  const isClosable = stage.at === 'asking' || stage.at === 'done' || list.job?.state === 'paused'
  return (
    <Dialog key={stage.at} title={titleOf(stage, choice)} onClose={isClosable ? close : undefined} wide>
      {stage.at === 'asking' && (
        <Question
          {...props}
          whyNot={stage.whyNot}
          onApprove={() => approve(choice.toApprove.map(listedPayout))}
          onCancel={close}
        />
      )}
      {stage.at === 'preparing' && <p role="status">{t('review.batch.preparing')}</p>}
      {stage.at === 'running' && (
        <>
          <ListProgress label={titleOf(stage, choice)} count={stage.job.count} list={list}>
            <Button onClick={close}>{t('review.all.close')}</Button>
          </ListProgress>
          {stage.job.state === 'paused' && <Note>{t('review.batch.safe')}</Note>}
        </>
      )}
      {stage.at === 'done' && <BatchOutcome act={stage.act} list={list} lines={lines} onClose={close} />}
    </Dialog>
  )
}

function titleOf(stage: ReturnType<typeof useBatchAct>['stage'], { toApprove, leftOut }: BatchDivision): string {
  if (stage.at === 'asking' && toApprove.length === 0 && leftOut.length > 0) return t('review.all.title')
  if (stage.at === 'asking') return t('review.all.question', { count: toApprove.length })
  if (stage.at === 'done') return actWords(stage.act.job)
  const isUndoing = stage.at === 'running' && stage.job.state === 'undoing'
  return t(isUndoing ? 'review.batch.undoing' : 'review.batch.approving')
}

export function actWords({ state, succeeded, count }: ListJob): string {
  if (state === 'undone') return t('review.batch.undone', { approved: succeeded })
  return t('review.all.outcome', { approved: succeeded, left: count - succeeded })
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
