import { useQuery } from '@tanstack/react-query'
import { type Beneficiary, beneficiarySchema } from '#shared/api/beneficiary.ts'
import { getJson } from '../api/api.ts'
import { t, tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import { MaskedEnding, ShownName } from './payout-words.tsx'

/** The beneficiary whom a warning is about, so that the two can be told apart: name, end of the account, and when they were last paid. */
export function OtherBeneficiary({ id }: { readonly id: string }) {
  const { data } = useQuery({
    queryKey: ['beneficiaries', 'warned-of', id],
    queryFn: ({ signal }) => getJson(`/api/beneficiaries/${encodeURIComponent(id)}`, beneficiarySchema, { signal }),
  })
  if (data === undefined)
    return <AppLink to={addressOf.beneficiary(id)}>{t('payouts.warnings.lookAtBeneficiary')}</AppLink>
  return (
    <span>
      <AppLink to={addressOf.beneficiary(id)}>
        <ShownName of={data} />
      </AppLink>
      <AccountEnd of={data} />
      {' · '}
      {data.lastPayoutAt === null ? t('payouts.other.neverPaid') : <LastPaid at={data.lastPayoutAt} />}
    </span>
  )
}

function AccountEnd({ of: { masked } }: { readonly of: Beneficiary }) {
  const end = masked.accountNumber ?? masked.recipientPixKey
  return (
    end !== undefined && (
      <>
        {' · '}
        <MaskedEnding text={end} />
      </>
    )
  )
}

function LastPaid({ at }: { readonly at: string }) {
  return tNode('payouts.other.lastPaid', { ago: () => <Ago at={at} /> })
}
