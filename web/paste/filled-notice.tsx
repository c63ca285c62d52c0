import { useFormPart } from '../payouts/form-store-context.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { type Filling, isUntouched } from './filling.ts'

export interface FilledNoticeProps {
  readonly filling: Filling
  readonly onUndo: () => void
}

/** Says what was filled in; undoing it is offered until something new is typed. */
export function FilledNotice({ filling, onUndo }: FilledNoticeProps) {
  const canUndo = useFormPart(({ country, values }) => isUntouched(filling, country.code, values)) ?? false
  const { count, isSomebodyElse } = filling
  return (
    <Callout
      tone="info"
      title={`${count === 1 ? '1 field is' : `${count} fields are`} filled in from the message. Look them over.`}
      action={
        canUndo && (
          <Button small onClick={onUndo}>
            Undo filling in
          </Button>
        )
      }
    >
      {isSomebodyElse && <p>It is about somebody else than the form was: what stood here of that person is cleared.</p>}
    </Callout>
  )
}
