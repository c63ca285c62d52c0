import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { Page } from '../app/page.tsx'
import { FormStoreProvider } from './form-store-context.tsx'
import { PayoutForm } from './payout-form.tsx'
import { usePayoutDraft } from './use-payout-draft.ts'

/** Enters a payout: the form at the left, the exact request at the right. */
export function NewPayout() {
  const [hasErrors, setHasErrors] = useState(false)
  const { store, form, country, chooseCountry, clear } = usePayoutDraft()
  return (
    <Page title="New payout" hasErrors={hasErrors}>
      <FormStoreProvider store={store}>
        <FormProvider {...form}>
          <PayoutForm country={country} onCountry={chooseCountry} onClear={clear} onErrors={setHasErrors} />
        </FormProvider>
      </FormStoreProvider>
    </Page>
  )
}
