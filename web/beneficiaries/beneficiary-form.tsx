import { ruleBook } from '#shared/countries/rule-book.ts'
import { fieldOf } from '#shared/payout/fields.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { DraftLine } from '../drafts/draft-line.tsx'
import { CountrySection } from '../entry/country-section.tsx'
import { FormErrorSummary, useShownErrors } from '../entry/entry-errors.tsx'
import type { EntryForm } from '../entry/entry-form.tsx'
import type { OpenedForm } from '../entry/opened-form.tsx'
import { useReading } from '../entry/reading.ts'
import { RequestStatus } from '../entry/request-status.tsx'
import { RequestSummary } from '../entry/request-summary.tsx'
import { isUnconfirmed, SaveFailure, type Saving } from '../entry/saving.tsx'
import { AccountSection, BeneficiarySection, FormSection, useFieldsOf } from '../entry/sections.tsx'
import { Warnings } from '../entry/warnings.tsx'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Actions } from '../ui/row.tsx'
import { SplitView } from '../ui/split-view.tsx'
import styles from './beneficiary-form.module.css'

export interface BeneficiaryFormProps {
  readonly opened: OpenedForm
  readonly entryForm: EntryForm
  readonly saving: Saving
}

const formId = 'beneficiary'

/** The form of a payout without the payment and, beside it, what each payout will say of the beneficiary. */
export function BeneficiaryForm({ opened, entryForm, saving }: BeneficiaryFormProps) {
  const { content, current } = entryForm
  const code = content.form.country
  const country = code && ruleBook[code]
  // The server alone says which warnings a beneficiary has to be saved with.
  const save = entryForm.methods.handleSubmit(
    () => country && saving.save({ content: current(), submit: false, open: [] }),
  )
  return (
    <SplitView
      panelTitle={t('beneficiaries.form.panel')}
      panelSummary={<RequestStatus ready={t('beneficiaries.form.ready')} />}
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
        <FormErrorSummary />
        <CountrySection country={country} onCountry={entryForm.chooseCountry} />
        {country && (
          <>
            <Sections key={code} country={country} />
            <div className={styles.end}>
              <Warnings notDone={isUnconfirmed(saving.failure) ? t('beneficiaries.save.confirmFirst') : undefined} />
              <Actions>
                <span className={styles.submit}>
                  <Button kind="primary" type="submit" busy={saving.isSaving}>
                    {t('beneficiaries.form.saveBeneficiary')}
                  </Button>
                </span>
              </Actions>
              <SaveFailure failure={saving.failure} />
              <DraftLine autosave={opened.autosave} />
            </div>
          </>
        )}
      </form>
    </SplitView>
  )
}

function Sections({ country }: { readonly country: Country }) {
  const contact = useFieldsOf('more').filter(isContact)
  return (
    <>
      <BeneficiarySection country={country} />
      <AccountSection country={country} />
      <FormSection number={4} title={t('beneficiaries.form.contact')} fields={contact} />
    </>
  )
}

function isContact({ name }: FormField): boolean {
  return fieldOf(name).of === 'beneficiary'
}

function Panel() {
  const reading = useReading((found) => found)
  const errors = useShownErrors()
  if (reading === undefined) return <p className={styles.quiet}>{t('beneficiaries.form.panelEmpty')}</p>
  return (
    <div className={styles.panel}>
      <RequestStatus ready={t('beneficiaries.form.ready')} />
      <RequestSummary reading={reading} errors={errors} />
    </div>
  )
}
