import { useFormContext } from 'react-hook-form'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import type { FormValues } from '#shared/payout/form-values.ts'
import type { CountryCode } from '#shared/rule-book/country-codes.ts'
import { Button } from '../ui/button.tsx'
import { SplitView } from '../ui/split-view.tsx'
import { CountrySections } from './country-sections.tsx'
import { FaultSummary } from './fault-summary.tsx'
import { FormEnd } from './form-end.tsx'
import { useFormStore } from './form-store-context.tsx'
import { MethodField } from './method-field.tsx'
import { RequestPanel } from './request-panel.tsx'
import { RequestStatus } from './request-status.tsx'
import { useCopyRequest } from './use-copy-request.ts'
import { WhereSection } from './where-section.tsx'

export interface PayoutFormProps {
  readonly country: CountryCode | undefined
  readonly onCountry: (country: CountryCode) => void
  readonly onClear: () => () => void
}

const formId = 'payout'

/** The form and, beside it, what will be sent. Submitting it copies the request once nothing is left to fix or confirm. */
export function PayoutForm({ country: code, onCountry, onClear }: PayoutFormProps) {
  const { handleSubmit, formState } = useFormContext<FormValues, unknown, PayoutRequest>()
  const store = useFormStore()
  const copying = useCopyRequest()
  const country = code && ruleBook[code]

  function choose(next: CountryCode) {
    copying.forget()
    onCountry(next)
  }

  const submit = handleSubmit(
    (request) => copying.copy(request),
    () => store.submit(),
  )

  return (
    <SplitView
      panelTitle="What will be sent"
      panelSummary={<RequestStatus />}
      panel={<RequestPanel formId={formId} />}
      barAction={
        country && (
          <Button kind="primary" type="submit" form={formId}>
            Copy request
          </Button>
        )
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <FaultSummary attempt={formState.submitCount} />
        <WhereSection country={code} onCountry={choose}>
          {country && <MethodField key={code} country={country} />}
        </WhereSection>
        {country && (
          <>
            <CountrySections key={code} country={country} />
            <FormEnd copying={copying} onClear={onClear} />
          </>
        )}
      </form>
    </SplitView>
  )
}
