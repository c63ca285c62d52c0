import type { Payout } from '#shared/api/payout.ts'
import { t } from '../language/translate.ts'
import { addressOf } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { usePersonIfAny } from '../session/use-person.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Callout } from '../ui/tone.tsx'

/** Whether the person sees all details of the payout, which editing requires: authors and reviewers do. Others have to take over the draft first. */
export function useIsSeenInFull({ enteredBy }: Payout): boolean {
  const person = usePersonIfAny()
  const mayReview = useMay('approve')
  return mayReview || enteredBy.some((author) => author.id === person?.id)
}

/** What has to be fixed before a payout can be sent to review, with the way to the form that shows it. */
export function ErrorsToFix({ payout }: { readonly payout: Payout }) {
  const { id, errorCount, actions } = payout
  const isSeen = useIsSeenInFull(payout)
  if (errorCount === 0) return null
  return (
    <Callout
      tone="warning"
      title={t('payouts.page.toFix', { count: errorCount })}
      action={
        isSeen &&
        actions.includes('edit') && (
          <ButtonLink kind="primary" href={addressOf.editPayout(id)}>
            {t('payouts.page.fix')}
          </ButtonLink>
        )
      }
    />
  )
}
