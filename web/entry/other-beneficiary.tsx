import { useQuery } from '@tanstack/react-query'
import { type Beneficiary, type OneBeneficiary, oneBeneficiarySchema } from '#shared/api/beneficiary.ts'
import { type Payout, payoutSchema } from '#shared/api/payout.ts'
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
    queryFn: ({ signal }) => getJson(`/api/beneficiaries/${encodeURIComponent(id)}`, oneBeneficiarySchema, { signal }),
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
      {data.lastPayoutAt === null ? t('payouts.other.neverPaid') : <LastPayout of={data} at={data.lastPayoutAt} />}
    </span>
  )
}

function AccountEnd({ of }: { readonly of: Pick<Beneficiary, 'masked'> }) {
  const end = accountEnd(of)
  return (
    end !== undefined && (
      <>
        {' · '}
        <MaskedEnding text={end} />
      </>
    )
  )
}

function accountEnd({ masked }: Pick<Payout, 'masked'>): string | undefined {
  return masked.accountNumber ?? masked.recipientPixKey
}

/** When the last payout was exported, and to which account where that is not the saved one. */
function LastPayout({ of, at }: { readonly of: OneBeneficiary; readonly at: string }) {
  const { payoutId } = of.detailsChanged.find(({ params }) => params.state === 'exported')?.params ?? {}
  const { data: last } = useQuery({
    queryKey: ['payouts', 'last-of', payoutId],
    queryFn: ({ signal }) => getJson(`/api/payouts/${encodeURIComponent(String(payoutId))}`, payoutSchema, { signal }),
    enabled: payoutId !== undefined,
  })
  const end = last && accountEnd(last)
  const ago = () => <Ago at={at} />
  return end === undefined || end === accountEnd(of)
    ? tNode('payouts.other.lastPaid', { ago })
    : tNode('payouts.other.lastTo', { ago, end: () => <MaskedEnding text={end} /> })
}
