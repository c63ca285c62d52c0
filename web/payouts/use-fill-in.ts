import { useFormContext } from 'react-hook-form'
import { filledIn } from '#shared/payout/filled-in.ts'
import type { FormValues } from '#shared/payout/form-values.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFormStore } from './form-store-context.tsx'

/** Fills empty fields that follow from the account number, once it was pasted or left: its bank, its account type. */
export function useFillIn(): () => void {
  const { getValues, setValue } = useFormContext<FormValues>()
  const store = useFormStore()
  const announce = useAnnounce()
  return () => {
    const country = store.get()?.country
    if (country === undefined) return
    const { bankName, payoutAccountTypeCode } = filledIn(country, getValues())
    if (payoutAccountTypeCode !== undefined) setValue('payoutAccountTypeCode', payoutAccountTypeCode)
    if (bankName === undefined) return
    setValue('bankName', bankName)
    announce('The bank was filled in from the account number.')
  }
}
