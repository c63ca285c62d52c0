import { useFormContext } from 'react-hook-form'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { DraftLine } from '../drafts/draft-line.tsx'
import { t } from '../language/translate.ts'
import { FormErrorSummary } from '../payouts/form-error-summary.tsx'
import { useFormPart, useFormStore } from '../payouts/form-store-context.tsx'
import { MethodField } from '../payouts/method-field.tsx'
import { requestStatus } from '../payouts/request-state.ts'
import { RequestSummary } from '../payouts/request-summary.tsx'
import { isUnconfirmed } from '../payouts/save-failure.tsx'
import type { PayoutDraftControl } from '../payouts/use-payout-draft.ts'
import { Warnings } from '../payouts/warnings.tsx'
import { useWarnings } from '../payouts/warnings-context.tsx'
import { WhereSection } from '../payouts/where-section.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Actions } from '../ui/row.tsx'
import { SplitView } from '../ui/split-view.tsx'
import styles from './beneficiary-form.module.css'
import { BeneficiarySections } from './beneficiary-sections.tsx'
import type { OpenedBeneficiary } from './opened-beneficiary.ts'
import { SaveOutcome } from './save-outcome.tsx'
import type { BeneficiarySaving } from './use-beneficiary-saving.ts'

export interface BeneficiaryFormProps {
  readonly opened: OpenedBeneficiary
  readonly draft: PayoutDraftControl
  readonly saving: BeneficiarySaving
}

const formId = 'beneficiary'

/** The form of a payout without the money and, beside it, what each payout will say of the beneficiary. */
export function BeneficiaryForm({ opened, draft, saving }: BeneficiaryFormProps) {
  const { handleSubmit, formState } = useFormContext<Entry, unknown, PayoutRequest>()
  const store = useFormStore()
  const code = draft.country
  const country = code && ruleBook[code]

  const save = handleSubmit(
    async () => {
      const state = store.get()
      if (state !== undefined) await saving.save(state)
    },
    () => store.submit(),
  )

  return (
    <SplitView
      panelTitle={t('beneficiaries.form.panel')}
      panelSummary={<Status />}
      panel={<Panel />}
      barAction={
        country && (
          <Button kind="primary" type="submit" form={formId} busy={saving.isSaving}>
            {t('beneficiaries.form.save')}
          </Button>
        )
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)}>
        <FormErrorSummary attempt={formState.submitCount} />
        <WhereSection country={code} onCountry={draft.chooseCountry}>
          {country && <MethodField key={code} country={country} />}
        </WhereSection>
        {country && (
          <>
            <BeneficiarySections key={code} country={country} />
            <div className={styles.end}>
              <Warnings notDone={isUnconfirmed(saving.failure) ? t('beneficiaries.save.confirmFirst') : undefined} />
              <Actions>
                <span className={styles.submit}>
                  <Button kind="primary" type="submit" busy={saving.isSaving}>
                    {t('beneficiaries.form.saveBeneficiary')}
                  </Button>
                </span>
              </Actions>
              <SaveOutcome failure={saving.failure} />
              <DraftLine autosave={opened.autosave} />
            </div>
          </>
        )}
      </form>
    </SplitView>
  )
}

function Panel() {
  const state = useFormPart((found) => found)
  if (state === undefined) return <p className={styles.quiet}>{t('beneficiaries.form.panelEmpty')}</p>
  return (
    <div className={styles.panel}>
      <Status />
      <RequestSummary state={state} />
    </div>
  )
}

function Status() {
  const state = useFormPart((found) => found)
  const { open } = useWarnings()
  if (state === undefined) return t('beneficiaries.form.chooseCountry')
  const { tone, text } = requestStatus(state, open.length)
  return <Badge tone={tone}>{tone === 'success' ? t('beneficiaries.form.ready') : text}</Badge>
}
