import { amountWords, stateLabel } from '../entry/payout-words.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Callout } from '../ui/callout.tsx'
import type { OpenPayouts } from './use-open-payouts.ts'

/** What has to end before somebody can be erased: each payout with where it stands, a press away. */
export function InTheWay({ open: { items, hasMore } }: { readonly open: OpenPayouts }) {
  return (
    <Callout tone="warning" title={t('beneficiaries.erase.notYet')}>
      <p>{t('beneficiaries.erase.endThem')}</p>
      <ul>
        {items.map(({ id, externalReference, amount, currencyCode, state }) => (
          <li key={id}>
            <AppLink to={addressOf.payout(id)}>{externalReference}</AppLink> · {amountWords(amount, currencyCode)} ·{' '}
            {stateLabel(state)}
          </li>
        ))}
      </ul>
      {hasMore && <p>{t('beneficiaries.erase.andMore')}</p>}
    </Callout>
  )
}
