import { useEffect, useState } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { showsNothing } from '#shared/api/texts.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { fieldId } from '../ui/field.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { DecisionPanel } from './decision-panel.tsx'

/** The unfinished comments and reasons of a person, by payout and subject: closing the question or going to another payout loses none. */
export type Comments = Map<string, string>

export interface ReturnFormProps {
  readonly payout: Payout
  readonly comments: Comments
  readonly isBusy: boolean
  readonly onReturn: (comment: string) => void
  readonly onCancel: () => void
}

/** Returns a payout, with what has to change. */
export function ReturnForm({ payout, comments, isBusy, onReturn, onCancel }: ReturnFormProps) {
  const [comment, setComment] = useState(comments.get(payout.id) ?? '')
  const [isLacking, setIsLacking] = useState(false)
  // Opened by key or button, it takes focus.
  useEffect(goToComment, [])

  function submit() {
    if (!showsNothing(comment)) return onReturn(comment.trim())
    setIsLacking(true)
    goToComment()
  }

  return (
    <DecisionPanel title={t('review.return.title')} payout={payout} onCancel={onCancel}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextAreaField
          name="comment"
          label={t('review.return.label')}
          value={comment}
          onChange={(typed) => {
            setComment(typed)
            comments.set(payout.id, typed)
          }}
          lines={3}
          onSend={submit}
          error={isLacking ? t('review.return.lacking') : undefined}
          optional={false}
        />
        <Actions>
          <Button kind="primary" type="submit" busy={isBusy}>
            {t('review.return.do')}
          </Button>
          <Button onClick={onCancel}>{t('review.decision.cancel')}</Button>
        </Actions>
      </form>
    </DecisionPanel>
  )
}

export function goToComment(): void {
  document.getElementById(fieldId('comment'))?.focus()
}
