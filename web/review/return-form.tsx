import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { Actions } from '../ui/row.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'

export interface ReturnFormProps {
  readonly isBusy: boolean
  readonly onReturn: (comment: string) => void
  readonly onCancel: () => void
}

/** Sends a payout back, with what has to change. */
export function ReturnForm({ isBusy, onReturn, onCancel }: ReturnFormProps) {
  const [comment, setComment] = useState('')
  const [error, setError] = useState<string>()
  // Whoever asked for the form, by key or button, goes on in it.
  useEffect(() => goToField('comment'), [])

  function submit() {
    if (comment.trim() !== '') return onReturn(comment.trim())
    setError('Say what has to change: the person who entered it sees this.')
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
        label="What has to change"
        value={comment}
        onChange={setComment}
        error={error}
        optional={false}
      />
      <Actions>
        <Button kind="primary" type="submit" busy={isBusy}>
          Return
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Actions>
    </form>
  )
}
