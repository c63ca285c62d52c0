import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { oneBeneficiarySchema } from '#shared/api/beneficiary.ts'
import { callBacksSchema } from '#shared/api/call-back.ts'
import type { OnePayout } from '#shared/api/payout.ts'
import { isHold } from '#shared/api/warning-codes.ts'
import { getJson, reasonOf } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { useMay } from '../session/use-may.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/form.tsx'
import { RecordCallBack } from './record-call-back.tsx'

/** Where the details of a payout have changed, or are to be called back, the call is recorded on its page. */
export function CallBackOffer({ payout }: { readonly payout: OnePayout }) {
  const { id: payoutId, beneficiaryId, detailsChanged, confirmations, state } = payout
  const [isRecording, setIsRecording] = useState(false)
  const mayCall = useMay('callBack')
  const address = `/api/beneficiaries/${encodeURIComponent(beneficiaryId)}`
  const beneficiary = useQuery({
    queryKey: ['beneficiaries', 'called', beneficiaryId],
    queryFn: ({ signal }) => getJson(address, oneBeneficiarySchema, { signal }),
    enabled: isRecording,
  })
  const calls = useQuery({
    queryKey: ['beneficiaries', beneficiaryId, 'call-backs'],
    queryFn: ({ signal }) => getJson(`${address}/call-backs`, callBacksSchema, { signal }),
    enabled: isRecording,
  })
  const isHeld = state !== 'exported' && confirmations.some(({ code }) => isHold(code))
  if (!mayCall || beneficiaryId === '' || (detailsChanged.length === 0 && !isHeld)) return null
  const failure = beneficiary.error ?? calls.error
  return (
    <>
      <Actions>
        <Button busy={isRecording && (beneficiary.isFetching || calls.isFetching)} onClick={() => setIsRecording(true)}>
          {t('callBack.record')}
        </Button>
      </Actions>
      <FailureNotice text={failure === null ? undefined : t('callBack.failed', { reason: reasonOf(failure) })} />
      {isRecording && beneficiary.data !== undefined && calls.data !== undefined && (
        <RecordCallBack
          beneficiary={beneficiary.data}
          payoutId={payoutId}
          phoneNumbers={calls.data.phoneNumbers}
          onClose={() => setIsRecording(false)}
        />
      )}
    </>
  )
}
