import { FormProvider } from 'react-hook-form'
import { Page } from '../app/page.tsx'
import { ConfirmationsProvider, useConfirmations } from './confirmations.tsx'
import { FormStoreProvider, useFormPart } from './form-store-context.tsx'
import { PayoutForm, type PayoutFormProps } from './payout-form.tsx'
import { usePayoutDraft } from './use-payout-draft.ts'

/** Enters a payout: the form at the left, the exact request at the right. */
export function NewPayout() {
  const { store, form, country, chooseCountry, clear } = usePayoutDraft()
  return (
    <FormStoreProvider store={store}>
      <FormProvider {...form}>
        <ConfirmationsProvider>
          <PayoutPage country={country} onCountry={chooseCountry} onClear={clear} />
        </ConfirmationsProvider>
      </FormProvider>
    </FormStoreProvider>
  )
}

function PayoutPage({ onClear, ...props }: PayoutFormProps) {
  const { forget } = useConfirmations()
  const hasErrors = useFormPart(({ isSubmitted, reading }) => isSubmitted && reading.faults.length > 0)
  return (
    <Page title="New payout" hasErrors={hasErrors}>
      <PayoutForm
        {...props}
        onClear={() => {
          forget()
          return onClear()
        }}
      />
    </Page>
  )
}
