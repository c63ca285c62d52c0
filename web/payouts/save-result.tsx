import { useEffect } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import type { PayoutState } from '#shared/api/payout.ts'
import { t } from '../language/translate.ts'
import { paths } from '../screen/routes.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Callout } from '../ui/tone.tsx'

interface SaveResultProps {
  readonly state: PayoutState
}

/** The result of saving the form that led here, until the payout is withdrawn, returned or sent after all. */
export function SaveResult({ state }: SaveResultProps) {
  const history: unknown = useHistoryState()
  const saved = typeof history === 'object' && history !== null && 'saved' in history ? history.saved : undefined
  const isWithClerk = state === 'draft' || state === 'returned'
  const result = saved === (isWithClerk ? 'draft' : 'submitted') ? saved : undefined
  const announce = useAnnounce()
  // A screen reader does not read out content that is there when the screen opens, so it is announced, in other words than those shown.
  useEffect(() => {
    if (result !== undefined)
      announce(t(result === 'draft' ? 'payouts.page.spoken.draft' : 'payouts.page.spoken.submitted'))
  }, [result, announce])
  if (result === undefined) return null
  return (
    <Callout
      tone="success"
      title={t(result === 'submitted' ? 'payouts.page.submitted' : 'payouts.page.savedAsDraft')}
      action={
        <ButtonLink kind="primary" href={`${paths.newPayout}?draft=${crypto.randomUUID()}`} shortcut="N">
          {t('payouts.page.newPayout')}
        </ButtonLink>
      }
    />
  )
}
