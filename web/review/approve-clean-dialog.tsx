import type { BatchApproval, ReviewLine } from '#shared/api/batch-review.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { actWords, BatchActDialog } from './batch-act-dialog.tsx'
import { BatchLineList } from './batch-line-list.tsx'
import { useChoice, useReviewLines } from './batch-lines.ts'
import type { QueueFilter } from './use-queue.ts'

export interface ApproveCleanDialogProps {
  readonly filter: QueueFilter
  /** Nothing was done. */
  readonly onClose: () => void
  /** The person has seen the result. */
  readonly onDone: (approved: readonly ReviewLine[], words: string) => void
}

/** Approves all payouts of the queue without warnings that are not set aside, after one question. */
export function ApproveCleanDialog({ filter, onClose, onDone }: ApproveCleanDialogProps) {
  const { state, lines, failure } = useReviewLines({ ...filter, warnings: 'none' })
  const { choice, aside, setAside, alike, setAlike } = useChoice(lines)
  if (state !== 'ready')
    return (
      <Dialog title={t('review.all.title')} onClose={onClose} wide>
        {state === 'loading' && <Skeleton lines={6} label={t('review.queue.loading')} />}
        {failure !== undefined && <Callout tone="error" title={t('review.batch.failed', { reason: failure })} />}
        <Actions>
          <Button onClick={onClose}>{t('review.all.close')}</Button>
        </Actions>
      </Dialog>
    )
  function close(act: BatchApproval | undefined) {
    if (act === undefined) return onClose()
    const refused = new Set(act.refused.map(({ id }) => id))
    const isApproved = act.state === 'approved' || act.state === 'approving'
    onDone(isApproved ? choice.toApprove.filter(({ id }) => !refused.has(id)) : [], `${actWords(act)}.`)
  }
  return (
    <BatchActDialog
      batchId={undefined}
      choice={choice}
      lines={lines}
      list={<BatchLineList lines={lines} isInDialog currentId={undefined} aside={aside} onAside={setAside} />}
      alike={alike}
      onAlike={setAlike}
      underWay={undefined}
      onClose={close}
    />
  )
}
