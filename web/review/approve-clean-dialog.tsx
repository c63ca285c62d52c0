import { useState } from 'react'
import type { ReviewLine } from '#shared/api/batch-review.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TickField } from '../ui/tick-field.tsx'
import type { ClosedApproval } from './batch-act.ts'
import { actWords, BatchActDialog } from './batch-act-dialog.tsx'
import { useChoice } from './batch-choice.ts'
import { useFoundLines } from './found-lines.ts'
import { ReviewList } from './review-list.tsx'
import type { QueueFilter } from './use-queue.ts'

export interface ApproveCleanDialogProps {
  readonly filter: QueueFilter
  /** Nothing was done. */
  readonly onClose: () => void
  /** The person has seen the result. */
  readonly onDone: (approved: readonly ReviewLine[], words: string) => void
}

/** Approves all payouts of the queue without warnings that are not set aside, after one question: by default none of which a fact is to be looked at. */
export function ApproveCleanDialog({ filter, onClose, onDone }: ApproveCleanDialogProps) {
  const loaded = useFoundLines({ ...filter, warnings: 'none' })
  const [isPlainOnly, setIsPlainOnly] = useState(true)
  const { choice, alike, setAlike, ...asides } = useChoice(loaded.rows, isPlainOnly)
  if (!loaded.isWhole)
    return (
      <Dialog title={t('review.all.title')} onClose={onClose} wide>
        <ReviewList pages={{ ...loaded, state: loaded.state === 'failed' ? 'failed' : 'loading' }} />
        <Actions>
          <Button onClick={onClose}>{t('review.all.close')}</Button>
        </Actions>
      </Dialog>
    )
  function close(act: ClosedApproval | undefined) {
    if (act === undefined) return onClose()
    const refused = new Set(act.refused.map(({ id }) => id))
    const isApproved = act.isOfThese && act.job.state === 'done'
    onDone(isApproved ? choice.toApprove.filter(({ id }) => !refused.has(id)) : [], `${actWords(act.job)}.`)
  }
  return (
    <BatchActDialog
      batchId={undefined}
      choice={choice}
      lines={loaded.rows}
      list={
        <>
          <TickField
            name="plain-only"
            label={t('review.all.plainOnly')}
            value={isPlainOnly}
            onChange={setIsPlainOnly}
          />
          <ReviewList pages={loaded} isInDialog choice={asides} />
        </>
      }
      alike={alike}
      onAlike={setAlike}
      onClose={close}
    />
  )
}
