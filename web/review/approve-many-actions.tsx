import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import { useSignsApprovals } from './sign-approvals.ts'

interface ApproveManyActionsProps {
  /** How many would be approved. */
  readonly count: number
  /** Why the last attempt failed. */
  readonly whyNot: string | undefined
  readonly onApprove: () => void
  readonly onCancel: () => void
}

/** The buttons of a question whether to approve many payouts at once. */
export function ApproveManyActions({ count, whyNot, onApprove, onCancel }: ApproveManyActionsProps) {
  const isSigned = useSignsApprovals()
  return (
    <>
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
