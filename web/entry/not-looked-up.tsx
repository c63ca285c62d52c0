import { isWorthRepeating, reasonOf, searchRefusal } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { Callout } from '../ui/tone.tsx'

/** That the server did not compare the form with what is saved, and why. Of a form that it cannot read yet, the fields say so themselves. */
export function NotLookedUp({ failure }: { readonly failure: Error }) {
  if (!isWorthRepeating(failure)) return null
  return (
    <Callout tone="warning" title={t('payouts.unchecked.title')}>
      <p>{searchRefusal(failure) ?? `${reasonOf(failure)}.`}</p>
      <p>{t('payouts.unchecked.review')}</p>
    </Callout>
  )
}
