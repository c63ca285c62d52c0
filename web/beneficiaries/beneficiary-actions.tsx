import { useState } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { AskBeneficiary } from '../details-links/ask-beneficiary.tsx'
import { BeneficiaryActionFailure } from '../entry/beneficiary-action-failure.tsx'
import { t } from '../language/translate.ts'
import { PayAgain } from '../payouts/pay-again.tsx'
import { addressOf } from '../screen/routes.ts'
import { useMay, WhyNot } from '../session/use-may.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useBeneficiaryAction, usePersonalData } from './beneficiary-calls.ts'
import { EraseDialog } from './erase-dialog.tsx'

/** The actions on a beneficiary: pay first, erase last. */
export function BeneficiaryActions({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const action = useBeneficiaryAction(beneficiary)
  const personalData = usePersonalData(beneficiary)
  const announce = useAnnounce()
  const mayEnter = useMay('enter')
  const mayErase = useMay('personalData')
  const [isErasing, setIsErasing] = useState(false)
  const { id, status, erasedAt } = beneficiary
  const isActive = status === 'active'
  const change = () =>
    action.mutate(isActive ? 'archive' : 'restore', {
      onSuccess: () => announce(t(isActive ? 'beneficiaries.action.archived' : 'beneficiaries.action.restored')),
    })
  const exportData = () =>
    personalData.mutate(undefined, { onSuccess: () => announce(t('beneficiaries.action.exported')) })
  if (erasedAt !== null) return null
  return (
    <>
      <Actions>
        {isActive && (
          <PayAgain kind="primary" beneficiaryId={id}>
            {t('beneficiaries.action.pay')}
          </PayAgain>
        )}
        {mayEnter && (
          <>
            <ButtonLink href={addressOf.editBeneficiary(id)}>{t('beneficiaries.action.edit')}</ButtonLink>
            <Button busy={action.isPending} onClick={change}>
              {t(isActive ? 'beneficiaries.action.archive' : 'beneficiaries.action.restore')}
            </Button>
          </>
        )}
        {isActive && <AskBeneficiary beneficiary={beneficiary} />}
        {mayErase && (
          <>
            <Button busy={personalData.isPending} onClick={exportData}>
              {t('beneficiaries.action.export')}
            </Button>
            <Button onClick={() => setIsErasing(true)}>{t('beneficiaries.action.erase')}</Button>
          </>
        )}
      </Actions>
      {!mayEnter && !mayErase && <WhyNot permission="enter" />}
      {!isErasing && <BeneficiaryActionFailure error={action.error ?? personalData.error} />}
      {isErasing && <EraseDialog beneficiary={beneficiary} onClose={() => setIsErasing(false)} />}
    </>
  )
}
