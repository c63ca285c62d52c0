import { useEffect, useState } from 'react'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { TextAreaField } from '../ui/text-field.tsx'

export interface ReturnFormProps {
  readonly isBusy: boolean
  readonly onReturn: (comment: string) => void
  readonly onCancel: () => void
}

/** Sends a payout back, with what has to change. */
export function ReturnForm({ isBusy, onReturn, onCancel }: ReturnFormProps) {
  const [comment, setComment] = useState('')
  const [isLacking, setIsLacking] = useState(false)
  // Whoever asked for the form, by key or button, goes on in it.
  useEffect(() => goToField('comment'), [])

  function submit() {
    if (comment.trim() !== '') return onReturn(comment.trim())
    setIsLacking(true)
    goToField('comment')
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <TextAreaField
        name="comment"
        label={t('review.return.label')}
        value={comment}
        onChange={setComment}
        error={isLacking ? t('review.return.lacking') : undefined}
        optional={false}
      />
      <Actions>
        <Button kind="primary" type="submit" busy={isBusy}>
          {t('review.return.do')}
        </Button>
        <Button onClick={onCancel}>{t('review.return.cancel')}</Button>
      </Actions>
    </form>
  )
}
