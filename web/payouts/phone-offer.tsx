import { useFormContext } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import { phoneInGroups, phoneReadingOf } from '#shared/payout/pix-key.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFormPart } from './form-store-context.tsx'

/** Offers a Pix key of eleven digits as the phone that it may be. They are sent as a CPF until a person says otherwise. */
export function PhoneOffer() {
  const { setValue } = useFormContext<Entry>()
  const announce = useAnnounce()
  const phone = useFormPart(({ values }) => phoneReadingOf(values.recipientPixKey))
  if (phone === undefined) return null
  const inGroups = phoneInGroups(phone)

  function take(key: string) {
    setValue('recipientPixKey', key, { shouldDirty: true })
    goToField('recipientPixKey')
    announce(t('payouts.pixKey.isPhoneNow', { phone: inGroups }))
  }

  return (
    <Button kind="link" small onClick={() => take(phone)}>
      {t('payouts.pixKey.isPhone', { phone: inGroups })}
    </Button>
  )
}
