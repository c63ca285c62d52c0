import { useFormContext } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import { filledIn } from '#shared/payout/filled-in.ts'
import { t } from '../language/translate.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFormStore } from './form-store-context.tsx'

/** Fills in what follows from the account number, once it was pasted or left: its bank, its account type. */
export function useFillIn(): () => void {
  const { getValues, setValue } = useFormContext<Entry>()
  const store = useFormStore()
  const announce = useAnnounce()
  return () => {
    const state = store.get()
    if (state === undefined) return
    const { bankName, payoutAccountTypeCode } = filledIn(state.country, getValues(), state.filledIn)
    if (payoutAccountTypeCode !== undefined) setValue('payoutAccountTypeCode', payoutAccountTypeCode)
    if (bankName === undefined) return
    setValue('bankName', bankName)
    store.fillIn({ bankName })
    announce(t(bankName === '' ? 'payouts.bank.open' : 'payouts.bank.filledIn'))
  }
}
