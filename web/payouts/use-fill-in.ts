import { useFormContext } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import { filledIn } from '#shared/payout/filled-in.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { t } from './country-words.ts'
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
    announce(t(bankName === '' ? 'bank.open' : 'bank.filledIn'))
  }
}
