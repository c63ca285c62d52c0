import { type ReactNode, Suspense } from 'react'
import { useFormContext } from 'react-hook-form'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import type { CountryCode } from '#shared/rule-book/country-codes.ts'
import { screen } from '../app/loading-screens.ts'
import { t } from '../language/translate.ts'
import { PasteDetails } from '../paste/paste-details.tsx'
import { PasteHint } from '../paste/paste-hint.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SplitView } from '../ui/split-view.tsx'
import { BeneficiaryField } from './beneficiary-field.tsx'
import { FormErrorSummary } from './form-error-summary.tsx'
import { useFormStore } from './form-store-context.tsx'
import { MethodField } from './method-field.tsx'
import type { OpenedForm } from './opened-form.ts'
import { RequestPanel } from './request-panel.tsx'
import { RequestStatus } from './request-status.tsx'
import type { BeneficiaryChoice } from './use-chosen-beneficiary.ts'
import { useCopyRequest } from './use-copy-request.ts'
import type { PayoutDraftControl } from './use-payout-draft.ts'
import type { Saving } from './use-saving.ts'
import { useWarnings } from './warnings-context.tsx'
import { WhereSection } from './where-section.tsx'

// What a country asks for is most of the form, and nobody needs it before they have chosen one.
const CountryPart = screen(async () => (await import('./country-part.tsx')).CountryPart)

export interface PayoutFormProps {
  readonly opened: OpenedForm
  /** What stands above the form. */
  readonly notice?: ReactNode
  readonly draft: PayoutDraftControl
  readonly book: BeneficiaryChoice
  readonly saving: Saving
  /** Empties the form and gives back what undoes it. */
  readonly onClear: () => () => void
}

const formId = 'payout'

/** The form and, beside it, what will be sent. Submitting it sends the payout to review once nothing is left to fix or confirm. */
export function PayoutForm({ opened, notice, draft, book, saving, onClear }: PayoutFormProps) {
  const { handleSubmit, formState } = useFormContext<Entry, unknown, PayoutRequest>()
  const store = useFormStore()
  const copying = useCopyRequest()
  const { open } = useWarnings()
  const code = draft.country
  const isNew = opened.payoutId === undefined
  const country = code && ruleBook[code]

  function choose(next: CountryCode) {
    copying.forget()
    saving.forget()
    // Whoever is paid elsewhere is somebody else in the book.
    if (next !== code) book.forget()
    draft.chooseCountry(next)
  }

  /** Fills in what was read in a message, and gives back what chooses whoever of the book was chosen before. */
  function fill(next: EntryDraft, isSomebodyElse: boolean) {
    const before = book.chosen
    copying.forget()
    saving.forget()
    if (next.country !== code || isSomebodyElse) book.forget()
    draft.show(next)
    return () => book.follow(before)
  }

  /** Once all can be read; else what is to fix is shown. */
  const whenSound = (act: (request: PayoutRequest) => Promise<void>) =>
    handleSubmit(act, () => {
      copying.forget()
      store.submit()
    })
  const save = (submit: boolean) =>
    whenSound(async () => {
      const state = store.get()
      if (state !== undefined) await saving.save(state, open, { submit })
    })

  return (
    <SplitView
      panelTitle={t('payouts.form.request')}
      panelSummary={<RequestStatus />}
      panel={<RequestPanel onCopy={() => void whenSound(copying.copy)()} />}
      barAction={
        country && (
          <Button kind="primary" type="submit" form={formId} busy={saving.isSaving}>
            {t('payouts.form.send')}
          </Button>
        )
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(true)(event)}>
        {notice}
        <FormErrorSummary attempt={formState.submitCount} />
        {isNew && <BeneficiaryField book={book} />}
        <PasteDetails current={draft.current} onFill={fill} />
        <WhereSection country={code} onCountry={choose}>
          {country && <MethodField key={code} country={country} />}
        </WhereSection>
        {country === undefined && <PasteHint />}
        {country && (
          <Suspense fallback={<Skeleton lines={10} label={t('payouts.form.loadingFields')} />}>
            <CountryPart
              key={code}
              country={country}
              copying={copying}
              autosave={opened.autosave}
              saving={saving}
              onSave={() => void save(false)()}
              onCopy={() => void whenSound(copying.copy)()}
              onClear={onClear}
              book={isNew ? book : undefined}
            />
          </Suspense>
        )}
      </form>
    </SplitView>
  )
}
