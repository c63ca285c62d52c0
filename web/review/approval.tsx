import { type RefObject, useEffect, useState } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { DecisionPanel } from './decision-panel.tsx'

export interface ApprovalProps {
  readonly payout: Payout
  readonly titleRef: RefObject<HTMLHeadingElement | null>
  readonly isBusy: boolean
  readonly whyNot: string | undefined
  readonly onApprove: () => void
  readonly onCancel: () => void
}

/** The second step of an approval. Focus begins on the title, where a space or a letter does nothing. */
export function Approval({ payout, titleRef, isBusy, whyNot, onApprove, onCancel }: ApprovalProps) {
  const isSeen = useIsSeen()
  const isReady = isSeen && whyNot === undefined && !isBusy
  useEffect(() => titleRef.current?.focus(), [titleRef])
  return (
    <DecisionPanel
      title={t('review.approval.title')}
      payout={payout}
      titleRef={titleRef}
      onEnter={isReady ? onApprove : undefined}
      onCancel={onCancel}
    >
      <Actions>
        <Button
          kind="primary"
          busy={isBusy}
          unavailable={whyNot}
          shortcut={{ key: 'Enter', isReady }}
          onClick={onApprove}
        >
          {t('review.decision.approve')}
        </Button>
        <Button onClick={onCancel}>{t('review.decision.cancel')}</Button>
      </Actions>
    </DecisionPanel>
  )
}

/** How long a question has to be in sight before a key answers it, in ms: what types "a" and Enter at once is no person. */
const seenAfterMs = 300

function useIsSeen(): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSeen(true), seenAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSeen
}
