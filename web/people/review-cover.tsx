import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reviewCoverSchema } from '#shared/api/review-cover.ts'
import { getJson } from '../api/api.ts'
import { Amount } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Code } from '../ui/name.tsx'
import { Callout } from '../ui/tone.tsx'

/**
 * What waits for review and no one who is here may approve, and the ways to change that: each takes a second person, as ever. Where there is
 * nothing of that, what is less pressing.
 */
export function UncoveredPayouts({ other }: { readonly other: ReactNode }) {
  const { data } = useQuery({
    queryKey: ['people', 'cover'],
    queryFn: ({ signal }) => getJson('/api/review-cover', reviewCoverSchema, { signal }),
  })
  if (data === undefined || data.payouts.length === 0) return other
  const { payouts, isMore, away } = data
  const whys = new Set(payouts.flatMap(({ reviewers }) => reviewers.flatMap(({ why }) => why)))
  return (
    <Callout tone="warning" title={t('people.cover.title', { count: payouts.length, isMore: isMore ? 'yes' : 'no' })}>
      <ul>
        {payouts.map((payout) => (
          <li key={payout.id}>
            <AppLink to={addressOf.payout(payout.id)}>
              <Code>{payout.externalReference}</Code>
            </AppLink>{' '}
            <Amount {...payout} />
          </li>
        ))}
      </ul>
      <p>
        {away.length > 0 && `${t('people.cover.away', { names: away.map(({ name }) => name).join(', ') })} `}
        {whys.has('held') && `${t('people.cover.held')} `}
        {(whys.has('limit') || whys.has('limitOfDay')) && `${t('people.cover.limit')} `}
        {t('people.cover.invite')}
      </p>
    </Callout>
  )
}
